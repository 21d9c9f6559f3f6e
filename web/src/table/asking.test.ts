import { expect, test, vi } from "vitest";
import type { Step, View } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { plainly } = await import("./asking");

const asks = (question: string): Pick<View, "asks"> => ({ asks: [0, question] as unknown as View["asks"] });
const step = (form: string, more: Partial<Step> = {}): Step => ({ form, ...more }) as Step;

test("whoever is asked because of what is in the hand reads so", () => {
  const most = step("{who} may discard up to {n}", { who: "player with most cards", n: 1 });
  expect(plainly(asks("discard"), [most])).toBe("You hold the most cards: drop one?");
  const winner = step("{who} may discard up to {n}", { who: "winner", n: 2 });
  expect(plainly(asks("discard"), [winner])).toBe("You won the duel: drop up to 2 cards?");
});

test("a choice of a player says what follows for both", () => {
  const swap = [step("player chooses another player"), step("player and chosen player swap hands")];
  expect(plainly(asks("target"), swap)).toBe("Whoever you choose gets your cards, and you get theirs.");
  expect(plainly(asks("target"), [step("player and chosen player compare highest numbers")])).toBe(
    "Your highest number against theirs.",
  );
});

test("where the card says it all nothing is added", () => {
  expect(plainly(asks("vote"), [step("{who} votes on {words}, most votes decide")])).toBe("");
  expect(plainly(asks("discard"), [step("{who} discards {n}", { who: "next player", n: 1 })])).toBe("");
});
