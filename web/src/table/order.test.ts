import { describe, expect, it } from "vitest";
import type { Edition, Kind } from "../lib/protocol";
import { ordered, sortAfter, SORTS, steady, type Sort } from "./order";

const kind = (symbol: string) => ({ symbol, wild: symbol.startsWith("W") }) as Kind;
const side = (name: string, letters: string, colors: string[]) => ({
  name,
  letters: [...letters],
  colors,
  kinds: ["1", "2", "9", "S", "W", "W+4"].map(kind),
});
const edition = {
  id: "two",
  faces: [side("light", "ryg", ["red", "yellow", "green"]), side("dark", "pto", ["pink", "teal", "orange"])],
} as unknown as Edition;

function lie(hand: readonly string[], by: Sort, can: readonly string[] = [], onSide: 0 | 1 = 0): string {
  return ordered(edition, hand, onSide, by, (place) => can.includes(hand[place]!))
    .map((place) => hand[place])
    .join(" ");
}

const HAND = ["W", "g2", "rS", "r9", "W+4", "y2", "g1"];

describe("a hand", () => {
  it("lies by colour, wilds last", () => {
    expect(lie(HAND, "color")).toBe("r9 rS y2 g1 g2 W W+4");
  });

  it("lies by number, with one number's colours in their order, then actions, wilds last", () => {
    expect(lie(HAND, "number")).toBe("g1 y2 g2 r9 rS W W+4");
  });

  it("begins with what can be played, each part by colour", () => {
    expect(lie(HAND, "playable", ["g2", "W", "y2"])).toBe("y2 g2 W r9 rS g1 W+4");
    expect(lie(HAND, "playable")).toBe(lie(HAND, "color"));
  });

  it("lies by the faces of the side in play", () => {
    const hand = ["r1|o2", "g9|p1", "y2|t9"];
    expect(lie(hand, "color")).toBe("r1|o2 y2|t9 g9|p1");
    expect(lie(hand, "color", [], 1)).toBe("g9|p1 y2|t9 r1|o2");
    expect(lie(hand, "number", [], 1)).toBe("g9|p1 r1|o2 y2|t9");
  });

  it("has each order in turn", () => {
    expect(SORTS.map(sortAfter)).toEqual(["number", "playable", "color"]);
  });
});

describe("a hand that is kept steady", () => {
  const kept = (before: string, hand: string[], fresh: number[]) =>
    steady(before.split(" "), hand, fresh)
      .map((place) => hand[place])
      .join(" ");

  it("keeps the order that it had, without what is gone", () => {
    expect(kept("g1 r1 y1", ["r1", "y1"], [0, 1])).toBe("r1 y1");
    expect(kept("g1 r1 y1", ["r1", "y1", "g1"], [0, 1, 2])).toBe("g1 r1 y1");
  });

  it("puts a new card behind the one that it follows", () => {
    expect(kept("g1 r1", ["g1", "r1", "r2"], [1, 2, 0])).toBe("g1 r1 r2");
    expect(kept("g1 r2", ["g1", "r1", "r2"], [1, 2, 0])).toBe("r1 g1 r2");
  });

  it("has every card once, also if some are alike", () => {
    expect(steady(["r1", "r1"], ["r1", "g1", "r1", "r1"], [0, 2, 3, 1]).sort()).toEqual([0, 1, 2, 3]);
    expect(steady([], ["r1", "g1"], [1, 0])).toEqual([1, 0]);
  });
});
