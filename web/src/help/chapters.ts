// The rules in the order in which they are explained, by their ids in docs/rules.md. The words are in the catalogue,
// and which rules an edition needs is read from its cards, so a new edition explains itself as far as it can.

import type { Edition, Kind, Step } from "../lib/protocol";

export interface Chapter {
  id: "setup" | "turn" | "draw" | "uno" | "bluff" | "effects" | "out" | "sides" | "know";
  rules: readonly string[];
}

const CHALLENGE = "next player may challenge for {n} more";

/** What only one edition has to explain. */
const OWN_SETUP: Record<string, readonly string[]> = { "flip-transformers": ["deck-1"] };

const SCORING: Record<string, string> = { points: "score-1", lowest: "score-2", hand: "score-3" };

/** What there is to say about a card beyond its steps. */
const ABOUT: Record<string, readonly string[]> = {
  "+1": ["card-draw"],
  "+2": ["card-draw"],
  "+5": ["card-draw"],
  R: ["card-reverse", "card-reverse-2p"],
  S: ["card-skip"],
  A: ["card-skip-everyone"],
  W: ["card-wild"],
  "W+2": ["card-wild-draw"],
  "W+4": ["card-wild-draw"],
  "W+C": ["card-wild-draw-color"],
  WX: ["card-swap"],
  WH: ["card-hero"],
  WV: ["card-villain"],
  WP: ["card-prime"],
  WM: ["card-megatron"],
};

export function chaptersOf(edition: Edition): Chapter[] {
  const sides = edition.faces.length > 1;
  const usual = usualScoring(edition);
  const some = (wanted: boolean, ...rules: string[]) => (wanted ? rules : []);
  const all: Chapter[] = [
    {
      id: "setup",
      rules: ["deck-3", ...(OWN_SETUP[edition.id] ?? []), ...some(sides, "deck-2"), "setup-1", "setup-2", "setup-3", ...some(sides, "setup-4"), "setup-5"],
    },
    { id: "turn", rules: ["turn-1"] },
    { id: "draw", rules: ["turn-2", "turn-3", "turn-4", "turn-5"] },
    { id: "uno", rules: ["uno-1", "uno-2", "uno-3", "uno-4"] },
    {
      id: "bluff",
      rules: some(challengeOf(edition) !== null, "bluff-1", "bluff-2", "challenge-1", "challenge-2", "challenge-3", "challenge-4", "challenge-5"),
    },
    { id: "out", rules: ["out-1", "out-2", usual, ...otherScoring(edition)] },
    { id: "sides", rules: some(sides, "card-flip", "see-2", "see-4") },
    { id: "effects", rules: some(discards(edition), "effect-discard", "effect-last", "effect-next") },
    { id: "know", rules: ["see-1", "see-3", ...some(!sides, "see-4"), "see-5"] },
  ];
  return all.filter(({ rules }) => rules.length > 0);
}

/** The rule by which an edition is scored if the table chooses nothing else. */
export function usualScoring(edition: Edition): string {
  return SCORING[String(edition.settings.scoring)] ?? "score-1";
}

export function otherScoring(edition: Edition): string[] {
  return Object.values(SCORING).filter((rule) => rule !== usualScoring(edition));
}

/** The rules about a kind of card, beside what it does. */
export function rulesAbout(kind: Kind, edition: Edition): string[] {
  if (kind.written > 0) return ["card-custom"];
  return (ABOUT[kind.symbol] ?? []).filter((rule) => rule !== "card-reverse-2p" || edition.settings.two_player_reverse === "skip");
}

/** How many more cards a wrong challenge costs; null if there is nothing to challenge. */
export function challengeOf(edition: Edition): number | null {
  return allKinds(edition).flatMap(stepsOf).find(({ form }) => form === CHALLENGE)?.n ?? null;
}

/** Whether a kind of card can be challenged. */
export function isBluff(kind: Kind): boolean {
  return stepsOf(kind).some(({ form }) => form === CHALLENGE);
}

export function allKinds(edition: Edition): Kind[] {
  return edition.faces.flatMap(({ kinds }) => kinds);
}

function stepsOf(kind: Kind): readonly Step[] {
  return kind.steps?.does ?? [];
}

function discards(edition: Edition): boolean {
  return edition.custom_slots > 0 || allKinds(edition).flatMap(stepsOf).some(({ form }) => form.includes("discard"));
}
