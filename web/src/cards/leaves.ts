// What stands for all colours at once: the leaves of the wild mark, and the places of the shapes on a plain wild.

import { LEAVES } from "./colors";

const MIDDLE = 12;
const RADIUS = 10.7;
/** Half of the gap between two leaves. */
const GAP = 0.8;

const point = (angle: number, radius: number): string =>
  `${(MIDDLE + radius * Math.cos(angle)).toFixed(2)} ${(MIDDLE + radius * Math.sin(angle)).toFixed(2)}`;

/** One leaf for each colour, in a box of 24 by 24; other than four are the slices of a disc. */
export function leavesOf(count: number): readonly string[] {
  if (count === LEAVES.length) return LEAVES;
  const half = Math.PI / count;
  const slant = Math.asin(GAP / RADIUS);
  return Array.from({ length: count }, (_, place) => {
    const from = 2 * half * place - Math.PI / 2;
    const tip = point(from + half, GAP / Math.sin(half));
    const arc = `A${RADIUS} ${RADIUS} 0 0 1 ${point(from + 2 * half - slant, RADIUS)}`;
    return `M${tip}L${point(from + slant, RADIUS)}${arc}z`;
  });
}

/** How many shapes stand in each row of a plain wild, and how large they are; four go round clockwise. */
const ROWS: Record<number, readonly [rows: readonly number[], scale: number]> = {
  2: [[1, 1], 1.75],
  3: [[1, 2], 1.5],
  4: [[2, 2], 1.45],
  5: [[2, 1, 2], 1.2],
  6: [[2, 2, 2], 1.15],
  7: [[2, 3, 2], 1.02],
  8: [[3, 2, 3], 1.02],
};
/** From one shape to the next, as a multiple of its size. */
const PITCH = 1.106;

/** Where the shapes of so many colours stand on a card of 100 by 150, as a transformation of a box of 24 by 24. */
export function spread(count: number): string[] {
  const [rows, scale] = ROWS[count] ?? ROWS[8]!;
  const step = 24 * scale * PITCH;
  const places = rows.flatMap((inRow, row) =>
    Array.from({ length: inRow }, (_, place) => [
      50 + (place - (inRow - 1) / 2) * step - 12 * scale,
      75 + (row - (rows.length - 1) / 2) * step - 12 * scale,
    ]),
  );
  if (count === 4) places.push(places.splice(2, 1)[0]!);
  return places.map(([x, y]) => `translate(${x!.toFixed(1)} ${y!.toFixed(1)}) scale(${scale})`);
}
