import { t, told } from "../i18n/index.svelte";
import type { Edition } from "../lib/protocol";
import type { HouseRule } from "./house";

/** What a house rule says in an edition, with the value that was chosen for it. */
export function houseRuleSays(rule: HouseRule, value: unknown, edition: Edition): string {
  if (typeof value === "string") return told(`house.${rule}.${value}.says`, "");
  const zero = edition.faces.some(({ kinds }) => kinds.some(({ number }) => number === 0));
  return rule === "seven_zero" && !zero ? t("house.seven_zero.no-zero") : told(`house.${rule}.says`, "");
}
