// What a question is about, and what follows from the answers, in plain words for whoever is asked.

import { t } from "../i18n/index.svelte";
import { faceOf, sideOf, type Face } from "../lib/faces";
import type { Step, View, WrittenRule } from "../lib/protocol";
import type { Room } from "../lib/room.svelte";
import { faceName, ruleSays, stepsSay } from "../lib/words";
import { namesColor, type Choice } from "./choice.svelte";

/** Questions that follow from a card, which says what they are about. */
const OF_CARDS = new Set(["target", "discard", "give", "vote", "dare"]);

/** What stands above the answers; empty where the question says it all. */
export function aboutOf(room: Room, choice: Choice): string {
  const view = room.view!;
  const custom = room.table?.custom ?? [];
  if (choice.face && choice.card?.kind === "play")
    return namesColor(choice.face, choice.isLast) ? "" : cardSays(choice.face, custom, houseSays(room));
  const [, question] = view.asks;
  const telling = view.telling ?? null;
  if (!room.asked && telling === null) return "";
  const name = room.seatNames[view.turn] ?? "";
  const top = faceOf(room.edition!, view.top, sideOf(view));
  if (question === "challenge") return t("dock.challenge", { name, n: riskOf(top) });
  if (telling === null && !OF_CARDS.has(question)) return "";
  if (view.turn === view.seat) return cardSays(top, custom, houseSays(room));
  return t("dock.played-says", { name, card: faceName(top), says: saysOf(top, custom) || houseSays(room) });
}

/** What is asked of oneself, in plain words; empty where the line about the turn says it all. */
export function askedOf(room: Room, choice: Choice): string {
  const view = room.view!;
  if (!room.asked || view.telling != null || (choice.card && choice.card.kind === "play")) return "";
  return plainly(view, faceOf(room.edition!, view.top, sideOf(view)).kind?.steps.does ?? []);
}

/** What a question comes to for the one who is asked, where the card's own words don't name that player. */
export function plainly({ asks }: Pick<View, "asks">, steps: readonly Step[]): string {
  const [, question] = asks;
  const forms = steps.map(({ form }) => form);
  if (question === "discard") {
    const step = steps.find(({ form }) => form.startsWith("{who} may discard up to"));
    if (step?.who === "player with most cards") return t("plainly.most", { count: step.n ?? 1 });
    if (step?.who === "winner") return t("plainly.winner", { count: step.n ?? 1 });
  }
  if (question === "target") {
    if (forms.includes("player and chosen player swap hands")) return t("plainly.swap");
    if (forms.includes("player and chosen player compare highest numbers")) return t("plainly.highest");
    if (forms.includes("player and chosen player show hands and compare lowest numbers")) return t("plainly.lowest");
  }
  return "";
}

/** How many cards more a challenge in vain costs. */
export function riskOf(face: Face): number {
  return face.kind?.steps.does.find(({ form }) => form.startsWith("next player may challenge"))?.n ?? 0;
}

function saysOf(face: Face, custom: readonly WrittenRule[]): string {
  const rule = face.kind?.written ? custom[face.kind.written - 1] : undefined;
  return rule ? ruleSays(rule) : stepsSay(face.kind?.steps?.does ?? []);
}

function cardSays(face: Face, custom: readonly WrittenRule[], house: string): string {
  const says = saysOf(face, custom) || house;
  return says ? t("dock.card-says", { card: faceName(face), says }) : faceName(face);
}

/** What a card that says nothing itself does by the table's own rules: only one of them asks for anything. */
function houseSays({ view, asked }: Room): string {
  return view?.asks[1] === "target" && asked ? t("dock.seven") : "";
}
