import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Edition, GameEvent } from "./protocol";
import type { Teller } from "./words";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { colorName, eventPieces, kindName, penaltySays, sentence, sideName, stepSays } = await import("./words");
const { titleOf, aboutOf } = await import("./titles");
const { columnsOf } = await import("../table/questions");
const { ruleSentences } = await import("../help/rule-text");
const { LANGUAGES, speaking, told } = await import("../i18n/index.svelte");
const { default: german } = await import("../i18n/de");

const kind = (symbol: string, name: string) => ({ symbol, name, number: null });
const edition: Edition = {
  id: "sides",
  title: "Harbour",
  about: "By the sea.",
  cards: 60,
  sides: [],
  custom_slots: 0,
  hand: 7,
  settings: {},
  presets: {},
  teams: [],
  suggested: [],
  faces: [{ name: "light", called: "", colors: ["you", "none"], letters: ["a", "b"], kinds: [], stacking: {} }],
};

test("a colour has the name that its edition gives it, known ones are translated", () => {
  expect(["coral", "wild", "none", "red"].map(colorName)).toEqual(["coral", "wild", "none", "red"]);
  expect(colorName(null)).toBe("not named yet");
  speaking.catalogue = german;
  expect([colorName("red"), colorName("coral")]).toEqual(["Rot", "coral"]);
  speaking.catalogue = english();
});

test("a kind of card is translated only if it is the one that the page knows", () => {
  speaking.catalogue = german;
  expect(kindName(kind("S", "Skip"))).toBe(german["card.S"]);
  expect(kindName(kind("S", "Storm"))).toBe("Storm");
  expect(kindName(kind("+3", "Draw Three"))).toBe("Draw Three");
  expect(kindName(kind("WZ", ""))).toBe("WZ");
  speaking.catalogue = english();
});

test("the printed editions have the names that the page knows", () => {
  const folder = new URL("../../../src/lastcard/editions/data/", import.meta.url);
  const printed = readdirSync(folder).filter((file) => `edition.${file.replace(".toml", "")}` in english());
  expect(printed).toHaveLength(5);
  for (const file of printed) {
    const text = readFileSync(new URL(file, folder), "utf8");
    for (const [, symbol, name] of text.matchAll(/^symbol = "(.+)"\nname = "(.+)"/gm)) {
      expect(english()[`card.${symbol}`], `${symbol} in ${file}`).toBe(name);
    }
  }
});

test("an edition without words of the page speaks for itself", () => {
  expect([titleOf(edition), aboutOf(edition), sideName(edition, "light")]).toEqual(["Harbour", "By the sea.", "Cards"]);
  expect(titleOf({ id: "quay", title: "" })).toBe("quay");
});

test("an event says what was named, whatever that is called", () => {
  const teller: Teller = { edition, side: "light", custom: [], mine: 0, names: ["Ann", "Bob"] };
  const say = (event: Partial<GameEvent>) => {
    const pieces = eventPieces({ kind: "named", ...event }, teller);
    return pieces.map((piece) => ("text" in piece ? piece.text : piece.card)).join("");
  };
  expect(say({ seat: 1, word: "you" })).toBe("Bob names you.");
  expect(say({ seat: 0, word: "coral" })).toBe("You name coral.");
  expect(say({ kind: "direction", word: "left" })).toBe("Play now runs to the left.");
});

test("a sentence about giving says how many cards, as each language counts them", async () => {
  const says: Record<string, [string, string, string]> = {
    en: ["1 card ", "2 cards ", "3 cards "],
    de: ["1 Karte ", "2 Karten ", "3 Karten "],
    es: ["1 carta ", "2 cartas ", "3 cartas "],
    fr: ["1 carte ", "2 cartes ", "3 cartes "],
    ar: ["ورقة واحدة ", "ورقتين ", "3 أوراق "],
  };
  expect(Object.keys(says)).toEqual(Object.keys(LANGUAGES));
  for (const [language, { load }] of Object.entries(LANGUAGES)) {
    speaking.language = language;
    speaking.catalogue = (await load()).default;
    for (const to of ["player", "next player", "chosen player"]) {
      const form = `{who} gives {n} to ${to}`;
      says[language]!.forEach((cards, i) => expect(stepSays({ form, who: "winner", n: i + 1 })).toContain(cards));
      expect(told(`verb.${form}`, "", { who: "…", count: "…" }), language).toContain("… "); // the workshop's gap
    }
  }
  speaking.language = "en";
  speaking.catalogue = english();
});

test("a penalty has a number only if it has cards, and the colour only if that is known", () => {
  expect(penaltySays(6, 0)).toBe("6 cards");
  expect(penaltySays(0, 1, "red")).toBe("cards until red comes");
  expect(penaltySays(0, 2, "red")).toBe("cards until red comes, 2 times");
  expect(penaltySays(5, 1)).toBe("5 cards, then cards until the colour comes");
});

test("a rule is told by what an edition has, not by what it is called", () => {
  expect(ruleSentences("see-4", edition)).toBe(english()["help.rule.see-4"]);
  expect(ruleSentences("turn-1", edition)).not.toContain("wild");
  expect(ruleSentences("out-1", edition)).not.toContain(":");
  expect(ruleSentences("uno-1", { ...edition, caught_draws: 4 })).toContain("4 cards");
});

test("a sentence ends with one full stop, also after a quotation", () => {
  expect([sentence("a “b”"), sentence("a “b?”"), sentence("a.")]).toEqual(["A “b”.", "A “b?”", "A."]);
});

test("colours stand in even rows of at most four", () => {
  expect([2, 3, 4, 5, 6, 7, 8].map(columnsOf)).toEqual([2, 3, 4, 3, 3, 4, 4]);
});

function english(): Record<string, string> {
  const folder = new URL("../i18n/en/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}
