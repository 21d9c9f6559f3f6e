import { describe, expect, it } from "vitest";
import texts from "../i18n/en/help.json";
import type { Edition, Kind } from "../lib/protocol";
import { chaptersOf, otherScoring, rulesAbout, usualScoring } from "./chapters";

const kind = (symbol: string, forms: string[] = [], more: Partial<Kind> = {}): Kind => ({
  symbol, name: symbol, copies: 2, points: 20, number: null, wild: symbol.startsWith("W"), written: 0, in_deck: "", does: forms, turned_up: [], as_last_card: [],
  steps: { does: forms.map((form) => ({ form, n: 2 })), turned_up: [], as_last_card: [] },
  ...more,
});

const edition = (sides: Kind[][], more: Partial<Edition> = {}): Edition => ({
  id: "some", title: "", about: "", cards: 0, sides: [], custom_slots: 0, hand: 7, suggested: [],
  settings: { scoring: "points", target: 500, two_player_reverse: "skip" },
  faces: sides.map((kinds, n) => ({ name: n ? "dark" : "light", called: "", colors: ["red"], letters: ["r"], kinds })),
  ...more,
});

const ids = (one: Edition) => chaptersOf(one).map(({ id }) => id);
const CHALLENGED = kind("W+4", ["{one} names the colour", "next player may challenge for {n} more"]);

describe("the chapters of an edition", () => {
  it("tell of sides only where there are two", () => {
    expect(ids(edition([[]]))).not.toContain("sides");
    expect(ids(edition([[], []]))).toContain("sides");
  });

  it("tell of bluffing only where a card can be challenged", () => {
    expect(ids(edition([[kind("W")]]))).not.toContain("bluff");
    expect(ids(edition([[CHALLENGED]]))).toContain("bluff");
  });

  it("tell of discards only where a card or the table's own rules ask for them", () => {
    expect(ids(edition([[kind("S")]]))).not.toContain("effects");
    expect(ids(edition([[kind("WH", ["{who} may discard up to {n}"])]]))).toContain("effects");
    expect(ids(edition([[]], { custom_slots: 3 }))).toContain("effects");
  });

  it("put the usual scoring before the others", () => {
    const hand = edition([[]], { settings: { scoring: "hand" } });
    expect(usualScoring(hand)).toBe("score-3");
    expect(otherScoring(hand)).toEqual(["score-1", "score-2"]);
  });

  it("name no rule twice", () => {
    for (const one of [edition([[CHALLENGED]], { custom_slots: 3 }), edition([[CHALLENGED], []])]) {
      const rules = chaptersOf(one).flatMap(({ rules }) => rules);
      expect(new Set(rules).size).toBe(rules.length);
    }
  });
});

describe("a card", () => {
  it("tells of two players only if Reverse is a Skip then", () => {
    expect(rulesAbout(kind("R"), edition([[]]))).toContain("card-reverse-2p");
    expect(rulesAbout(kind("R"), edition([[]], { settings: { two_player_reverse: "turn" } }))).not.toContain("card-reverse-2p");
  });

  it("that is not known has no rule of its own", () => {
    expect(rulesAbout(kind("Q"), edition([[]]))).toEqual([]);
  });
});

describe("the texts", () => {
  const catalogue: Record<string, string> = texts;
  const wide = edition([[CHALLENGED], []], { custom_slots: 3, id: "flip-transformers" });
  const cards = ["+1", "R", "S", "A", "W", "W+2", "W+C", "WX", "WH", "WV", "WP", "WM"].map((symbol) => kind(symbol));
  const rules = [
    ...chaptersOf(wide).flatMap(({ rules }) => rules),
    ...chaptersOf(edition([[]])).flatMap(({ rules }) => rules),
    ...cards.flatMap((card) => rulesAbout(card, wide)),
    "card-custom",
  ];

  it.each([...new Set(rules)])("explain %s", (rule) => {
    const keys = Object.keys(catalogue).filter((key) => key === `help.rule.${rule}` || key.startsWith(`help.rule.${rule}.`));
    expect(keys).not.toEqual([]);
  });

  it("have a short form of every rule that needs the data of an edition", () => {
    const needy = Object.entries(catalogue).filter(([key, text]) => key.startsWith("help.rule.") && text.includes("{"));
    const bare = needy.map(([key]) => key.split(".")[2]!).filter((rule) => !(`help.why.${rule}` in catalogue));
    expect(bare).toEqual([]);
  });
});
