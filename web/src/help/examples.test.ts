import { describe, expect, it } from "vitest";
import type { Edition, Kind, SideInfo } from "../lib/protocol";
import { turnCards, twoSidedHand } from "./examples";

const kind = (symbol: string): Kind => ({
  symbol,
  name: symbol,
  copies: 2,
  points: 20,
  written: 0,
  in_deck: "",
  wild: symbol.startsWith("W"),
  number: /^\d$/.test(symbol) ? Number(symbol) : null,
  does: [],
  turned_up: [],
  as_last_card: [],
  steps: { does: [], turned_up: [], as_last_card: [] },
});
const side = (letters: string, symbols: string[], name: "light" | "dark" = "light"): SideInfo => ({
  name,
  called: "",
  colors: [...letters],
  letters: [...letters],
  kinds: symbols.map(kind),
  stacking: {},
});
const cardsOf = ({ kinds, letters }: SideInfo) =>
  new Set(kinds.flatMap(({ symbol, wild }) => (wild ? [symbol] : letters.map((letter) => letter + symbol))));

describe("the example of a turn", () => {
  it("is shown with numbers", () => {
    const cards = turnCards(side("rgby", [..."0123456789", "+2", "W"]));
    expect(cards).toEqual({ top: "r5", color: "r9", match: "g5", misfit: "b7", numbers: true });
  });

  it("makes do with two colours, few numbers or none", () => {
    for (const one of [side("ab", ["1", "2"]), side("abc", ["3", "S", "FOG"]), side("ab", ["S", "R", "W"])]) {
      const { top, color, match, misfit } = turnCards(one)!;
      for (const card of [top, color, match, misfit]) expect(cardsOf(one)).toContain(card);
      expect(color[0]).toBe(top[0]);
      expect(match.slice(1)).toBe(top.slice(1));
      expect(misfit[0] === top[0] || misfit.slice(1) === top.slice(1)).toBe(false);
    }
    expect(turnCards(side("abc", ["3", "S", "FOG"]))?.numbers).toBe(false);
  });

  it("is left out where all coloured cards fit", () => {
    expect(turnCards(side("ab", ["1", "W"]))).toBeNull();
    expect(turnCards(side("ab", ["W"]))).toBeNull();
  });
});

describe("the example of two sides", () => {
  it("has only cards that there are", () => {
    const usual = [
      [..."123456789", "S"],
      [..."123456789", "+5", "R", "A"],
    ];
    for (const [light, dark] of [[["1", "2"], ["WAVE"]], [["W"], ["1"]], usual]) {
      const faces = [side("ab", light!), side("cd", dark!, "dark")];
      const hand = twoSidedHand({ faces } as Edition);
      expect(hand).toHaveLength(3);
      for (const card of hand) card.split("|").forEach((face, n) => expect(cardsOf(faces[n]!)).toContain(face));
    }
  });
});
