import { describe, expect, it } from "vitest";
import type { Kind, SideInfo } from "../lib/protocol";
import { countForThemselves, picturesOf, rangesOf, rowsOf } from "./deck";

const kind = (symbol: string, more: Partial<Kind> = {}): Kind => ({
  symbol,
  name: symbol,
  copies: 2,
  points: 20,
  number: null,
  wild: symbol.startsWith("W"),
  written: 0,
  in_deck: "",
  does: [],
  turned_up: [],
  as_last_card: [],
  steps: { does: [], turned_up: [], as_last_card: [] },
  ...more,
});
const number = (n: number, copies = 2) => kind(String(n), { number: n, points: n, copies });

const side: SideInfo = {
  name: "light",
  stacking: {},
  called: "Cards",
  colors: ["red", "green", "blue", "yellow"],
  letters: ["r", "g", "b", "y"],
  kinds: [
    number(0, 1),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => number(n)),
    kind("+2"),
    kind("W"),
    kind("W1", { written: 1 }),
    kind("W2", { written: 2 }),
  ],
};

describe("the rows of a deck", () => {
  it("have all numbers first and the table's own cards last", () => {
    expect(rowsOf(side).map(({ what, kinds }) => [what, kinds.length])).toEqual([
      ["numbers", 10],
      ["kind", 1],
      ["kind", 1],
      ["written", 2],
    ]);
  });

  it("leave out what there is none of", () => {
    expect(rowsOf({ ...side, kinds: [kind("W")] }).map(({ what }) => what)).toEqual(["kind"]);
  });

  it("join numbers of which there are equally many", () => {
    expect(rangesOf(rowsOf(side)[0]!.kinds)).toEqual([
      { from: 0, to: 0, copies: 1 },
      { from: 1, to: 9, copies: 2 },
    ]);
  });

  it("know whether a number counts itself", () => {
    expect(countForThemselves([number(3), number(4)])).toBe(true);
    expect(countForThemselves([kind("3", { number: 3, points: 5 })])).toBe(false);
  });

  it("show three numbers in three colours, and a wild without one", () => {
    const [numbers, , wild] = rowsOf(side);
    expect(picturesOf(numbers!, side, 0)).toEqual(["r0", "g5", "b9"]);
    expect(picturesOf(wild!, side, 2)).toEqual(["W"]);
  });
});
