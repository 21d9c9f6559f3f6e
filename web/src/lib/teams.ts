// Partners: those who sit opposite each other are a team, which has a letter. Who wins is the server's business.

import { t } from "../i18n/index.svelte";
import { setting, type Playing } from "./setting";

/** How many teams play at a table; 0 if everybody plays alone. */
export function teamCount(playing: Playing): number {
  return setting(playing, "teams") === true ? playing.table.setup.seats / 2 : 0;
}

/** The letter of a seat's team; "" if everybody plays alone. */
export function teamLetter(seat: number, teams: number): string {
  return teams ? String.fromCharCode(65 + (seat % teams)) : "";
}

export function teamName(seat: number, teams: number): string {
  return teams ? t("team", { letter: teamLetter(seat, teams) }) : "";
}

/** Whether two seats are partners. */
export function arePartners(one: number | null, other: number, teams: number): boolean {
  return teams > 0 && one !== null && one !== other && one % teams === other % teams;
}
