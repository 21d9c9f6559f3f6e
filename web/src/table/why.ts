// Why a card can't be played now, in the language of the page. That it is somebody else's turn is in the view; else the
// server says which rule stands against the card.

import { t, told } from "../i18n/index.svelte";
import { faceOf, sideOf } from "../lib/faces";
import type { Edition, View } from "../lib/protocol";
import { colorName, faceName } from "../lib/words";
import { openPenalty } from "./penalty";

export interface Why {
  rule: string;
  say: string;
}

/** Why no card at all can be played; null if it is for this seat to do something. */
export function whyNone(view: View, names: readonly string[]): Why | null {
  const [asked, question] = view.asks;
  if (question === "game over") return { rule: "score-1", say: t("why.game-over") };
  if (question === "round over") return { rule: "setup-5", say: t("why.round-over") };
  if (asked === view.seat) return null;
  return {
    rule: question === "stack" ? "stack-2" : "turn-1",
    say: t("why.not-your-turn", { name: names[asked] ?? "" }),
  };
}

/** What a rule has against a card when it is for this seat to do something. */
export function whyNot(view: View, edition: Edition, rule: string): Why {
  return { rule, say: sentenceFor(view, edition, rule) };
}

function sentenceFor(view: View, edition: Edition, rule: string): string {
  const question = view.asks[1];
  if (rule === "stack-1") return t("why.no-answer", { penalty: openPenalty(view) });
  if (rule === "jump-1") return t("why.no-jump", { card: faceName(faceOf(edition, view.top, sideOf(view))) });
  if (question !== "play" && question !== "drawn") return t("why.first", { what: told(`ask.${question}`, question) });
  if (rule === "turn-3") return t("why.only-drawn");
  if (rule === "bluff-2") return t("why.bluff", { color: colorName(view.color) });
  return t("why.no-match", { color: colorName(view.color), card: faceName(faceOf(edition, view.top, sideOf(view))) });
}
