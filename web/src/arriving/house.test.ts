import { expect, test, vi } from "vitest";
import type { Edition } from "../lib/protocol";
import { settingOf } from "../lib/setting";
import { besides, houseRules, isPreset } from "./house";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { houseRuleNames } = await import("./house-words");

const PARTY = { stacking: "same", seven_zero: true, jump_in: true, draw_until: true };
const EDITION = {
  settings: {
    uno: "race",
    stacking: "off",
    seven_zero: false,
    jump_in: false,
    draw_until: false,
    must_play: "off",
    teams: false,
  },
  presets: { booklet: {}, party: PARTY },
  teams: [4, 6, 8, 10],
} as unknown as Edition;
const chosen =
  (settings: Record<string, unknown>, edition = EDITION) =>
  (name: string) =>
    settingOf(settings, edition, name);

test("house rules are those that differ from the booklet", () => {
  expect(houseRules(chosen({}), EDITION)).toEqual([]);
  expect(houseRules(chosen({ preset: "party", teams: true, uno: "ask" }), EDITION)).toEqual([
    "stacking",
    "seven_zero",
    "jump_in",
    "draw_until",
    "teams",
  ]);
});

test("an edition's own booklet is what is usual", () => {
  const stacks = { ...EDITION, settings: { ...EDITION.settings, stacking: "same" } };
  expect(houseRules(chosen({}, stacks), stacks)).toEqual([]);
  expect(houseRules(chosen({ stacking: "off" }, stacks), stacks)).toEqual(["stacking"]);
});

test("Party is Party with something beside it, and no other mix is", () => {
  expect(isPreset("party", chosen({ ...PARTY, teams: true }), EDITION)).toBe(true);
  expect(isPreset("party", chosen({ ...PARTY, jump_in: false }), EDITION)).toBe(false);
  expect(isPreset("booklet", chosen({}), EDITION)).toBe(true);
  expect(isPreset("booklet", chosen({ must_play: "drawn" }), EDITION)).toBe(false);
});

test("what a table plays besides Party is named beside it", () => {
  expect(besides("party", chosen({ preset: "party" }), EDITION)).toEqual([]);
  expect(besides("party", chosen({ ...PARTY, teams: true }), EDITION)).toEqual(["teams"]);
  expect(houseRuleNames(chosen({}), EDITION)).toEqual([]);
  expect(houseRuleNames(chosen(PARTY), EDITION)).toEqual(["Party"]);
  expect(houseRuleNames(chosen({ preset: "party", must_play: "drawn", teams: true }), EDITION)).toEqual([
    "Party",
    "Having to play",
    "Partners",
  ]);
  expect(houseRuleNames(chosen({ stacking: "any", jump_in: true }), EDITION)).toEqual(["Stacking", "Jump-in"]);
});
