// The rules in the order in which they are explained, by their ids in docs/rules.md. The words are in the catalogue,
// and which rules an edition needs is read from its cards, so a new edition explains itself as far as it can.

import type { HouseRule } from "../arriving/house";
import type { Edition, Kind, Step } from "../lib/protocol";

export interface Chapter {
  id: "setup" | "turn" | "draw" | "uno" | "bluff" | "effects" | "out" | "sides" | "know" | "house";
  rules: readonly string[];
}

const CHALLENGE = "next player may challenge for {n} more";
const NAMES = "{one} names the colour";
const SWAP = "player and chosen player swap hands";
const FLIPS = "everything flips";

const SCORING: Record<string, string> = { points: "score-1", lowest: "score-2", hand: "score-3" };

export function chaptersOf(edition: Edition): Chapter[] {
  const sides = edition.faces.length > 1;
  const usual = usualScoring(edition);
  const some = (wanted: boolean, ...rules: string[]) => (wanted ? rules : []);
  const flips = has(edition, ({ form }) => form === FLIPS);
  const { challenge, swap, duel } = shownIn(edition);
  const all: Chapter[] = [
    {
      id: "setup",
      rules: [
        "deck-3",
        ...some(edition.id === "flip-transformers", "deck-1"),
        ...some(sides, "deck-2"),
        "setup-1",
        "setup-2",
        "setup-3",
        ...some(flips, "setup-4"),
        "setup-5",
      ],
    },
    { id: "turn", rules: ["turn-1"] },
    { id: "draw", rules: ["turn-2", "turn-3", "turn-4", "turn-5"] },
    { id: "uno", rules: ["uno-1", "uno-2", "uno-3", "uno-4"] },
    {
      id: "bluff",
      rules: some(
        challenge,
        "bluff-1",
        "bluff-2",
        "challenge-1",
        "challenge-2",
        "challenge-3",
        "challenge-4",
        "challenge-5",
      ),
    },
    { id: "out", rules: ["out-1", "out-2", usual, ...otherScoring(edition)] },
    { id: "sides", rules: [...some(flips, "card-flip"), ...some(sides, "see-2", "see-4")] },
    {
      id: "effects",
      rules: [
        ...some(discards(edition), "effect-discard", "effect-last"),
        ...some(discards(edition) || picks(edition), "effect-next"),
      ],
    },
    { id: "know", rules: ["see-1", ...some(challenge || swap || duel, "see-3"), ...some(!sides, "see-4"), "see-5"] },
    { id: "house", rules: [...houseChapters(edition).flatMap(({ rules }) => rules), "party-order"] },
  ];
  return all.filter(({ rules }) => rules.length > 0);
}

/** The house rules that make a difference in an edition, each with what is to be said about it. */
export function houseChapters(edition: Edition): { name: HouseRule; rules: string[] }[] {
  const numbers = new Set(allKinds(edition).map(({ number }) => number));
  const swaps = [...(numbers.has(7) ? ["seven"] : []), ...(numbers.has(0) ? ["zero"] : [])];
  const all: { name: HouseRule; rules: string[] }[] = [
    { name: "stacking", rules: stacks(edition) ? ["stack-1", "stack-2", "stack-3", "stack-4", "stack-5"] : [] },
    { name: "seven_zero", rules: swaps.length ? [...swaps, "seven-zero-limits"] : [] },
    { name: "jump_in", rules: ["jump-1", "jump-2", "jump-3"] },
    { name: "draw_until", rules: ["draw-until"] },
    { name: "must_play", rules: ["must-play"] },
    { name: "teams", rules: ["teams"] },
  ];
  return all.filter(({ rules }) => rules.length > 0);
}

function stacks(edition: Edition): boolean {
  return edition.faces.some(({ stacking }) => Object.keys(stacking.any ?? {}).length > 0);
}

/** The rule by which an edition is scored if the table chooses nothing else. */
export function usualScoring(edition: Edition): string {
  return SCORING[String(edition.settings.scoring)] ?? "score-1";
}

export function otherScoring(edition: Edition): string[] {
  return Object.values(SCORING).filter((rule) => rule !== usualScoring(edition));
}

/** The rules about a kind of card, beside what it does: by its sentences, whatever its name and symbol are. */
export function rulesAbout(kind: Kind, edition: Edition): string[] {
  if (kind.written > 0) return ["card-custom"];
  const steps = stepsOf(kind);
  const does = (form: string, who?: string) =>
    steps.some((step) => step.form === form && (who === undefined || step.who === who));
  const only = (form: string) => steps.length === 1 && does(form);
  const about = (who: string) => steps.some((step) => step.who === who);
  const own = steps.at(-1)?.form === NAMES && steps.at(-1)?.who === "player";
  const until = does("{who} draws until that colour") && does(NAMES, "player");
  const rules: Record<string, boolean> = {
    "card-draw": !kind.wild && does("{who} draws {n}", "next player"),
    "card-reverse": only("direction turns around"),
    "card-reverse-2p": only("direction turns around") && edition.settings.two_player_reverse === "skip",
    "card-skip": only("next player misses the turn"),
    "card-skip-everyone": does("everyone else misses the turn"),
    "card-wild": kind.wild && only(NAMES) && own,
    "card-wild-draw": isBluff(kind) && !until,
    "card-wild-draw-color": isBluff(kind) && until,
    "card-swap": does("player may choose another player") && does(SWAP) && own,
    "card-hero": about("player with most cards"),
    "card-villain": about("player with fewest cards"),
    "card-prime": does("player and chosen player compare highest numbers"),
    "card-megatron": does("player and chosen player show hands and compare lowest numbers"),
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
}

/** On which occasions hands are shown. */
export function shownIn(edition: Edition): { challenge: boolean; swap: boolean; duel: boolean } {
  return {
    challenge: challengeOf(edition) !== null,
    swap: has(edition, ({ form }) => form === SWAP),
    duel: has(edition, ({ form }) => form.startsWith("player and chosen player") && form.includes("compare")),
  };
}

/** How many more cards a wrong challenge costs; null if there is nothing to challenge. */
export function challengeOf(edition: Edition): number | null {
  return (
    allKinds(edition)
      .flatMap(stepsOf)
      .find(({ form }) => form === CHALLENGE)?.n ?? null
  );
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

function has(edition: Edition, wanted: (step: Step) => boolean): boolean {
  return allKinds(edition).flatMap(stepsOf).some(wanted);
}

function discards(edition: Edition): boolean {
  return edition.custom_slots > 0 || has(edition, ({ form }) => form.includes("discard"));
}

/** Whether a card picks another player for something. */
function picks(edition: Edition): boolean {
  return has(edition, ({ form, who }) => form.includes("another player") || who?.startsWith("player with") === true);
}
