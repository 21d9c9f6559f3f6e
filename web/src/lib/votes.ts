// Free words on a card and what follows from the vote on them: "Did the next player sing?", and if not, two cards.

import type { Step } from "./protocol";

export interface Voted {
  words: string;
  /** What happens after a yes, and after a no. */
  yes: Step[];
  no: Step[];
}

const VOTE = "{who} votes on {words}, most votes decide";
/** A wild names the colour at its end by itself, so this need not be written. */
const NAMES = "{one} names the colour";
const ASKS = /votes on|is dared to/;

/** Whether a sentence of this form asks something that others can depend on. */
export const asks = (form: string): boolean => ASKS.test(form);

/** The sentence by which a table applies free words. */
export const voteOn = (words: string): Step => ({ form: VOTE, who: "everyone", words });

/** The sentences of a rule without the colour that every wild names at its end. */
export function withoutColor(steps: readonly Step[]): Step[] {
  const last = steps.at(-1);
  const added = last?.form === NAMES && last.who === "player" && !last.when;
  return added && steps.length > 1 ? steps.slice(0, -1) : [...steps];
}

/** A rule that is nothing but a vote of everyone and what follows from it; null if it is another one. */
export function votedOf(steps: readonly Step[]): Voted | null {
  const [vote, ...rest] = withoutColor(steps);
  const free = vote?.form === VOTE && vote.who === "everyone" && !vote.when;
  if (!free || rest.some(({ form, when }) => !when || asks(form))) return null;
  const after = (answer: "yes" | "no") => rest.filter(({ when }) => when === answer);
  return { words: vote.words ?? "", yes: after("yes"), no: after("no") };
}
