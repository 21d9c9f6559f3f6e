// A few cards that stand for an edition on the pages before a game.

import type { Face } from "../lib/faces";

const day = (color: string, symbol: string): Face => ({ text: symbol, side: 0, color, symbol });
const night = (color: string, symbol: string): Face => ({ text: symbol, side: 1, color, symbol });

const PICTURES: Record<string, readonly Face[]> = {
  classic: [day("red", "7"), day("yellow", "R"), day("blue", "+2"), day("wild", "W"), day("green", "S")],
  house: [day("green", "4"), day("wild", "W1"), day("wild", "WX"), day("red", "R"), day("blue", "9")],
  flip: [day("yellow", "+1"), day("blue", "F"), night("teal", "A"), night("pink", "+5"), night("wild", "W+C")],
  "flip-marvel": [day("red", "3"), day("wild", "WH"), night("wild", "WV"), night("orange", "+5"), day("blue", "F")],
  "flip-transformers": [day("blue", "8"), day("wild", "WP"), night("wild", "WM"), night("purple", "1"), day("red", "F")],
};

export function picturesOf(edition: string): readonly Face[] {
  return PICTURES[edition] ?? PICTURES.classic!;
}
