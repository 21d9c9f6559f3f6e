import { expect, test } from "vitest";
import { differing } from "./differing";

const USUAL = { uno: "race", target: 500, custom: ["custom-1"] };

test("what is as usual is not sent", () =>
  expect(differing({ uno: "race", target: 300 }, USUAL)).toEqual({ target: 300 }));

test("lists are alike if their content is", () => {
  expect(differing({ custom: ["custom-1"] }, USUAL)).toEqual({});
  expect(differing({ custom: [] }, USUAL)).toEqual({ custom: [] });
});

test("a choice that another edition has is left out", () =>
  expect(differing({ swap_hands: false }, USUAL)).toEqual({}));
