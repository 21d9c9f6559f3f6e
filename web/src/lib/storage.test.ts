import { beforeEach, expect, it, vi } from "vitest";
import { forget, keep, kept } from "./storage";

let there: Map<string, string>;
let full: boolean;

beforeEach(() => {
  there = new Map();
  full = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => there.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new Error("no room");
      there.set(key, value);
    },
    removeItem: (key: string) => there.delete(key),
  });
});

it("does not bring back what another tab has deleted", () => {
  keep("a", 1);
  expect(kept("a")).toBe(1);
  there.delete("a");
  expect(kept("a")).toBeNull();
});

it("keeps in memory what the browser does not take, until it does", () => {
  full = true;
  keep("a", 1);
  expect(kept("a")).toBe(1);
  full = false;
  keep("a", 2);
  there.delete("a");
  expect(kept("a")).toBeNull();
});

it("forgets what is in memory too", () => {
  full = true;
  keep("a", 1);
  forget("a");
  expect(kept("a")).toBeNull();
});
