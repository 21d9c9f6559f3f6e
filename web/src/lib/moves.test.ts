import { describe, expect, it } from "vitest";
import { awaited, mayJump, movesOf } from "./moves";
import type { View } from "./protocol";

const view = (more: Partial<View>) => ({ seat: 0, asks: [1, "play"], moves: [], ...more }) as unknown as View;
const jumps = (one: View) => mayJump(one, movesOf(one));

describe("jumping in", () => {
  it("is possible while somebody else is asked to play", () => {
    expect(jumps(view({ moves: ["play r7"] }))).toBe(true);
    expect(jumps(view({ moves: ["uno"] }))).toBe(false);
  });

  it("is no play on the own turn", () => {
    expect(jumps(view({ asks: [0, "play"], moves: ["play r7", "draw"] }))).toBe(false);
    expect(jumps(view({ asks: [0, "stack"], moves: ["play r+2", "accept"] }))).toBe(false);
  });

  it("may be what is asked", () => {
    expect(jumps(view({ asks: [0, "jump"], moves: ["play r7", "silent"] }))).toBe(true);
    expect(jumps(view({ asks: [0, "jump"], moves: ["silent"] }))).toBe(false);
  });
});

describe("who is waited for", () => {
  it("is who must decide, but first who has to perform", () => {
    expect(awaited(view({ asks: [1, "vote"] }))).toBe(1);
    expect(awaited(view({ asks: [1, "vote"], telling: null }))).toBe(1);
    expect(awaited(view({ asks: [1, "vote"], telling: 0 }))).toBe(0);
  });
});
