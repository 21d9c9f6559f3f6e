import { t, told } from "../i18n/index.svelte";
import type { Edition } from "../lib/protocol";
import { besides, houseRules, isPreset, type HouseRule } from "./house";

const PARTY = "party";

/** The house rules that a table plays, by name: Party in place of those that it is, and whatever comes besides. */
export function houseRuleNames(value: (name: string) => unknown, edition: Edition): string[] {
  const name = (rule: HouseRule) => told(`house.${rule}`, rule);
  if (!edition.presets[PARTY] || !isPreset(PARTY, value, edition)) return houseRules(value, edition).map(name);
  return [t("arriving.house.party"), ...besides(PARTY, value, edition).map(name)];
}

/** What a house rule says in an edition, with the value that was chosen for it. */
export function houseRuleSays(rule: HouseRule, value: unknown, edition: Edition): string {
  if (typeof value === "string") return told(`house.${rule}.${value}.says`, "");
  const zero = edition.faces.some(({ kinds }) => kinds.some(({ number }) => number === 0));
  return rule === "seven_zero" && !zero ? t("house.seven_zero.no-zero") : told(`house.${rule}.says`, "");
}
