// Making and joining tables: asks the server and keeps the key to the seat.

import { t } from "../i18n/index.svelte";
import { ask } from "../lib/http";
import { prefer } from "../lib/preferences.svelte";
import type { Key } from "../lib/protocol";
import { keepSeat } from "../lib/storage";

function ownName(): string {
  return prefer.name.trim() || t("arriving.guest");
}

/** Makes a table and gives its code; a quick one begins by itself. */
export async function make(setup: Record<string, unknown>, quick = false): Promise<string> {
  const { table, token } = await ask<Key>("/api/tables", { name: ownName(), ...setup });
  keepSeat(table, quick ? { token, quick } : { token });
  return table;
}

export async function join(code: string): Promise<void> {
  const { token } = await ask<Key>(`/api/tables/${code}/people`, { name: ownName() });
  keepSeat(code, { token });
}
