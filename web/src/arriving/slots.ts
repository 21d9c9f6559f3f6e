// The Customizable cards as a player fills them in. A slot remembers what was written in each way, so that trying
// another way loses nothing.

import type { Step, WrittenRule } from "../lib/protocol";
import { sentenceOf } from "./compose";

export const FREE_WORDS = "words:";

export type How = "suggested" | "composed" | "words" | "none";

export interface Slot {
  how: How;
  suggested: string;
  steps: Step[];
  words: string;
}

/** A wild names the colour at its end by itself, so this need not be written. */
const NAMES = "{one} names the colour";

/** The slot of a rule that is already written; `written` is the rule taken apart, if the server told it. */
export function slotOf(rule: string | undefined, suggested: readonly WrittenRule[], written?: WrittenRule): Slot {
  const slot: Slot = { how: "none", suggested: suggested[0]?.rule ?? "", steps: [], words: "" };
  if (rule === undefined) return slot;
  if (suggested.some((one) => one.rule === rule)) return { ...slot, how: "suggested", suggested: rule };
  if (rule.startsWith(FREE_WORDS)) return { ...slot, how: "words", words: rule.slice(FREE_WORDS.length).trim() };
  return { ...slot, how: "composed", steps: own(written?.steps ?? []) };
}

function own(steps: readonly Step[]): Step[] {
  const last = steps.at(-1);
  const added = last?.form === NAMES && last.who === "player" && !last.when;
  return added && steps.length > 1 ? steps.slice(0, -1) : [...steps];
}

/** The rule as the server wants it; null while there is none. */
export function ruleOf({ how, suggested, steps, words }: Slot): string | null {
  if (how === "suggested") return suggested || null;
  if (how === "words") return words.trim() ? `${FREE_WORDS} ${words.trim()}` : null;
  if (how === "none" || steps.length === 0 || steps.some((step) => step.words !== undefined && !step.words.trim()))
    return null;
  return steps.map(sentenceOf).join("; ");
}

export function rulesOf(slots: readonly Slot[]): string[] {
  return slots.map(ruleOf).filter((rule) => rule !== null);
}
