import { expect, test, vi } from "vitest";
import type { GameEvent } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { together } = await import("./log");

const drew = (card: string | undefined, seat = 1): GameEvent => ({ kind: "drew", seat, card });
const told = (...events: GameEvent[]) => together(events).map(({ event, times }) => [event.seat, event.card, times]);

test("cards of which nothing is known are told at once, for each player", () => {
  expect(told(drew("?"), drew("?"), drew("?", 2))).toEqual([
    [1, "?", 2],
    [2, "?", 1],
  ]);
  expect(told(drew("?|?"), drew("?|?"))).toEqual([[1, "?|?", 2]]);
});

test("a card that is known, or whose back is seen, is told by itself, also if the next one looks the same", () => {
  expect(told(drew("?|t5"), drew("?|t5"))).toEqual([
    [1, "?|t5", 1],
    [1, "?|t5", 1],
  ]);
  expect(told(drew("r7"), drew("r7"), drew("?"))).toEqual([
    [1, "r7", 1],
    [1, "r7", 1],
    [1, "?", 1],
  ]);
});
