import { describe, expect, it } from "vitest";
import { awaited, isPause, mayJump, movesOf, shouldCall } from "./moves";
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

describe("calling UNO", () => {
  const calls = (hand: string[], moves: string[], liable: number[] = []) => shouldCall(view({ hand, moves, liable }));

  it("is urged before a card that leaves one", () => {
    expect(calls(["r7", "g4"], ["play r7", "draw", "uno"])).toBe(true);
    expect(calls(["r7", "g4"], ["play r7", "pass", "uno"])).toBe(true);
  });

  it("is not urged if no card fits, though it is possible", () => {
    expect(calls(["r7", "g4"], ["draw", "uno"])).toBe(false);
    expect(calls(["r7", "g4"], ["accept", "uno"])).toBe(false);
  });

  it("is urged with one card, also before anybody may catch", () => {
    expect(calls(["r7"], ["uno"], [0])).toBe(true);
    expect(calls(["r7"], ["color red", "uno"])).toBe(true);
  });

  it("is not urged where it is not offered", () => {
    expect(calls(["r7"], ["play r7"], [1])).toBe(false);
    expect(shouldCall({ seat: null, hand: [], moves: ["uno"], liable: [] })).toBe(false);
  });
});

describe("a pause", () => {
  it("is after a round and after the game", () => {
    const over = (question: string) => isPause(view({ asks: [-1, question] as View["asks"] }));
    expect(["round over", "game over", "play"].map(over)).toEqual([true, true, false]);
  });
});

describe("who is waited for", () => {
  it("is who must decide, but first who has to perform", () => {
    expect(awaited(view({ asks: [1, "vote"] }))).toBe(1);
    expect(awaited(view({ asks: [1, "vote"], telling: null }))).toBe(1);
    expect(awaited(view({ asks: [1, "vote"], telling: 0 }))).toBe(0);
  });
});
