import { expect, test } from "vitest";
import type { WrittenRule } from "../lib/protocol";
import { voteOn } from "../lib/votes";
import { ruleOf, rulesOf, slotOf, type Slot } from "./slots";

const SUGGESTED: WrittenRule[] = [
  { rule: "custom-1", says: "Name a colour." },
  { rule: "custom-4", says: "You play again." },
];

test("a rule and its slot are the same thing", () => {
  for (const rule of ["custom-4", "words: sing a song"]) expect(ruleOf(slotOf(rule, SUGGESTED))).toBe(rule);
});

test("a composed rule comes back without the colour that every wild names at its end", () => {
  const steps = [
    { form: "{who} draws {n}", who: "everyone", n: 2 },
    { form: "{one} names the colour", who: "player" },
  ];
  const slot = slotOf("everyone draws 2", SUGGESTED, { rule: "everyone draws 2", says: "", steps });
  expect(slot.how).toBe("composed");
  expect(ruleOf(slot)).toBe("everyone draws 2");
});

test("free words with what follows are a vote, and come back as words", () => {
  const rule =
    'everyone votes on "Did they sing?", most votes decide; if yes: player draws 1; if no: next player draws 2';
  const slot: Slot = {
    ...slotOf("words: Did they sing?", SUGGESTED),
    follows: [
      { form: "{who} draws {n}", who: "player", n: 1, when: "yes" },
      { form: "{who} draws {n}", who: "next player", n: 2, when: "no" },
    ],
  };
  expect(ruleOf(slot)).toBe(rule);
  const steps = [voteOn("Did they sing?"), ...slot.follows, { form: "{one} names the colour", who: "player" }];
  expect(slotOf(rule, SUGGESTED, { rule, says: rule, steps })).toEqual(slot);
  expect(ruleOf({ ...slot, words: " " })).toBeNull();
});

test("a vote with something else about it is a composed rule", () => {
  const vote = voteOn("Well?");
  const always = { form: "{who} draws {n}", who: "player", n: 1 };
  const dare = { form: "{one} is dared to {words}", who: "player", words: "Sing", when: "yes" as const };
  const others = { ...vote, who: "everyone else" };
  for (const steps of [[vote, always], [vote, dare], [others], [always]])
    expect(slotOf("some rule", SUGGESTED, { rule: "some rule", says: "", steps }).how).toBe("composed");
});

test("an empty slot, no sentences and no words are no rule", () => {
  expect(ruleOf(slotOf(undefined, SUGGESTED))).toBeNull();
  expect(ruleOf({ ...slotOf(undefined, SUGGESTED), how: "composed" })).toBeNull();
  expect(ruleOf({ ...slotOf(undefined, SUGGESTED), how: "words", words: "  " })).toBeNull();
});

test("cards without a rule are left out", () => {
  const slots = [undefined, "custom-4", undefined].map((rule) => slotOf(rule, SUGGESTED));
  expect(rulesOf(slots)).toEqual(["custom-4"]);
});
