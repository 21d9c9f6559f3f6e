// Names of the seats in a replay, as the table itself has them.

import { t } from "../i18n/index.svelte";

/** The server names a bot in English, by its seat and level; the page has its own word for it. */
export function replayNames(names: readonly string[]): string[] {
  return names.map((name, seat) =>
    new RegExp(`^Bot ${seat} \\([a-z]+\\)$`).test(name) ? t("seat.bot", { number: seat + 1 }) : name,
  );
}
