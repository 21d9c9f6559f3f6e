// Composing a card's rule from blocks: which sentences can stand where, by what the server says about its language.

import type { Language, Step } from "../lib/protocol";

type Verb = Language["verbs"][number];
type Subject = Language["subjects"][number];
type When = "" | "yes" | "no";

/** An answer that sentences can depend on; the language calls it so. */
const ANSWER = "an answer";

/** A sentence as it is written. */
export function sentenceOf({ form, who = "", n, words = "", when }: Step): string {
  const gaps: Record<string, string> = {
    who,
    one: who,
    n: String(n ?? ""),
    words: `"${words.trim().replaceAll('"', "'")}"`,
  };
  const text = form.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
  return when ? `if ${when}: ${text}` : text;
}

/** What the sentences before a place have brought about, and under which condition. */
export function knownBefore(language: Language, steps: readonly Step[], place: number): Map<string, When> {
  const known = new Map<string, When>();
  const learn = (thing: string | undefined, when: When) => {
    if (!thing) return;
    // Another question is asked: what depended on the answer to the last one is gone.
    if (thing === ANSWER) for (const [name, condition] of known) if (condition !== "") known.delete(name);
    if (known.get(thing) !== "") known.set(thing, when);
  };
  for (const step of steps.slice(0, place)) {
    const when = step.when ?? "";
    learn(language.subjects.find(({ name }) => name === step.who)?.gives, when);
    learn(language.verbs.find(({ form }) => form === step.form)?.gives, when);
  }
  return known;
}

function met(need: string, known: Map<string, When>, when: When): boolean {
  const condition = need ? known.get(need) : "";
  return condition === "" || (condition !== undefined && condition === when);
}

/** Whether a sentence at this place can depend on an answer. */
export function canDepend(known: Map<string, When>): boolean {
  return met(ANSWER, known, "");
}

export function verbsFor(language: Language, known: Map<string, When>, when: When, twoSided: boolean): Verb[] {
  return language.verbs.filter((verb) => (twoSided || !verb.two_sided) && met(verb.needs, known, when));
}

export function subjectsFor(language: Language, form: string, known: Map<string, When>, when: When): Subject[] {
  if (!/\{(who|one)\}/.test(form)) return [];
  const one = form.includes("{one}");
  return language.subjects.filter((subject) => !(one && subject.group) && met(subject.needs, known, when));
}

/** A step of another form, with whatever of the old one still fits and something sensible in the other gaps. */
export function fitted(language: Language, step: Step, form: string, known: Map<string, When>): Step {
  const verb = language.verbs.find((one) => one.form === form);
  const when = step.when ?? "";
  const subjects = subjectsFor(language, form, known, when);
  const next: Step = { form };
  if (subjects.length) {
    const stays = subjects.some(({ name }) => name === step.who);
    // Questions are mostly for several people, everything else mostly for the next one.
    const usual =
      form.includes("{words}") && form.includes("{who}")
        ? subjects.find(({ group }) => group)
        : subjects.find(({ name }) => name === "next player");
    next.who = stays && !usual?.group ? step.who : (usual ?? subjects[0]!).name;
  }
  if (verb?.count) next.n = Math.min(Math.max(step.n ?? 2, verb.count[0]), verb.count[1]);
  if (form.includes("{words}")) next.words = step.words ?? "";
  if (when) next.when = when;
  return next;
}

/** The steps with one moved by a place. */
export function moved(steps: readonly Step[], from: number, by: -1 | 1): Step[] {
  const next = [...steps];
  const [step] = next.splice(from, 1);
  if (step) next.splice(from + by, 0, step);
  return next;
}
