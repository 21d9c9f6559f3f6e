import { expect, test, vi } from "vitest";
import { movesOf } from "../lib/moves";
import type { View } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { directOf, isOnlyWay } = await import("./questions");

/** Which of the moves that are offered as buttons stand out. */
function standingOut(...offered: string[]): string[] {
  const moves = movesOf({ moves: offered } as unknown as View);
  return directOf(moves)
    .filter((move) => isOnlyWay(move, moves))
    .map(({ text }) => text);
}

test.each([
  ["drawing, while a card can be played", ["play r7", "draw"]],
  ["keeping what was drawn", ["play r7", "pass"]],
  ["discarding no more", ["discard r7", "discard g4", "done"]],
  ["staying silent about a jump-in", ["play r7", "silent"]],
  ["staying silent where UNO can be called", ["uno", "silent"]],
  ["staying silent where somebody can be caught", ["catch 2", "silent"]],
])("%s does not stand out", (_, offered) => {
  expect(standingOut(...offered)).toEqual([]);
});

test.each(["draw", "pass", "done", "silent"])("%s stands out if there is nothing else to do", (move) => {
  expect(standingOut(move)).toEqual([move]);
});

test("a call beside it is no answer to anything but being asked for it", () => {
  expect(standingOut("draw", "uno", "catch 1")).toEqual(["draw"]);
});
