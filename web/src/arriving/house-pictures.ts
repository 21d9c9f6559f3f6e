// The pictures of the house rules: a few cards on a table of 140 by 100, and what moves between them.

import { pictured, WILD, type Face } from "../lib/faces";
import type { HouseRule } from "./house";

export interface Placed {
  face: Face;
  x: number;
  y: number;
  turn: number;
}

export interface HousePicture {
  cards: readonly Placed[];
  /** Arrows as paths, with a head at their end. */
  arrows: readonly string[];
  /** A sign: what is due, or a remark. */
  sign?: { text: string; x: number; y: number };
  /** People around a table, each with the number of the team. */
  people?: readonly { x: number; y: number; team: number }[];
  /** Something good happens here. */
  check?: { x: number; y: number };
}

const day = (color: string, symbol: string): Face => pictured(0, color, symbol);
const back: Face = { ...pictured(0, WILD, "W"), text: "?", color: null, symbol: "" };
const at = (face: Face, x: number, y: number, turn = 0): Placed => ({ face, x, y, turn });

export const HOUSE_PICTURES: Record<HouseRule, HousePicture> = {
  stacking: {
    cards: [at(day("blue", "+2"), 30, 52, -12), at(day("red", "+2"), 54, 49, 2), at(day("green", "+2"), 78, 52, 14)],
    arrows: [],
    sign: { text: "6", x: 118, y: 50 },
  },
  seven_zero: {
    cards: [at(day("yellow", "7"), 36, 54, -6), at(day("green", "0"), 104, 54, 6)],
    arrows: ["M56 42C62 36 78 36 84 42", "M84 66C78 72 62 72 56 66"],
  },
  jump_in: {
    cards: [at(day("red", "5"), 88, 60, 5), at(day("red", "5"), 52, 46, -16)],
    arrows: ["M46 14C64 4 84 8 94 24"],
  },
  draw_until: {
    cards: [at(back, 26, 50), at(back, 46, 50), at(day("green", "4"), 96, 50, 4)],
    arrows: ["M64 50H74"],
    check: { x: 120, y: 22 },
  },
  must_play: {
    cards: [at(day("blue", "3"), 34, 56, -8), at(day("blue", "8"), 104, 50, 5)],
    arrows: ["M54 52H82"],
    sign: { text: "!", x: 68, y: 26 },
  },
  teams: {
    cards: [],
    arrows: [],
    people: [
      { x: 70, y: 20, team: 0 },
      { x: 112, y: 50, team: 1 },
      { x: 70, y: 80, team: 0 },
      { x: 28, y: 50, team: 1 },
    ],
  },
};
