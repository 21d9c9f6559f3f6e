import { expect, test } from "vitest";
import type { Language, Step } from "../lib/protocol";
import { canDepend, fitted, knownBefore, moved, sentenceOf, subjectsFor, verbsFor } from "./compose";

const verb = (form: string, more: Partial<Language["verbs"][number]> = {}) => ({
  form,
  means: "",
  count: null,
  needs: "",
  gives: "",
  two_sided: false,
  ...more,
});
const LANGUAGE: Language = {
  subjects: [
    { name: "player", group: false, needs: "", gives: "" },
    { name: "next player", group: false, needs: "", gives: "" },
    { name: "winner", group: false, needs: "a comparison", gives: "" },
    { name: "that player", group: false, needs: "a picked player", gives: "" },
    { name: "player with most cards", group: false, needs: "", gives: "a picked player" },
    { name: "everyone", group: true, needs: "", gives: "" },
  ],
  verbs: [
    verb("{who} draws {n}", { count: [1, 20] }),
    verb("{one} names a colour", { gives: "a colour" }),
    verb("{who} draws until that colour", { needs: "a colour" }),
    verb("everything flips", { two_sided: true }),
    verb("{who} votes on {words}, most votes decide", { gives: "an answer" }),
  ],
  limits: { sentences: 8, characters: 600, words: 80 },
};
const VOTE: Step = { form: "{who} votes on {words}, most votes decide", who: "everyone", words: "Well?" };
const NAME: Step = { form: "{one} names a colour", who: "player" };
const forms = (steps: Step[], when: "" | "yes" | "no" = "", twoSided = false) =>
  verbsFor(LANGUAGE, knownBefore(LANGUAGE, steps, steps.length), when, twoSided).map(({ form }) => form);

test("a sentence is written with what is in its gaps", () => {
  expect(sentenceOf({ form: "{who} draws {n}", who: "next player", n: 3 })).toBe("next player draws 3");
  expect(sentenceOf({ form: "{who} draws {n}", who: "player", n: 4, when: "no" })).toBe("if no: player draws 4");
});

test("quotation marks in free words can't end the words", () => {
  expect(sentenceOf({ ...VOTE, words: ' say "cheese" ' })).toBe(`everyone votes on "say 'cheese'", most votes decide`);
});

test("a sentence is offered only after one that gives what it needs", () => {
  expect(forms([])).not.toContain("{who} draws until that colour");
  expect(forms([NAME])).toContain("{who} draws until that colour");
});

test("what happens under a condition helps only sentences under the same condition", () => {
  const steps: Step[] = [VOTE, { ...NAME, when: "yes" }];
  expect(forms(steps, "yes")).toContain("{who} draws until that colour");
  expect(forms(steps, "no")).not.toContain("{who} draws until that colour");
  expect(forms(steps)).not.toContain("{who} draws until that colour");
});

test("another question takes away what depended on the last answer", () => {
  expect(forms([VOTE, { ...NAME, when: "yes" }, VOTE], "yes")).not.toContain("{who} draws until that colour");
});

test("a condition needs a question before it", () => {
  expect(canDepend(knownBefore(LANGUAGE, [], 0))).toBe(false);
  expect(canDepend(knownBefore(LANGUAGE, [VOTE], 1))).toBe(true);
});

test("two-sided sentences are for two-sided cards", () => {
  expect(forms([])).not.toContain("everything flips");
  expect(forms([], "", true)).toContain("everything flips");
});

test("subjects are those that fit the gap and were picked before", () => {
  const names = (form: string, steps: Step[]) =>
    subjectsFor(LANGUAGE, form, knownBefore(LANGUAGE, steps, steps.length), "").map(({ name }) => name);
  expect(names("{one} names a colour", [])).toEqual(["player", "next player", "player with most cards"]);
  expect(names("{who} draws {n}", [{ form: "{who} draws {n}", who: "player with most cards", n: 1 }])).toContain(
    "that player",
  );
  expect(names("everything flips", [])).toEqual([]);
});

test("another form keeps what still fits", () => {
  const known = knownBefore(LANGUAGE, [], 0);
  expect(fitted(LANGUAGE, { form: "everything flips" }, "{who} draws {n}", known)).toEqual({
    form: "{who} draws {n}",
    who: "next player",
    n: 2,
  });
  expect(fitted(LANGUAGE, { form: "{one} names a colour", who: "player" }, "{who} draws {n}", known).who).toBe(
    "player",
  );
  expect(fitted(LANGUAGE, NAME, VOTE.form, known)).toEqual({ form: VOTE.form, who: "everyone", words: "" });
});

test("steps change places", () => {
  expect(moved([NAME, VOTE], 1, -1)).toEqual([VOTE, NAME]);
});
