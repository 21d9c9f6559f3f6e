import { beforeEach, expect, it, vi } from "vitest";
import type { Edition, Table, View } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("navigator", { languages: ["en"] });
const { behind, charactersOf, look } = await import("./counting");
const { own } = await import("./kept.svelte");
const { totals } = await import("./statistics");

const edition = { id: "classic", settings: { scoring: "points" }, presets: {}, teams: [4] } as unknown as Edition;
const table = (games: number, more: Partial<Table> = {}) =>
  ({
    code: "K7QM2X",
    games,
    phase: "playing",
    setup: { settings: {}, seats: 3 },
    seats: [{ bot: null }, { bot: "otto@medium" }, { bot: "simple" }],
    ...more,
  }) as unknown as Table;
const view = (scores: number[], winners: number[] | null = null, seat: number | null = 0) =>
  ({ seat, scores, winners: winners ?? [], asks: [0, winners ? "game over" : "play"] }) as unknown as View;

const settled = () => new Promise((done) => setTimeout(done, 0));
const at = (which: Table, seen: View, mine: number | null = 0) => look({ table: which, view: seen, edition, mine });

beforeEach(() => own.forget());

it("counts a game of the own seat once, when it is over", async () => {
  at(table(1), view([0, 80, 0]));
  at(table(1), view([0, 180, 0]));
  at(table(1, { phase: "over" }), view([500, 180, 0], [0]));
  at(table(1, { phase: "over" }), view([500, 180, 0], [0]));
  at(table(2), view([0, 0, 0]));
  at(table(2, { phase: "over" }), view([0, 500, 0], [1]));
  await settled();
  expect(totals(own.all!)).toEqual({ games: 2, wins: 1 });
  expect(own.all).toMatchObject({ streak: 0, longest: 1, comeback: { points: 180 }, going: [] });
  expect(own.all!.editions.classic!.lostTo).toEqual({ otto: 1 });
});

it("counts nothing for whoever watches, and nothing that was over before it was seen", async () => {
  at(table(3), view([0, 0, 0], null, null), null);
  at(table(3, { phase: "over" }), view([500, 0, 0], [0], null), null);
  at(table(4, { phase: "over" }), view([500, 0, 0], [0]));
  await settled();
  expect(totals(own.all!).games).toBe(0);
});

it("knows how far a seat and its partner are behind, however it is scored", () => {
  expect(behind([10, 90, 30], [0], "points")).toBe(80);
  expect(behind([90, 10, 30], [0], "points")).toBe(0);
  expect(behind([90, 10, 30], [0], "lowest")).toBe(80);
  expect(behind([10, 90, 30], [0], "hand")).toBe(0);
  expect(behind([10, 90, 10, 90], [0, 2], "points")).toBe(80);
});

it("names characters, and no bot without a face", () => {
  expect(charactersOf(table(1), [0, 1, 2])).toEqual(["otto"]);
});
