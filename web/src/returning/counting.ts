// Which games of a table count: those of the own seat, once this browser has seen them played and then over.

import { isGameOver, isWonBy, scoringOf, type Scoring } from "../after/result";
import { CHARACTERS } from "../faces/faces";
import type { Edition, Table, View } from "../lib/protocol";
import { teamCount, teamOf } from "../lib/teams";
import { own } from "./kept.svelte";
import { counted, seen } from "./statistics";

export interface Seen {
  table: Table | null;
  view: View | null;
  edition: Edition | null;
  mine: number | null;
}

export const gameKey = ({ code, games }: Pick<Table, "code" | "games">) => `${code}.${games}`;

/** By how many points a seat and its partner are behind the best of the others; 0 if they are not. */
export function behind(scores: readonly number[], team: readonly number[], scoring: Scoring): number {
  if (scoring === "hand") return 0;
  const mine = scores[team[0]!] ?? 0;
  const others = scores.filter((_, seat) => !team.includes(seat));
  const far = scoring === "lowest" ? mine - Math.min(...others) : Math.max(...others) - mine;
  return Number.isFinite(far) ? Math.max(0, far) : 0;
}

/** The characters among those who won. */
export function charactersOf(table: Pick<Table, "seats">, winners: readonly number[]): string[] {
  return winners.flatMap((seat) => {
    const who = table.seats[seat]?.bot?.split("@")[0] ?? "";
    return CHARACTERS.includes(who) ? [who] : [];
  });
}

let noted = "";

/** Looks at a game as it stands. */
export function look({ table, view, edition, mine }: Seen, now = Date.now()): void {
  if (!table || !view || !edition || mine === null || view.seat !== mine || table.phase === "lobby") return;
  const key = gameKey(table);
  if (isGameOver(view)) {
    if (noted === `${key} over`) return;
    noted = `${key} over`;
    const won = isWonBy(view, mine);
    const lostTo = charactersOf(table, view.winners);
    void own.change((before) => counted(before, { key, at: now, edition: edition.id, won, lostTo }));
    return;
  }
  const far = behind(view.scores, teamOf(mine, teamCount({ edition, table })), scoringOf({ edition, table }));
  if (noted === `${key} ${far}`) return; // most moves change no points
  noted = `${key} ${far}`;
  void own.change((before) => seen(before, { key, behind: far }));
}
