import { describe, expect, it } from "vitest";
import { cardAt, fitted, layOut, LIFT, sides, strip } from "./layout";

const card = { width: 64, height: 96 };

describe("a hand", () => {
  it.each([1, 7, 12, 30])(
    "of %i cards leaves a strip of every card within reach and stays inside its room",
    (count) => {
      for (const width of [288, 344, 700, 1200]) {
        const { spots } = layOut(count, width, card);
        expect(spots).toHaveLength(count);
        for (const [i, spot] of spots.entries()) {
          expect(spot.x).toBeGreaterThanOrEqual(-0.01);
          expect(spot.x + card.width).toBeLessThanOrEqual(width + 0.01);
          const covering = spots.slice(i + 1).find((other) => other.y === spot.y || Math.abs(other.turn) > 0);
          if (covering) expect(covering.x - spot.x).toBeGreaterThanOrEqual(strip(card.width) - 0.01);
        }
      }
    },
  );

  it("in rows shows a strip of the upper rows", () => {
    const { spots } = layOut(30, 344, card);
    const rows = [...new Set(spots.map((spot) => spot.y))].sort((a, b) => a - b);
    expect(rows.length).toBeGreaterThan(1);
    for (let i = 1; i < rows.length; i++)
      expect(rows[i]! - rows[i - 1]!).toBeGreaterThanOrEqual(strip(card.height) - 0.01);
  });

  it("of one card lies in the middle", () => {
    expect(layOut(1, 344, card).spots[0]!.x).toBe(140);
  });
});

describe("the cards of a hand", () => {
  const room = LIFT + 198;
  const size = (count: number, width = 940) => fitted(count, width, room, 60, 132).width;

  it("are as large as they may be while there is room, and never larger when there are more", () => {
    expect(size(7)).toBe(132);
    for (let count = 2; count <= 40; count++) expect(size(count)).toBeLessThanOrEqual(size(count - 1) / 0.84);
    expect(size(30)).toBeLessThan(100);
  });

  it.each([1, 7, 12, 20, 30])("of %i stay in the room that a small hand has", (count) => {
    const card = fitted(count, 940, room, 60, 132);
    expect(layOut(count, 940, card).height).toBeLessThanOrEqual(room);
  });

  it("are no smaller than they may be, also where there is no room", () => {
    expect(size(60, 300)).toBe(60);
  });

  it("lie in one row rather than in two that are hardly larger", () => {
    const card = fitted(7, 328, LIFT + 154, 52, 88);
    expect(new Set(layOut(7, 328, card).spots.map(({ x }) => x)).size).toBe(7);
  });
});

describe("the card at a point", () => {
  it.each([5, 12, 30])("is the one whose strip is seen there, in a hand of %i", (count) => {
    const layout = layOut(count, 344, card);
    for (const [i, { x, y, turn }] of layout.spots.entries())
      expect(cardAt(layout, card, x + 4 + turn, y + 30)).toBe(i);
  });

  it("is the nearest where there is none", () => {
    const layout = layOut(12, 344, card);
    expect(cardAt(layout, card, -50, layout.spots[0]!.y + 5)).toBe(0);
    expect(cardAt(layout, card, 900, layout.spots[11]!.y + 70)).toBe(11);
    expect(cardAt(layOut(0, 344, card), card, 10, 10)).toBe(-1);
  });
});

describe("the seats around a wide table", () => {
  it("are all there, from one opponent to nine", () => {
    for (let count = 1; count <= 9; count++) expect(sides(count).reduce((a, b) => a + b)).toBe(count);
  });
});
