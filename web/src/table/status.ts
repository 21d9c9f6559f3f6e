// The one line that says whose turn it is and what is asked.

import { list, t, told } from "../i18n/index.svelte";
import type { Room } from "../lib/room.svelte";
import { wordsSay } from "../lib/words";

export function statusOf(room: Room): string {
  const { view } = room;
  if (!view) return "";
  const [seat, question] = view.asks;
  const mine = room.mine;
  if (question === "game over") {
    if (mine !== null && view.winners.includes(mine))
      return view.winners.length > 1 ? t("status.you-share") : t("status.you-won");
    return t("status.won", { names: list(view.winners.map((winner) => room.seatName(winner))) });
  }
  if (question === "round over") {
    if (view.round_winner === null) return t("status.void");
    return view.round_winner === mine
      ? t("status.round-yours")
      : t("status.round", { name: room.seatName(view.round_winner) });
  }
  const text = view.text ? t("status.words", { words: wordsSay(view.text) }) : "";
  const line =
    seat === mine && mine !== null
      ? told(`status.yours.${question}`, question)
      : told(`status.other.${question}`, question, { name: room.seatName(seat) });
  return text ? `${line} ${text}` : line;
}
