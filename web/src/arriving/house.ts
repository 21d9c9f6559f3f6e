// House rules: settings that are off in the booklets and that a table can add, alone or as a preset.

import type { Edition } from "../lib/protocol";
import type { Settings } from "../lib/setting";
import { keep, kept } from "../lib/storage";

export const HOUSE_RULES = ["stacking", "seven_zero", "jump_in", "draw_until", "must_play", "teams"] as const;
export type HouseRule = (typeof HOUSE_RULES)[number];

/** The house rules that differ from the edition's booklet. */
export function houseRules(value: (name: string) => unknown, edition: Edition): HouseRule[] {
  return HOUSE_RULES.filter((rule) => rule in edition.settings && value(rule) !== edition.settings[rule]);
}

/** Whether all that a preset says is chosen; one that says nothing is chosen if nothing else is. */
export function isPreset(name: string, value: (name: string) => unknown, edition: Edition): boolean {
  const says = Object.entries(edition.presets[name] ?? {});
  return says.length ? says.every(([rule, wanted]) => value(rule) === wanted) : !houseRules(value, edition).length;
}

/** The house rules that a table plays besides a preset. */
export function besides(name: string, value: (name: string) => unknown, edition: Edition): HouseRule[] {
  return houseRules(value, edition).filter((rule) => !(rule in (edition.presets[name] ?? {})));
}

// --- the last choice --------------------------------------------------------------------------------

const KEY = "lastcard.house-rules";

/** Remembers the house rules of a table that was made. */
export function keepHouseRules(value: (name: string) => unknown): void {
  keep(KEY, Object.fromEntries(HOUSE_RULES.map((rule) => [rule, value(rule)])));
}

/** The house rules of the last table that are still something to choose. */
export function keptHouseRules(): Settings {
  const found = kept<Settings>(KEY);
  if (found === null || typeof found !== "object") return {};
  return Object.fromEntries(
    HOUSE_RULES.filter((rule) => allowed(rule, found[rule])).map((rule) => [rule, found[rule]]),
  );
}

/** The values that a house rule can have beside on and off. */
export const VALUES: Partial<Record<HouseRule, readonly string[]>> = {
  stacking: ["off", "same", "rising", "any"],
  must_play: ["off", "drawn", "always"],
};

function allowed(rule: HouseRule, value: unknown): boolean {
  return VALUES[rule]?.includes(String(value)) ?? typeof value === "boolean";
}
