// Partners: those who sit opposite each other are a team, which has a letter. Who wins is the server's business.

import { t } from "../i18n/index.svelte";
import type { Edition, Table } from "./protocol";
import { settingOf, type Usual } from "./setting";

export interface Playing {
  edition: (Usual & Pick<Edition, "teams">) | null;
  table: Pick<Table, "setup">;
}

/** How many teams play at a table; 0 if everybody plays alone, or so many can't be partners. */
export function teamCount({ edition, table: { setup } }: Playing): number {
  const teams = settingOf(setup.settings, edition, "teams") === true && edition?.teams.includes(setup.seats);
  return teams ? setup.seats / 2 : 0;
}

/** The letter of a seat's team; "" if everybody plays alone. */
export function teamLetter(seat: number, teams: number): string {
  return teams ? String.fromCharCode(65 + (seat % teams)) : "";
}

export function teamName(seat: number, teams: number): string {
  return teams ? t("team", { letter: teamLetter(seat, teams) }) : "";
}

/** The seat of a seat's partner, opposite; null if everybody plays alone. */
export function partnerOf(seat: number, teams: number): number | null {
  return teams ? (seat + teams) % (2 * teams) : null;
}

/** Whether two seats are partners. */
export function arePartners(one: number | null, other: number, teams: number): boolean {
  return one !== null && partnerOf(one, teams) === other;
}

/** The seats of a seat's team, itself first; itself alone if everybody plays so. */
export function teamOf(seat: number, teams: number): number[] {
  const partner = partnerOf(seat, teams);
  return partner === null ? [seat] : [seat, partner];
}
