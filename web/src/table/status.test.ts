import { expect, test, vi } from "vitest";
import type { View } from "../lib/protocol";
import type { Room } from "../lib/room.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { statusOf } = await import("./status");
const { LANGUAGES, speaking } = await import("../i18n/index.svelte");

/** What somebody reads who faces a stack and has these moves. */
function facing(moves: string[], open: Partial<View> = { penalty: 6, until: 0 }): string {
  const view = { seat: 0, asks: [0, "stack"], moves, color: "red", text: "", telling: null, ...open };
  return statusOf({ view, mine: 0, asked: true, edition: null, table: null } as unknown as Room);
}

test("whoever holds nothing to answer a stack with is told only what can be done", () => {
  expect(facing(["play W+4", "challenge", "accept"])).toBe("Answer with a Draw card, or take the penalty.");
  expect(facing(["challenge", "accept"])).toBe("Challenge, or draw 6 cards.");
  expect(facing(["accept"])).toBe("Draw 6 cards.");
  expect(facing(["accept"], { penalty: 1, until: 0 })).toBe("Draw 1 card.");
  expect(facing(["accept"], { penalty: 5, until: 1 })).toBe("Draw 5 cards, then cards until red comes.");
});

test("so it is in every language", async () => {
  const english = speaking.catalogue;
  for (const [language, { load }] of Object.entries(LANGUAGES)) {
    speaking.language = language;
    speaking.catalogue = (await load()).default;
    const [answer, challenge, take] = [["play W+4"], ["challenge"], []].map((more) => facing([...more, "accept"]));
    expect(answer, language).not.toContain("6");
    expect(challenge, language).toContain("6");
    expect(take, language).toContain("6");
    expect(new Set([answer, challenge, take]).size, language).toBe(3);
  }
  speaking.language = "en";
  speaking.catalogue = english;
});
