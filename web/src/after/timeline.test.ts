import { expect, test } from "vitest";
import { partsAround } from "./reel.svelte";
import { roundAt } from "./timeline";

test("a step belongs to the round that was dealt last", () => {
  expect([0, 39, 40, 41, 99].map((step) => roundAt([0, 40, 90], step))).toEqual([1, 1, 2, 2, 3]);
});

test("parts are asked for before they are needed", () => {
  expect(partsAround(50, 1000)).toEqual([0]);
  expect(partsAround(80, 1000)).toEqual([0, 100]);
  expect(partsAround(103, 1000)).toEqual([100, 0]);
  expect(partsAround(99, 100)).toEqual([0]);
  expect(partsAround(0, 1)).toEqual([0]);
});
