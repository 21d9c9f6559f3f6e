// Cards as text, read for showing: which face is up, its colour and symbol, and the order of a hand.
// A card is "r5", "W+4", in two-sided editions "r5|p1" (light face, dark face), and "?" where a face is not known.

import type { Edition, Kind, View } from "./protocol";

export type SideNumber = 0 | 1;

export interface Face {
  /** The face in notation: "r5". */
  text: string;
  side: SideNumber;
  /** "red" … "purple", "wild", or null if the face is not known. */
  color: string | null;
  /** "5", "+2", "W+4"; empty if the face is not known. */
  symbol: string;
  kind?: Kind;
}

export function sideOf(view: Pick<View, "side">): SideNumber {
  return view.side === "dark" ? 1 : 0;
}

/** The face of a card on a side. */
export function faceOf(edition: Edition, card: string, side: SideNumber): Face {
  const faces = card.split("|");
  const text = faces[faces.length > 1 ? side : 0] ?? "?";
  if (text === "?") return { text, side, color: null, symbol: "" };
  const printed = edition.faces[side] ?? edition.faces[0]!;
  const wild = text.startsWith("W");
  const symbol = wild ? text : text.slice(1);
  const color = wild ? "wild" : (printed.colors[printed.letters.indexOf(text[0]!)] ?? null);
  return { text, side, color, symbol, kind: printed.kinds.find((kind) => kind.symbol === symbol) };
}

export function isTwoSided(edition: Edition): boolean {
  return edition.faces.length > 1;
}

/**
 * What an onlooker sees of a card in somebody's hand: its face in play if that is known, else its back. In a
 * two-sided edition the back is the other face (see-2); in a one-sided one it is nothing but a back.
 */
export function seenOf(edition: Edition, card: string, side: SideNumber): { face: Face; back: boolean } {
  const front = faceOf(edition, card, side);
  if (front.color !== null || !isTwoSided(edition)) return { face: front, back: front.color === null };
  return { face: faceOf(edition, card, side === 0 ? 1 : 0), back: true };
}

/** The places of a hand's cards in the order they are shown: by colour, then by kind, wilds last. */
export function sorted(edition: Edition, hand: readonly string[], side: SideNumber): number[] {
  const printed = edition.faces[side] ?? edition.faces[0]!;
  const rank = (card: string): number => {
    const { color, symbol } = faceOf(edition, card, side);
    const kind = printed.kinds.findIndex((one) => one.symbol === symbol);
    const place = color === "wild" ? printed.colors.length : printed.colors.indexOf(color ?? "");
    return (place < 0 ? 99 : place) * 1000 + kind;
  };
  return hand
    .map((card, place) => ({ place, rank: rank(card) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ place }) => place);
}
