// Where the cards of a hand lie, and how large they are. Every card keeps a strip that a finger can hit; a large hand
// has smaller cards and more rows, and the room it takes stays the same, so that nothing jumps.

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

export interface Size {
  width: number;
  height: number;
}

/** Around which point of its height a card of a fan is turned. */
const PIVOT = 1.2;

/** A row less is worth cards that are a little smaller. */
const NEATER = 0.84;

/**
 * The size of the cards of a hand: as large as there is room for. A hand that grows takes smaller cards before it
 * takes more rows, and keeps its room. Below the least size it scrolls.
 */
export function fitted(count: number, width: number, height: number, least: number, largest: number): Size {
  let best = { size: least, rows: Infinity };
  for (let size = Math.floor(largest); size > least && size > best.size * NEATER; size -= 2) {
    const card = { width: size, height: size * 1.5 };
    const rows = rowsOf(count, width, card);
    if (rows < best.rows && heightOf(rows, card) <= height) best = { size, rows };
  }
  return { width: best.size, height: best.size * 1.5 };
}

function rowsOf(count: number, width: number, card: Size): number {
  const perRow = Math.max(1, Math.floor((width - card.width) / strip(card.width)) + 1);
  return Math.max(1, Math.ceil(count / perRow));
}

const heightOf = (rows: number, card: Size): number => LIFT + (rows - 1) * strip(card.height) + card.height;

export function layOut(count: number, width: number, card: Size): HandLayout {
  if (count === 0 || width <= 0) return { spots: [], height: LIFT + card.height };
  const rows = rowsOf(count, width, card);
  const each = Math.ceil(count / rows);
  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++) {
    const here = Math.min(each, count - row * each);
    const step = here > 1 ? Math.min(card.width + 6, (width - card.width) / (here - 1)) : 0;
    const left = (width - card.width - step * (here - 1)) / 2;
    for (let i = 0; i < here; i++) spots.push({ x: left + i * step, y: LIFT + row * strip(card.height), turn: 0 });
  }
  if (rows === 1) fan(spots, card.width);
  return { spots, height: heightOf(rows, card) };
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

/** Which card of a layout is seen at a point, or else lies nearest to it; -1 if there is none. */
export function cardAt({ spots }: HandLayout, card: Size, x: number, y: number): number {
  let nearest = { at: -1, away: Infinity };
  for (const [at, spot] of spots.entries()) {
    const away = distance(spot, card, x, y);
    if (away === 0 || away < nearest.away) nearest = { at, away }; // later cards lie over earlier ones
  }
  return nearest.at;
}

/** How far a point is from a card that turns around a point below it (see `transform-origin` in Hand.svelte). */
function distance(spot: Spot, card: Size, x: number, y: number): number {
  const [across, down] = [x - spot.x - card.width / 2, y - spot.y - card.height * PIVOT];
  const back = (-spot.turn * Math.PI) / 180;
  const left = across * Math.cos(back) - down * Math.sin(back);
  const top = across * Math.sin(back) + down * Math.cos(back) + card.height * PIVOT;
  const outside = Math.max(0, -top, top - card.height);
  return Math.hypot(Math.max(0, Math.abs(left) - card.width / 2), outside);
}

/** How the other seats sit around a wide table: so many on the left, on top, on the right, in playing order. */
export function sides(count: number): [number, number, number] {
  if (count <= 1) return [0, count, 0];
  if (count === 2) return [1, 0, 1];
  const beside = count >= 7 ? 2 : 1;
  return [beside, count - 2 * beside, beside];
}
