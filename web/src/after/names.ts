// Names of the seats in a replay, as the table itself has them.

import { t } from "../i18n/index.svelte";
import { isNameless } from "../lib/bots";

export function replayNames(names: readonly string[]): string[] {
  return names.map((name, seat) => (isNameless(name, seat) ? t("seat.bot", { number: seat + 1 }) : name));
}
