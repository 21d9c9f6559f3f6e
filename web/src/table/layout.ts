// Where the cards of a hand lie. Every card keeps a strip that a finger can hit; a large hand takes more rows,
// and the room it takes stays the same from 1 to some 20 cards, so that nothing jumps.

export interface Spot {
  x: number;
  y: number;
  /** Degrees, for the fan of a single row. */
  turn: number;
}

export interface HandLayout {
  spots: Spot[];
  /** The height of all rows, which may be more than the room there is: then the hand scrolls. */
  height: number;
}

/** The least of a card that stays uncovered: enough for a finger, and its middle. */
const FINGER = 44;
const MIDDLE = 0.56;
/** A card that is lifted needs this above the first row. */
export const LIFT = 22;

/** How much of a card of this size is seen at least, across and down. */
export function strip(size: number): number {
  return Math.max(FINGER, size * MIDDLE);
}

export function layOut(count: number, width: number, card: { width: number; height: number }): HandLayout {
  if (count === 0 || width <= 0) return { spots: [], height: LIFT + card.height };
  const perRow = Math.max(1, Math.floor((width - card.width) / strip(card.width)) + 1);
  const rows = Math.ceil(count / perRow);
  const each = Math.ceil(count / rows);
  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++) {
    const here = Math.min(each, count - row * each);
    const step = here > 1 ? Math.min(card.width + 6, (width - card.width) / (here - 1)) : 0;
    const left = (width - card.width - step * (here - 1)) / 2;
    for (let i = 0; i < here; i++) spots.push({ x: left + i * step, y: LIFT + row * strip(card.height), turn: 0 });
  }
  if (rows === 1) fan(spots, card.width);
  return { spots, height: LIFT + (rows - 1) * strip(card.height) + card.height };
}

/** A single row lies in a slight arc, as in a hand. */
function fan(spots: Spot[], width: number): void {
  const middle = (spots.length - 1) / 2;
  const bend = Math.min(2.2, 14 / Math.max(1, spots.length));
  spots.forEach((spot, i) => {
    spot.turn = (i - middle) * bend;
    spot.y += Math.abs(spot.turn) ** 1.6 * (width / 160);
  });
}

/** How the other seats sit around a wide table: so many on the left, on top, on the right, in playing order. */
export function sides(count: number): [number, number, number] {
  if (count <= 1) return [0, count, 0];
  if (count === 2) return [1, 0, 1];
  const beside = count >= 7 ? 2 : 1;
  return [beside, count - 2 * beside, beside];
}
