// In which order the own cards lie: by colour, by number, or those first that can be played. The last kind of order
// changes with every turn, so `steady` keeps what lies where while somebody is about to reach for a card.

import { faceOf, sorted, WILD, type SideNumber } from "../lib/faces";
import type { Edition } from "../lib/protocol";

export const SORTS = ["color", "number", "playable"] as const;
export type Sort = (typeof SORTS)[number];

/** The next one, for a button that goes round. */
export function sortAfter(sort: Sort): Sort {
  return SORTS[(SORTS.indexOf(sort) + 1) % SORTS.length]!;
}

/** The places of a hand's cards in the order in which they are shown. What one order leaves open is by colour. */
export function ordered(
  edition: Edition,
  hand: readonly string[],
  side: SideNumber,
  by: Sort,
  can: (place: number) => boolean,
): number[] {
  const colors = sorted(edition, hand, side);
  if (by === "color") return colors;
  const ranks = hand.map((card, place) => (by === "playable" ? Number(!can(place)) : kindRank(edition, card, side)));
  return colors.sort((a, b) => ranks[a]! - ranks[b]!);
}

/** Numbers and actions as in the edition's list, wilds last. */
function kindRank(edition: Edition, card: string, side: SideNumber): number {
  const { color, symbol } = faceOf(edition, card, side);
  const { kinds } = edition.faces[side] ?? edition.faces[0]!;
  const rank = kinds.findIndex((kind) => kind.symbol === symbol);
  return (rank < 0 ? kinds.length : rank) + (color === WILD ? kinds.length + 1 : 0);
}

/**
 * The places of a hand whose cards keep the order in which they lay before. A new card comes after the one that it
 * would follow in the fresh order.
 */
export function steady(before: readonly string[], hand: readonly string[], fresh: readonly number[]): number[] {
  const left = new Set(fresh);
  const kept = before.flatMap((card) => {
    const place = fresh.find((one) => left.has(one) && hand[one] === card);
    if (place === undefined) return [];
    left.delete(place);
    return [place];
  });
  fresh.forEach((place, i) => {
    if (left.has(place)) kept.splice(i === 0 ? 0 : kept.indexOf(fresh[i - 1]!) + 1, 0, place);
  });
  return kept;
}
