// Cards, events and reasons in words, in the language of the page.

import { has, list, pieces, t, told, translated, type Values } from "../i18n/index.svelte";
import { seenOf, sideOf, WILD, type Face } from "./faces";
import type { Edition, GameEvent, Kind, Step, View, WrittenRule } from "./protocol";
import { sentence } from "./sentence";
import { votedOf } from "./votes";

export { sentence };

export function colorName(color: string | null): string {
  return color === null ? t("no-color") : told(`color.${color}`, color);
}

/** What a side is called in an edition. */
export function sideName(edition: Edition, side: "light" | "dark"): string {
  const called = edition.faces.find(({ name }) => name === side)?.called;
  const usual = edition.faces.length > 1 ? t(`edition.flip.${side}`) : t("edition.classic.light");
  return told(`edition.${edition.id}.${side}`, called || usual);
}

/** The name of a kind of card: "Draw Two", "5". A kind that an edition calls otherwise is not translated. */
export function kindName(kind: Pick<Kind, "symbol" | "name" | "number">): string {
  if (kind.number !== null) return String(kind.number);
  return translated(`card.${kind.symbol}`, kind.name || kind.symbol);
}

/** "red 5", "Wild Draw Four", "a card". */
export function faceName(face: Face, custom: readonly WrittenRule[] = []): string {
  if (face.color === null) return t("face.unknown");
  const name = face.kind ? kindName(face.kind) : face.symbol;
  const rule = face.kind?.written ? custom[face.kind.written - 1] : undefined;
  if (rule) return t("face.says", { name, says: ruleSays(rule).replace(/\.$/, "") }); // a name may end a sentence
  return face.color === WILD ? t("face.wild", { name }) : t("face.colored", { color: colorName(face.color), name });
}

/** A card as its viewer sees it, in words. */
export function cardName(
  edition: Edition,
  card: string,
  view: Pick<View, "side">,
  custom: readonly WrittenRule[] = [],
): string {
  const { face, back } = seenOf(edition, card, sideOf(view));
  const name = faceName(face, custom);
  return back && face.color !== null ? t("face.back", { face: name }) : name;
}

/** The rule that is written on a Customizable card, in words. */
export function ruleSays(rule: WrittenRule): string {
  if (rule.words !== undefined) return rule.words;
  if (has(`rule.${rule.rule}`)) return told(`rule.${rule.rule}`, rule.says);
  return rule.steps ? stepsSay(rule.steps) : rule.says;
}

/** Sentences in a row. */
export function stepsSay(steps: readonly Step[]): string {
  return (votedSays(steps) ?? steps.map(stepSays).map(sentence)).join(" ");
}

/** Of free words with what follows from the vote: the words, then each thing that follows; null of other rules. */
export function votedSays(steps: readonly Step[]): string[] | null {
  const voted = votedOf(steps);
  if (!voted) return null;
  const words = t("rule.voted", { words: wordsSay(voted.words) });
  return [words, ...[...voted.yes, ...voted.no].map(stepSays)].map(sentence);
}

export function stepSays(step: Step): string {
  const values: Values = {
    n: step.n ?? "",
    count: step.n ?? "",
    words: wordsSay(step.words ?? ""),
    who: step.who ? told(`who.${step.who}`, step.who) : "",
  };
  const says = told(`verb.${step.form}`, step.form, values);
  return step.when ? told(`when.${step.when}`, says, { step: says }) : says;
}

/** The words of a vote, dare or notice: of suggested rules from the catalogues, others as players wrote them. */
export function wordsSay(words: string): string {
  return told(`words.${words}`, words);
}

/**
 * An open penalty: "6 cards", "cards until red comes", "6 cards, then cards until red comes". Without a colour it is
 * the one in play, whichever that is.
 */
export function penaltySays(penalty: number, until: number, color?: string | null): string {
  const cards = t("cards", { count: penalty });
  if (!until) return cards;
  const comes =
    color == null
      ? t("penalty.until-any", { count: until })
      : t("penalty.until", { count: until, color: colorName(color) });
  return penalty ? t("penalty.both", { cards, until: comes }) : comes;
}

// --- events ---------------------------------------------------------------------------------------

export interface Teller {
  edition: Edition;
  /** The side on which the cards of these events lie. */
  side: "light" | "dark";
  custom: readonly WrittenRule[];
  /** The own seat. */
  mine: number | null;
  /** Names by seat. */
  names: readonly string[];
}

export type Piece = { text: string } | { card: string };

/** An event as text and cards in a row; `times` draws alike are told at once. */
export function eventPieces(event: GameEvent, teller: Teller, times = 1): Piece[] {
  const key = eventKey(event, teller, times);
  const values = eventValues(event, teller, times);
  return pieces(key, values).map((piece): Piece => {
    if (piece.text !== undefined) return { text: piece.text };
    if (piece.place === "card" && event.card && !isUnknown(event.card)) return { card: event.card };
    return { text: String(values[piece.place!] ?? "") };
  });
}

/** Whether neither face of a card is known; a back that is seen is something to tell. */
export function isUnknown(card = "?"): boolean {
  return card.split("|").every((face) => face === "?");
}

/** Events whose word is one of a few, each with a message of its own; with others it may be anything. */
const WORDED = new Set(["direction", "challenged", "voted", "vote-result"]);

function eventKey(event: GameEvent, teller: Teller, times: number): string {
  let key = `event.${event.kind}`;
  if (event.kind === "chose" && event.other === undefined) key = "event.chose-nobody";
  if (event.kind === "drew" && times > 1) key = "event.drew-many";
  if (event.kind === "accepted" && event.number !== undefined) key = "event.accepted.penalty";
  if (event.kind === "round-won" && !event.number) key = "event.round-won.nothing";
  if (event.word && WORDED.has(event.kind) && has(`${key}.${event.word}`)) key = `${key}.${event.word}`;
  const mine =
    event.kind === "game-won"
      ? event.word === `seat ${teller.mine}`
      : event.seat !== undefined && event.seat === teller.mine;
  return mine && has(`${key}.you`) ? `${key}.you` : key;
}

function eventValues(event: GameEvent, teller: Teller, times: number): Values {
  const name = (seat: number | undefined) => (seat === undefined ? "" : (teller.names[seat] ?? ""));
  const values: Values = {
    times,
    card: t("face.unknown"),
    number: event.number ?? "",
    word: wordsSay(event.word ?? ""),
    seat: name(event.seat),
  };
  values.other = event.other !== undefined && event.other === teller.mine ? t("you.object") : name(event.other);
  values.color = event.word ? colorName(event.word) : "";
  if (event.kind === "stacked") values.penalty = penaltySays(event.number ?? 0, Number(event.word ?? 0));
  values.side = event.kind === "flipped" ? sideName(teller.edition, event.word === "dark" ? "dark" : "light") : "";
  if (event.kind === "game-won") {
    const seats = [...(event.word ?? "").matchAll(/\d+/g)].map(([seat]) => Number(seat));
    values.winners = list(seats.map((seat) => (seat === teller.mine ? t("you.object") : name(seat))));
  }
  return values;
}
