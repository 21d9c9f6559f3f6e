import { describe, expect, it } from "vitest";
import texts from "../i18n/en/help.json";
import type { Edition, Kind } from "../lib/protocol";
import { chaptersOf, otherScoring, rulesAbout, usualScoring } from "./chapters";

const kind = (symbol: string, forms: string[] = [], more: Partial<Kind> = {}): Kind => ({
  symbol,
  name: symbol,
  copies: 2,
  points: 20,
  number: null,
  wild: symbol.startsWith("W"),
  written: 0,
  in_deck: "",
  does: forms,
  turned_up: [],
  as_last_card: [],
  steps: {
    does: forms.map((form) => ({ form, n: 2, who: form.startsWith("{one}") ? "player" : "next player" })),
    turned_up: [],
    as_last_card: [],
  },
  ...more,
});

const edition = (sides: Kind[][], more: Partial<Edition> = {}): Edition => ({
  id: "some",
  title: "",
  about: "",
  cards: 0,
  sides: [],
  custom_slots: 0,
  hand: 7,
  suggested: [],
  settings: { scoring: "points", target: 500, two_player_reverse: "skip" },
  presets: {},
  teams: [],
  faces: sides.map((kinds, n) => ({
    name: n ? "dark" : "light",
    called: "",
    colors: ["red"],
    letters: ["r"],
    kinds,
    stacking: {},
  })),
  ...more,
});

const ids = (one: Edition) => chaptersOf(one).map(({ id }) => id);
const CHALLENGED = kind("W+4", ["{one} names the colour", "next player may challenge for {n} more"]);

const STACKS = edition([[kind("+2"), kind("7", [], { number: 7 }), kind("0", [], { number: 0 })]]);
STACKS.faces[0]!.stacking = { any: { "+2": ["+2"] } };

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

  it("tell of what is shown only where something is", () => {
    const rules = (one: Edition) => chaptersOf(one).flatMap(({ rules }) => rules);
    expect(rules(edition([[kind("S")]]))).not.toContain("see-3");
    expect(rules(edition([[CHALLENGED]]))).toContain("see-3");
    expect(rules(edition([[kind("X", ["player and chosen player swap hands"])]]))).toContain("see-3");
  });

  it("tell of a flip only where a card flips", () => {
    const rules = (one: Edition) => chaptersOf(one).flatMap(({ rules }) => rules);
    expect(rules(edition([[], []]))).not.toContain("card-flip");
    expect(rules(edition([[kind("TURN", ["everything flips"])], []]))).toContain("card-flip");
  });

  it("tell of house rules as far as they make a difference", () => {
    const rules = (one: Edition) => chaptersOf(one).flatMap(({ rules }) => rules);
    const numbered = (...numbers: number[]) => numbers.map((number) => kind(String(number), [], { number }));
    expect(rules(edition([numbered(1)]))).toEqual(expect.arrayContaining(["jump-1", "teams", "party-order"]));
    expect(rules(edition([numbered(1)]))).not.toEqual(expect.arrayContaining(["seven-zero-limits"]));
    expect(rules(edition([numbered(7)]))).toEqual(expect.arrayContaining(["seven", "seven-zero-limits"]));
    expect(rules(edition([numbered(7)]))).not.toContain("zero");
    expect(rules(edition([numbered(1)]))).not.toContain("stack-1");
    expect(rules(STACKS)).toEqual(expect.arrayContaining(["stack-1", "stack-5"]));
  });

  it("name no rule twice", () => {
    for (const one of [edition([[CHALLENGED]], { custom_slots: 3 }), edition([[CHALLENGED], []])]) {
      const rules = chaptersOf(one).flatMap(({ rules }) => rules);
      expect(new Set(rules).size).toBe(rules.length);
    }
  });
});

describe("a card", () => {
  const REVERSE = kind("R", ["direction turns around"]);

  it("tells of two players only if Reverse is a Skip then", () => {
    expect(rulesAbout(REVERSE, edition([[]]))).toContain("card-reverse-2p");
    const turns = edition([[]], { settings: { two_player_reverse: "turn" } });
    expect(rulesAbout(REVERSE, turns)).not.toContain("card-reverse-2p");
  });

  it("has the rules of what it does, whatever its symbol is", () => {
    expect(rulesAbout(kind("ZZ", ["next player misses the turn"]), edition([[]]))).toEqual(["card-skip"]);
    const three = kind("+3", ["{who} draws {n}", "next player misses the turn"]);
    expect(rulesAbout(three, edition([[]]))).toEqual(["card-draw"]);
    expect(rulesAbout(kind("S", ["everyone else misses the turn"]), edition([[]]))).toEqual(["card-skip-everyone"]);
  });

  it("that does nothing known has no rule of its own", () => {
    expect(rulesAbout(kind("S"), edition([[]]))).toEqual([]);
    expect(rulesAbout(kind("Q", ["{who} plays the tuba"]), edition([[]]))).toEqual([]);
  });
});

describe("the texts", () => {
  const catalogue: Record<string, string> = texts;
  const wide = edition([[CHALLENGED], []], { custom_slots: 3, id: "flip-transformers" });
  const NAMES = "{one} names the colour";
  const CHALLENGE = "next player may challenge for {n} more";
  const about = (who: string) =>
    kind("WH", [], { steps: { does: [{ form: "{who} draws {n}", who, n: 1 }], turned_up: [], as_last_card: [] } });
  const cards = [
    kind("+1", ["{who} draws {n}"]),
    kind("R", ["direction turns around"]),
    kind("S", ["next player misses the turn"]),
    kind("A", ["everyone else misses the turn"]),
    kind("W", [NAMES]),
    kind("W+2", [NAMES, CHALLENGE]),
    kind("W+C", [NAMES, CHALLENGE, "{who} draws until that colour"]),
    kind("WX", ["player may choose another player", "player and chosen player swap hands", NAMES]),
    about("player with most cards"),
    about("player with fewest cards"),
    kind("WP", ["player and chosen player compare highest numbers"]),
    kind("WM", ["player and chosen player show hands and compare lowest numbers"]),
  ];
  const rules = [
    ...chaptersOf(wide).flatMap(({ rules }) => rules),
    ...chaptersOf(edition([[]])).flatMap(({ rules }) => rules),
    ...chaptersOf(STACKS).flatMap(({ rules }) => rules),
    ...cards.flatMap((card) => rulesAbout(card, wide)),
    "card-custom",
  ];

  it("are asked for every kind of card", () => {
    for (const card of cards) expect(rulesAbout(card, wide), card.symbol).not.toEqual([]);
  });

  it.each([...new Set(rules)])("explain %s", (rule) => {
    const keys = Object.keys(catalogue).filter(
      (key) => key === `help.rule.${rule}` || key.startsWith(`help.rule.${rule}.`),
    );
    expect(keys).not.toEqual([]);
  });

  it("have a short form of every rule that needs the data of an edition", () => {
    const needy = Object.entries(catalogue).filter(([key, text]) => key.startsWith("help.rule.") && text.includes("{"));
    const bare = needy.map(([key]) => key.split(".")[2]!).filter((rule) => !(`help.why.${rule}` in catalogue));
    expect(bare).toEqual([]);
  });
});
