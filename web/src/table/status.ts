// The one line that says whose turn it is and what is asked.

import { list, t, told } from "../i18n/index.svelte";
import { awaited, mayJump, movesOf, type Move } from "../lib/moves";
import type { Room } from "../lib/room.svelte";
import { teamCount } from "../lib/teams";
import { cardName, wordsSay } from "../lib/words";
import { openPenalty } from "./penalty";

export function statusOf(room: Room): string {
  const { view } = room;
  if (!view) return "";
  const [seat, question] = view.asks;
  const mine = room.mine;
  if (question === "game over") {
    if (mine !== null && view.winners.includes(mine))
      return view.winners.length > 1 ? t(hasTeams(room) ? "status.team-won" : "status.you-share") : t("status.you-won");
    return t("status.won", { names: list(view.winners.map((winner) => room.seatName(winner))) });
  }
  if (question === "round over") {
    if (view.round_winner === null) return t("status.void");
    return view.round_winner === mine
      ? t("status.round-yours")
      : t("status.round", { name: room.seatName(view.round_winner) });
  }
  const moves = movesOf(view);
  if (mayJump(view, moves) && seat !== mine && room.edition) {
    const card = moves.find(({ kind }) => kind === "play")!.value;
    return t("status.jump", { name: room.seatName(seat), card: cardName(room.edition, card, view) });
  }
  const asks = view.telling != null ? "tell" : askedFor(question, moves);
  const text = view.text ? t("status.words", { words: wordsSay(view.text) }) : "";
  const line = room.asked
    ? told(`status.yours.${asks}`, question, { penalty: openPenalty(view) })
    : told(`status.other.${asks}`, question, {
        name: room.seatName(awaited(view)),
        penalty: openPenalty(view),
      });
  return text ? `${line} ${text}` : line;
}

const hasTeams = ({ edition, table }: Room): boolean =>
  edition !== null && table !== null && teamCount({ edition, table }) > 0;

/** The question as it stands for whoever is asked: it offers nothing that this player can't do. */
function askedFor(question: string, moves: readonly Move[]): string {
  const can = (wanted: string) => moves.some(({ kind }) => kind === wanted);
  if (question === "discard" && can("done")) return "may-discard";
  if (question === "stack" && can("accept") && !can("play")) return can("challenge") ? "stack-challenge" : "stack-take";
  return question;
}
