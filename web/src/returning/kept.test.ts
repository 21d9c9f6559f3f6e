import { beforeEach, expect, it, vi } from "vitest";
import { counted, seen, totals, type Statistics } from "./statistics";

const KEY = "lastcard.statistics";
const there = new Map<string, string>();
let queue: Promise<void>;

vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("localStorage", {
  getItem: (key: string) => there.get(key) ?? null,
  setItem: (key: string, value: string) => there.set(key, value),
  removeItem: (key: string) => there.delete(key),
});
vi.stubGlobal("navigator", {
  languages: ["en"],
  locks: { request: (_: string, what: () => void) => (queue = queue.then(what)) },
});

/** The module as another tab has it: with the same storage, and a memory of its own. */
async function tab() {
  vi.resetModules();
  return (await import("./kept.svelte")).own;
}

const wins =
  (number: number) =>
  (before: Statistics): Statistics => {
    const key = `K7QM2X.${number}`;
    return counted(seen(before, { key, behind: 0 }), { key, at: number, edition: "classic", won: true, lostTo: [] });
  };

beforeEach(() => {
  there.clear();
  queue = Promise.resolve();
});

it("deletes for all tabs: what one has deleted no other writes anew", async () => {
  const [one, other] = [await tab(), await tab()];
  await other.change(wins(1));
  await one.forget();
  expect(there.has(KEY)).toBe(false);
  await other.change(wins(2));
  expect(totals(other.all!)).toEqual({ games: 1, wins: 1 });
  expect(other.all!.last.map(({ key }) => key)).toEqual(["K7QM2X.2"]);
});

it("deletes when no other tab is just changing something", async () => {
  const one = await tab();
  await one.change(wins(1));
  let done = (): void => undefined;
  queue = new Promise((resolve) => (done = resolve)); // another tab has the lock
  const gone = one.forget();
  expect(there.has(KEY)).toBe(true);
  done();
  await gone;
  expect([there.has(KEY), totals(one.all!).games]).toEqual([false, 0]);
});
