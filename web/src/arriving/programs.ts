// Other people's programs on a seat: what is shown of them, and where they come in.

import type { PersonInfo, Table } from "../lib/protocol";

/** In the menu of bots: none of them, but somebody's program. */
export const PROGRAM = "program:";

export function programAt(table: Table, seat: number): PersonInfo | null {
  const found = table.people.find(({ id }) => id === table.seats[seat]?.person);
  return found?.program ? found : null;
}

/** How a program is: the name of the words for it. */
export function programState({ present }: PersonInfo): "arriving.program.here" | "arriving.program.away" {
  return present ? "arriving.program.here" : "arriving.program.away";
}

/** Where a program opens its socket, by the address of this page. */
export function socketAddress(
  code: string,
  { protocol, host }: Pick<Location, "protocol" | "host"> = location,
): string {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws/${code}`;
}
