import { beforeEach, expect, it, vi } from "vitest";

const KEY = "lastcard.preferences";
const there = new Map<string, string>();

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { languages: ["de-AT", "en"] });
vi.stubGlobal("localStorage", {
  getItem: (key: string) => there.get(key) ?? null,
  setItem: (key: string, value: string) => there.set(key, value),
});

/** The preferences of a browser that keeps this. */
async function read(text: string) {
  there.set(KEY, text);
  vi.resetModules();
  return { ...(await import("./preferences.svelte")).prefer };
}

const usual = await read("null");

beforeEach(() => there.clear());

it("takes from the browser only preferences there are, of the right type", async () => {
  expect(await read('{"name": "Ann", "seats": "4", "older": 1}')).toEqual({ ...usual, name: "Ann" });
  expect(await read('{"__proto__": {"name": "Eve"}, "constructor": "x", "toString": 1}')).toEqual(usual);
});

it("never plays louder than it can, nor more softly than nothing", async () => {
  expect([await read('{"volume": 900}'), await read('{"volume": -3}')].map(({ volume }) => volume)).toEqual([100, 0]);
});

it.each(["__proto__", "constructor", "xx", ""])(
  "speaks the browser's language for one kept as %j",
  async (language) => {
    await read(JSON.stringify({ language }));
    const { speak, speaking, wanted } = await import("../i18n/index.svelte");
    expect(wanted()).toBe("de");
    vi.stubGlobal("document", { documentElement: {} });
    await speak(language);
    expect(speaking.language).toBe("en");
  },
);
