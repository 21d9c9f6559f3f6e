import { expect, test } from "vitest";
import type { GameEvent } from "./protocol";
import { sideBefore, withSides } from "./sides";

const event = (kind: string, word?: string): GameEvent => ({ kind, word });
const sides = (events: GameEvent[], before: "light" | "dark") =>
  withSides(
    events.map((one) => ({ event: one })),
    before,
  ).map(({ side }) => side);
const FLIP = [event("played"), event("flipped", "dark"), event("drew")];

test("a card before a flip lies on the old side, one after it on the new", () => {
  expect(sides(FLIP, "light")).toEqual(["light", "dark", "dark"]);
});

test("a new round begins on the light side", () => {
  expect(sides([event("dealt"), event("turned-up")], "dark")).toEqual(["light", "light"]);
});

test("the side before is the other one of the first flip, or the one that is now", () => {
  expect(sideBefore(FLIP, "dark")).toBe("light");
  expect(sideBefore([event("flipped", "light"), ...FLIP], "dark")).toBe("dark");
  expect(sideBefore([event("played")], "dark")).toBe("dark");
  expect(sideBefore([event("dealt"), ...FLIP], "dark")).toBe("light");
});
