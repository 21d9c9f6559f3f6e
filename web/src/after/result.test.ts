import { describe, expect, it, vi } from "vitest";
import type { View } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { isWonBy, orderOf } = await import("./result");

const view = (over: "round over" | "game over", scores: number[], winners: number[] = []) =>
  ({ asks: [-1, over], scores, winners }) as unknown as View;

describe("the order of the score sheet", () => {
  it("is that of the seats after a round, but whoever won it stands on top", () => {
    expect(orderOf(view("round over", [10, 0, 30, 5]), 0, [3], false)).toEqual([3, 0, 1, 2]);
    expect(orderOf(view("round over", [10, 0, 30, 5]), 0, [], false)).toEqual([0, 1, 2, 3]);
  });

  it("is that of the points after the game", () => {
    expect(orderOf(view("game over", [10, 500, 30, 5], [1]), 0, [1], false)).toEqual([1, 2, 0, 3]);
    expect(orderOf(view("game over", [10, 500, 30, 5], [3]), 0, [3], true)).toEqual([3, 0, 2, 1]);
  });

  it("has partners one after the other", () => {
    expect(orderOf(view("round over", [0, 40, 0, 40]), 2, [1, 3], false)).toEqual([1, 3, 0, 2]);
  });
});

describe("who is celebrated", () => {
  it("is a winner of the game, and nobody after a round", () => {
    const over = view("game over", [500, 0, 500, 0], [0, 2]);
    expect([0, 1, 2, 3, null].map((seat) => isWonBy(over, seat))).toEqual([true, false, true, false, false]);
    expect(isWonBy(view("round over", [500, 0]), 0)).toBe(false);
  });
});
