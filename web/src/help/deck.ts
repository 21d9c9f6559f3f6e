// The deck of a side as rows to show: all numbers in one, cards for the table's own rules in one, every other kind by
// itself.

import type { Kind, SideInfo } from "../lib/protocol";

export interface Row {
  what: "numbers" | "written" | "kind";
  kinds: readonly Kind[];
}

/** Numbers from … to, of which there are equally many. */
export interface Range {
  from: number;
  to: number;
  copies: number;
}

export function rowsOf(side: SideInfo): Row[] {
  const numbers = side.kinds.filter(({ number }) => number !== null);
  const written = side.kinds.filter((kind) => kind.written > 0);
  const others = side.kinds.filter((kind) => kind.number === null && kind.written === 0);
  const rows: Row[] = [
    { what: "numbers", kinds: numbers },
    ...others.map((kind): Row => ({ what: "kind", kinds: [kind] })),
    { what: "written", kinds: written },
  ];
  return rows.filter(({ kinds }) => kinds.length > 0);
}

export function rangesOf(kinds: readonly Kind[]): Range[] {
  const ranges: Range[] = [];
  for (const { number, copies } of [...kinds].sort((a, b) => (a.number ?? 0) - (b.number ?? 0))) {
    if (number === null) continue;
    const last = ranges.at(-1);
    if (last && last.copies === copies && last.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number, copies });
  }
  return ranges;
}

/** Whether each number is worth itself. */
export function countForThemselves(kinds: readonly Kind[]): boolean {
  return kinds.every(({ number, points }) => number === points);
}

/** The faces to show of a row, in notation: of numbers the first, a middle one and the last. Colours go round. */
export function picturesOf(row: Row, side: SideInfo, place: number): string[] {
  const letter = (n: number) => side.letters[n % side.letters.length]!;
  if (row.what === "numbers") {
    const picked = [...new Set([row.kinds[0]!, row.kinds[Math.floor(row.kinds.length / 2)]!, row.kinds.at(-1)!])];
    return picked.map(({ symbol }, n) => letter(n) + symbol);
  }
  return row.kinds.map(({ symbol, wild }) => (wild ? symbol : letter(place + 2) + symbol));
}
