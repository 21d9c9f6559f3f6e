// A few cards that stand for an edition on the pages before a game.

import { faceOf, pictured, WILD, type Face, type SideNumber } from "../lib/faces";
import type { Edition, Kind } from "../lib/protocol";

const day = (color: string, symbol: string): Face => pictured(0, color, symbol);
const night = (color: string, symbol: string): Face => pictured(1, color, symbol);

const PICTURES = new Map<string, readonly Face[]>([
  ["classic", [day("red", "7"), day("yellow", "R"), day("blue", "+2"), day(WILD, "W"), day("green", "S")]],
  ["house", [day("green", "4"), day(WILD, "W1"), day(WILD, "WX"), day("red", "R"), day("blue", "9")]],
  ["flip", [day("yellow", "+1"), day("blue", "F"), night("teal", "A"), night("pink", "+5"), night(WILD, "W+C")]],
  ["flip-marvel", [day("red", "3"), day(WILD, "WH"), night(WILD, "WV"), night("orange", "+5"), day("blue", "F")]],
  ["flip-transformers", [day("blue", "8"), day(WILD, "WP"), night(WILD, "WM"), night("purple", "1"), day("red", "F")]],
]);

/** Pictures that were chosen by hand; undefined for an edition that the page does not know. */
export function picturesOf(edition: string): readonly Face[] | undefined {
  return PICTURES.get(edition);
}

/** How many cards a fan has at most. */
const MOST = 5;

/** Pictures of any edition: what is special first, each card in the next colour, of two sides by turns. */
export function picturesFrom(edition: Edition): Face[] {
  const sides = edition.faces.map(({ letters, kinds }, side) => {
    const plain = kinds.filter(({ number }) => number !== null);
    const coloured = kinds.filter(({ number, wild }) => number === null && !wild);
    const wilds = kinds.filter(({ wild }) => wild);
    const special = [coloured[0], wilds[0], coloured[1], wilds[1], ...coloured.slice(2)];
    const ranked = [plain[Math.floor(plain.length * 0.7)], ...special, plain[0], plain.at(-1)];
    const chosen = [...new Set(ranked.filter((kind) => kind !== undefined))];
    let color = 0;
    const text = ({ symbol, wild }: Kind) => (wild ? symbol : letters[color++ % letters.length]! + symbol);
    return chosen.map((kind) => faceOf(edition, text(kind), side as SideNumber));
  });
  const rounds = Math.max(0, ...sides.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, i) => sides.flatMap((faces) => faces[i] ?? []))
    .flat()
    .slice(0, MOST);
}
