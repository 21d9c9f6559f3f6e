// The end of a round or of a game in words, and the points of the cards that were left.

import { list, t } from "../i18n/index.svelte";
import { faceOf, sideOf } from "../lib/faces";
import type { Edition, Table, View } from "../lib/protocol";

export type Scoring = "points" | "lowest" | "hand";

export interface Ending {
  view: View;
  edition: Edition;
  table: Table;
  names: readonly string[];
  mine: number | null;
}

function setting(ending: Pick<Ending, "edition" | "table">, name: string): unknown {
  return ending.table.setup.settings[name] ?? ending.edition.settings[name];
}

export const scoringOf = (ending: Pick<Ending, "edition" | "table">) => setting(ending, "scoring") as Scoring;
export const targetOf = (ending: Pick<Ending, "edition" | "table">) => Number(setting(ending, "target"));

export function pointsOf(edition: Edition, card: string, view: Pick<View, "side">): number {
  return faceOf(edition, card, sideOf(view)).kind?.points ?? 0;
}

/** The points of the cards left in each hand. */
export function leftPoints({ edition, view }: Pick<Ending, "edition" | "view">): number[] {
  return (view.left ?? []).map((hand) => hand.reduce((sum, card) => sum + pointsOf(edition, card, view), 0));
}

export function isGameOver(view: View): boolean {
  return view.asks[1] === "game over";
}

/** Who won, in big. */
export function headline({ view, names, mine }: Ending): string {
  if (isGameOver(view)) return gameHeadline(view.winners, names, mine);
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

/** How that came about: what the round was worth, or how this table scores. */
export function explanation(ending: Ending): string[] {
  const { view, names, mine } = ending;
  const scoring = scoringOf(ending);
  if (scoring === "hand") return [t("after.hand.say")];
  const winner = view.round_winner ?? -1;
  if (winner < 0) return [t("after.round.void.say")];
  const target = targetOf(ending);
  const count = view.round_points[winner] ?? 0;
  const over = isGameOver(view);
  if (scoring === "lowest")
    return [t("after.lowest.say"), over ? t("after.game.lowest", { target }) : t("after.target.lowest", { target })];
  const worth =
    winner === mine ? t("after.points.you", { count }) : t("after.points", { count, name: names[winner] ?? "" });
  return [worth, over ? t("after.game.points", { target }) : t("after.target.points", { target })];
}
