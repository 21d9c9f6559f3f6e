// The end of a round or of a game in words, and the points of the cards that were left.

import { list, t } from "../i18n/index.svelte";
import { faceOf, sideOf } from "../lib/faces";
import type { Edition, Table, View } from "../lib/protocol";
import { settingOf } from "../lib/setting";
import { teamCount, teamOf } from "../lib/teams";

export type Scoring = "points" | "lowest" | "hand";

export interface Ending {
  view: View;
  edition: Edition;
  table: Table;
  names: readonly string[];
  mine: number | null;
}

type Game = Pick<Ending, "edition" | "table">;
const setting = ({ edition, table }: Game, name: string) => settingOf(table.setup.settings, edition, name);

export const scoringOf = (game: Game) => setting(game, "scoring") as Scoring;
export const targetOf = (game: Game) => Number(setting(game, "target"));

export function pointsOf(edition: Edition, card: string, view: Pick<View, "side">): number {
  return faceOf(edition, card, sideOf(view)).kind?.points ?? 0;
}

/** The points of the cards left in each hand. */
export function leftPoints({ edition, view }: Pick<Ending, "edition" | "view">): number[] {
  return view.left.map((hand) => hand.reduce((sum, card) => sum + pointsOf(edition, card, view), 0));
}

export function isGameOver(view: View): boolean {
  return view.asks[1] === "game over";
}

/** Whether somebody has won the game, alone or with others. */
export function isWonBy(view: View, seat: number | null): boolean {
  return isGameOver(view) && seat !== null && view.winners.includes(seat);
}

/** Seats as the score sheet has them: whoever won stands on top, then by seat or, at the end, by rank. */
export function orderOf(view: View, teams: number, winners: readonly number[], lowest: boolean): number[] {
  const alone = view.scores.map((_, seat) => seat);
  // partners one after the other
  const seats = teams ? alone.slice(0, teams).flatMap((seat) => teamOf(seat, teams)) : alone;
  const points = (seat: number) => (isGameOver(view) ? (view.scores[seat] ?? 0) * (lowest ? 1 : -1) : 0);
  const rank = (seat: number) => (winners.includes(seat) ? -Infinity : points(seat));
  return seats.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** Who won, in big. */
export function headline(ending: Ending): string {
  const { view, names, mine } = ending;
  if (isGameOver(view))
    return teamCount(ending) ? teamHeadline(view.winners, names, mine) : gameHeadline(view.winners, names, mine);
  if (view.round_winner === null || view.round_winner < 0) return t("after.round.void");
  if (view.round_winner === mine) return t("after.round.won.you");
  return t("after.round.won", { name: names[view.round_winner] ?? "" });
}

function gameHeadline(winners: readonly number[], names: readonly string[], mine: number | null): string {
  const others = winners.filter((seat) => seat !== mine).map((seat) => names[seat] ?? "");
  const own = others.length < winners.length;
  if (winners.length > 1)
    return own ? t("after.game.shared.you", { names: list(others) }) : t("after.game.shared", { names: list(others) });
  return own ? t("after.game.won.you") : t("after.game.won", { name: others[0] ?? "" });
}

/** Partners win together, which is no sharing. */
function teamHeadline(winners: readonly number[], names: readonly string[], mine: number | null): string {
  const others = winners.filter((seat) => seat !== mine).map((seat) => names[seat] ?? "");
  const own = others.length < winners.length;
  return own ? t("after.team.won.you", { names: list(others) }) : t("after.team.won", { names: list(others) });
}

/** How that came about: what the round was worth, or how this table scores. */
export function explanation(ending: Ending): string[] {
  const { view, names, mine } = ending;
  const scoring = scoringOf(ending);
  const teams = teamCount(ending);
  if (scoring === "hand") return [teams ? t("after.team.hand.say") : t("after.hand.say")];
  const winner = view.round_winner ?? -1;
  if (winner < 0) return [t("after.round.void.say")];
  const target = targetOf(ending);
  const count = view.round_points[winner] ?? 0;
  const over = isGameOver(view);
  if (scoring === "lowest")
    return [
      teams ? t("after.team.lowest.say") : t("after.lowest.say"),
      over ? t("after.game.lowest", { target }) : t("after.target.lowest", { target }),
    ];
  const worth = teams
    ? teamWorth(winner, teams, ending)
    : winner === mine
      ? t("after.points.you", { count })
      : t("after.points", { count, name: names[winner] ?? "" });
  return [worth, over ? t("after.game.points", { target }) : t("after.target.points", { target })];
}

function teamWorth(winner: number, teams: number, { view, names, mine }: Ending): string {
  const count = view.round_points[winner] ?? 0;
  const team = teamOf(winner, teams);
  return team.includes(mine ?? -1)
    ? t("after.team.points.you", { count })
    : t("after.team.points", { count, names: list(team.map((seat) => names[seat] ?? "")) });
}
