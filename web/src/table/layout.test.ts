import { describe, expect, it } from "vitest";
import { layOut, sides, strip } from "./layout";

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

describe("the seats around a wide table", () => {
  it("are all there, from one opponent to nine", () => {
    for (let count = 1; count <= 9; count++) expect(sides(count).reduce((a, b) => a + b)).toBe(count);
  });
});
