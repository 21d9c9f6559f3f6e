import { expect, test, vi } from "vitest";
import type { GameEvent, What } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { roomText, together } = await import("./log");

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

test("a line about the table says what happened there, and nothing else does", () => {
  const says = (what: What) => {
    const line: LogLine = { n: 1, at: 0, what, events: [], side: "light", mine: 0, seats: [], by: "Ann", person: "" };
    return roomText(line);
  };
  const told = (["changed", "started", "rematched", "host-away"] as const).map((t) => says({ t }));
  expect(new Set(told).size).toBe(told.length);
  expect(says({ t: "rematched", again: true })).toBe("Ann wants to play again.");
  expect(says({ t: "paced", speed: 4 })).toBe("Ann wishes for tempo 4×.");
  expect(says({ t: "held", on: true })).not.toBe(says({ t: "held", on: false }));
  expect(says({ t: "moved", seat: 0 })).toBe("");
});
