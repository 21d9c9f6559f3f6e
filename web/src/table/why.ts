// Why a card can't be played now, in the language of the page. The server says which rule stands against it;
// the rest is in the view.

import { t, told } from "../i18n/index.svelte";
import { faceOf, sideOf } from "../lib/faces";
import type { Edition, View } from "../lib/protocol";
import { colorName, faceName } from "../lib/words";
import { openPenalty } from "./penalty";

export interface Why {
  rule: string;
  say: string;
}

export function whyNot(view: View, edition: Edition, place: number, names: readonly string[]): Why | null {
  const number = view.why?.[place];
  const reason = number == null ? undefined : view.reasons?.[number];
  if (!reason) return null;
  return { rule: reason.rule, say: sentenceFor(view, edition, reason.rule, names) };
}

function sentenceFor(view: View, edition: Edition, rule: string, names: readonly string[]): string {
  const [asked, question] = view.asks;
  if (question === "game over") return t("why.game-over");
  if (question === "round over") return t("why.round-over");
  if (asked !== view.seat) return t("why.not-your-turn", { name: names[asked] ?? "" });
  if (rule === "stack-1") return t("why.no-answer", { penalty: openPenalty(view) });
  if (rule === "jump-1") return t("why.no-jump", { card: faceName(faceOf(edition, view.top, sideOf(view))) });
  if (question !== "play" && question !== "drawn") return t("why.first", { what: told(`ask.${question}`, question) });
  if (rule === "turn-3") return t("why.only-drawn");
  if (rule === "bluff-2") return t("why.bluff", { color: colorName(view.color) });
  return t("why.no-match", { color: colorName(view.color), card: faceName(faceOf(edition, view.top, sideOf(view))) });
}
