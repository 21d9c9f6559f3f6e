// What is played at a table: a setting that was chosen for it, else the edition's usual one.

import type { Edition, Table } from "./protocol";

export interface Playing {
  edition: Pick<Edition, "settings">;
  table: Pick<Table, "setup">;
}

export function setting({ edition, table }: Playing, name: string): unknown {
  return table.setup.settings[name] ?? edition.settings[name];
}
