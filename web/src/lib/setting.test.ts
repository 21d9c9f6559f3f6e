import { expect, test } from "vitest";
import { settingOf } from "./setting";

const EDITION = {
  settings: { uno: "race", stacking: "off", jump_in: false },
  presets: { booklet: {}, party: { stacking: "same", jump_in: true } },
};

test("a choice wins over a preset, and a preset over the usual", () => {
  const value = (name: string) => settingOf({ preset: "party", jump_in: false }, EDITION, name);
  expect([value("stacking"), value("jump_in"), value("uno")]).toEqual(["same", false, "race"]);
  expect(settingOf({ preset: "nonsense" }, EDITION, "stacking")).toBe("off");
});

test("before an edition is known there is only what was chosen", () => {
  expect(settingOf({ stacking: "any" }, null, "stacking")).toBe("any");
  expect(settingOf({}, null, "stacking")).toBeUndefined();
});
