// The Customizable cards as a player fills them in. A slot remembers what was written in each way, so that trying
// another way loses nothing.

import type { Step, WrittenRule } from "../lib/protocol";
import { votedOf, voteOn, withoutColor } from "../lib/votes";
import { sentenceOf } from "./compose";

export const FREE_WORDS = "words:";

export type How = "suggested" | "composed" | "words" | "none";

export interface Slot {
  how: How;
  suggested: string;
  steps: Step[];
  words: string;
  /** What follows from the vote on the words. */
  follows: Step[];
}

/** The slot of a rule that is already written; `written` is the rule taken apart, if the server told it. */
export function slotOf(rule: string | undefined, suggested: readonly WrittenRule[], written?: WrittenRule): Slot {
  const slot: Slot = { how: "none", suggested: suggested[0]?.rule ?? "", steps: [], words: "", follows: [] };
  if (rule === undefined) return slot;
  if (suggested.some((one) => one.rule === rule)) return { ...slot, how: "suggested", suggested: rule };
  if (rule.startsWith(FREE_WORDS)) return { ...slot, how: "words", words: rule.slice(FREE_WORDS.length).trim() };
  const steps = written?.steps ?? [];
  const voted = votedOf(steps);
  if (voted) return { ...slot, how: "words", words: voted.words, follows: [...voted.yes, ...voted.no] };
  return { ...slot, how: "composed", steps: withoutColor(steps) };
}

/** The rule as the server wants it; null while there is none. */
export function ruleOf({ how, suggested, steps, words, follows }: Slot): string | null {
  if (how === "suggested") return suggested || null;
  if (how === "words" && !follows.length) return words.trim() ? `${FREE_WORDS} ${words.trim()}` : null;
  if (how === "none") return null;
  return written(how === "words" ? [voteOn(words), ...follows] : steps);
}

/** Sentences as they are written; null while there are none, or words are missing. */
function written(steps: readonly Step[]): string | null {
  const missing = steps.some((step) => step.words !== undefined && !step.words.trim());
  return steps.length && !missing ? steps.map(sentenceOf).join("; ") : null;
}

export function rulesOf(slots: readonly Slot[]): string[] {
  return slots.map(ruleOf).filter((rule) => rule !== null);
}
