import { expect, test } from "vitest";
import type { WrittenRule } from "../lib/protocol";
import { ruleOf, rulesOf, slotOf } from "./slots";

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

test("an empty slot, no sentences and no words are no rule", () => {
  expect(ruleOf(slotOf(undefined, SUGGESTED))).toBeNull();
  expect(ruleOf({ ...slotOf(undefined, SUGGESTED), how: "composed" })).toBeNull();
  expect(ruleOf({ ...slotOf(undefined, SUGGESTED), how: "words", words: "  " })).toBeNull();
});

test("cards without a rule are left out", () => {
  const slots = [undefined, "custom-4", undefined].map((rule) => slotOf(rule, SUGGESTED));
  expect(rulesOf(slots)).toEqual(["custom-4"]);
});
