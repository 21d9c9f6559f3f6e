// Cards as text, read for showing: which face is up, its colour and symbol, and the order of a hand.
// A card is "r5", "W+4", in two-sided editions "r5|p1" (light face, dark face), and "?" where a face is not known.

import { huesOf, printedHues, type Hue } from "../cards/hues";
import type { Edition, Kind, SideInfo, View } from "./protocol";

export type SideNumber = 0 | 1;

/** Stands for the colour of a wild. No edition can call a colour so. */
export const WILD = "*";

export interface Face {
  /** The face in notation: "r5". */
  text: string;
  side: SideNumber;
  /** The colour as the edition calls it, WILD, or null if the face is not known. */
  color: string | null;
  /** How that colour looks; null of a wild and of a face that is not known. */
  hue: Hue | null;
  /** How all colours of its side look. */
  hues: readonly Hue[];
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
  const printed = edition.faces[side] ?? edition.faces[0]!;
  const hues = sideHues(edition, side);
  if (text === "?") return { text, side, color: null, hue: null, hues, symbol: "" };
  const wild = text.startsWith("W");
  const symbol = wild ? text : text.slice(1);
  const place = wild ? -1 : printed.letters.indexOf(text[0]!);
  const color = wild ? WILD : (printed.colors[place] ?? null);
  const kind = printed.kinds.find((one) => one.symbol === symbol);
  return { text, side, color, hue: hues[place] ?? null, hues, symbol, kind };
}

const looks = new WeakMap<SideInfo, readonly Hue[]>();

/** How the colours of an edition's side look, in their order. */
export function sideHues(edition: Edition, side: SideNumber): readonly Hue[] {
  const printed = edition.faces[side] ?? edition.faces[0]!;
  let found = looks.get(printed);
  if (!found) {
    found = huesOf(printed.colors, side, printed === edition.faces[0] ? [] : sideHues(edition, 0));
    looks.set(printed, found);
  }
  return found;
}

/** How a colour of a side looks. */
export function hueOf(edition: Edition, side: SideNumber, color: string | null): Hue | null {
  const printed = edition.faces[side] ?? edition.faces[0]!;
  return (color === null ? undefined : sideHues(edition, side)[printed.colors.indexOf(color)]) ?? null;
}

/** A face that most editions have, for a picture. */
export function pictured(side: SideNumber, color: string, symbol: string): Face {
  const hues = printedHues(side);
  return { text: symbol, side, color, hue: hues.find(({ paint }) => paint === color) ?? null, hues, symbol };
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
    const place = color === WILD ? printed.colors.length : printed.colors.indexOf(color ?? "");
    return (place < 0 ? 99 : place) * 1000 + kind;
  };
  return hand
    .map((card, place) => ({ place, rank: rank(card) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ place }) => place);
}
