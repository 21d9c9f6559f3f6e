// Every language has every message, with the same places to fill, and the page asks for no message that isn't there.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Catalogue = Record<string, string>;
const PLURALS = /\.(zero|one|two|few|many|other)$/;
const here = import.meta.dirname;

function read(language: string): Catalogue {
  const folder = join(here, language);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Catalogue));
}

function parts(language: string): string[] {
  return readdirSync(join(here, language))
    .filter((name) => name.endsWith(".json"))
    .sort();
}

const languages = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const english = read("en");
const base = (key: string) =>
  PLURALS.test(key) && `${key.replace(PLURALS, "")}.other` in english ? key.replace(PLURALS, "") : key;
const places = (message: string) => [...new Set(message.match(/\{\w+\}/g) ?? [])].sort();

describe.each(languages.filter((language) => language !== "en"))("the catalogue %s", (language) => {
  const catalogue = read(language);

  it("has the same parts as the English one", () => {
    expect(parts(language)).toEqual(parts("en"));
  });

  it("has every message and no other", () => {
    expect([...new Set(Object.keys(catalogue).map(base))].sort()).toEqual(
      [...new Set(Object.keys(english).map(base))].sort(),
    );
  });

  it("has every plural form of its language", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = [...new Set(Object.keys(english).map(base))].filter(
      (key) => `${key}.other` in english && !(key in english),
    );
    for (const key of counted)
      for (const form of forms) expect(catalogue, `${key}.${form}`).toHaveProperty([`${key}.${form}`]);
  });

  it("fills the same places", () => {
    for (const [key, message] of Object.entries(catalogue)) {
      const original = english[key] ?? english[`${base(key)}.other`]!;
      const allowed = PLURALS.test(key) ? places(original).filter((place) => place !== "{count}") : places(original);
      expect(
        places(message).filter((place) => !PLURALS.test(key) || place !== "{count}"),
        key,
      ).toEqual(allowed);
    }
  });
});

it.each(languages)("the edition House and house rules have different names in %s", (language) => {
  const catalogue = read(language);
  expect(catalogue["edition.house"]).not.toBe(catalogue["arriving.house"]);
});

describe("the page", () => {
  const sources = readdirSync(join(here, ".."), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => ({ name, text: readFileSync(join(here, "..", name), "utf8") }));

  it("asks only for messages that there are", () => {
    for (const { name, text } of sources) {
      for (const [, key] of text.matchAll(/\bt\(\s*"([^"]+)"/g)) {
        const known = key! in english || `${key}.other` in english;
        expect(known, `${key} in ${name}`).toBe(true);
      }
    }
  });

  it("has no message twice in the parts of a catalogue", () => {
    const seen = new Map<string, string>();
    for (const part of parts("en")) {
      for (const key of Object.keys(JSON.parse(readFileSync(join(here, "en", part), "utf8")) as Catalogue)) {
        expect(seen.get(key), `${key} in ${part}`).toBeUndefined();
        seen.set(key, part);
      }
    }
  });
});
