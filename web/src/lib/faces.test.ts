import { describe, expect, it } from "vitest";
import { drawingOf } from "../cards/meanings";
import { picturesFrom, picturesOf } from "../arriving/pictures";
import { faceOf, hueOf, sorted, WILD } from "./faces";
import type { Edition, Kind, SideInfo } from "./protocol";

const kind = (symbol: string, form = "", more: Partial<Kind> = {}): Kind => ({
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
  steps: { does: form ? [{ form }] : [], turned_up: [], as_last_card: [] },
  ...more,
});
const KINDS = [
  kind("1"),
  kind("2"),
  kind("+3"),
  kind("S", "{who} draws {n}"),
  kind("R", "direction turns around"),
  kind("WZ"),
  kind("WQ", "", { written: 2 }),
];
const side = (name: "light" | "dark", colors: Record<string, string>, kinds = KINDS): SideInfo => ({
  name,
  called: "",
  colors: Object.values(colors),
  letters: Object.keys(colors),
  kinds,
  stacking: {},
});
const edition = (...faces: SideInfo[]): Edition => ({
  id: "harbour",
  title: "Harbour",
  about: "",
  cards: 60,
  sides: [],
  custom_slots: 0,
  hand: 7,
  faces,
  settings: {},
  presets: {},
  teams: [],
  suggested: [],
});
const harbour = edition(side("light", { r: "rose", t: "teal", w: "wild" }));

describe("a face of an edition from a file", () => {
  it("has the colour that the edition calls so, by its own letters", () => {
    expect(faceOf(harbour, "r1", 0)).toMatchObject({ color: "rose", hue: { paint: "pink" }, symbol: "1" });
    expect(hueOf(harbour, 0, "teal")?.paint).toBe("teal");
    expect(hueOf(harbour, 0, "red")).toBeNull();
    expect(hueOf(harbour, 0, null)).toBeNull();
  });

  it("is not taken for a wild because of what its colour is called", () => {
    expect(faceOf(harbour, "w1", 0).color).not.toBe(WILD);
    expect(faceOf(harbour, "w1", 0).hue).not.toBeNull();
    expect(faceOf(harbour, "WZ", 0)).toMatchObject({ color: WILD, hue: null });
    expect(faceOf(harbour, "WZ", 0).hues).toHaveLength(3);
  });

  it("stands in the hand by its colour, wilds last", () => {
    expect(sorted(harbour, ["WZ", "w2", "t1", "r+3", "r1"], 0)).toEqual([4, 3, 2, 1, 0]);
  });

  it("is drawn as what it is, not as what its symbol is elsewhere", () => {
    const usual = (card: string) => drawingOf(faceOf(harbour, card, 0)).usual;
    expect([usual("rS"), usual("rR"), usual("r+3"), usual("WZ")]).toEqual([false, true, true, true]);
    expect(drawingOf(faceOf(harbour, "WQ", 0))).toEqual({ symbol: "W2", colors: 3, usual: true });
  });
});

describe("the pictures of an edition", () => {
  it("are chosen by hand for the printed ones only", () => {
    expect(picturesOf("flip")).toHaveLength(5);
    expect(picturesOf("harbour")).toBeUndefined();
    expect(picturesOf("constructor")).toBeUndefined();
  });

  it("are five different cards of any other, in all its colours", () => {
    const faces = picturesFrom(harbour);
    expect(new Set(faces.map(({ text }) => text)).size).toBe(5);
    expect(new Set(faces.map(({ color }) => color)).size).toBeGreaterThan(3);
    expect(faces.every(({ kind: known }) => known)).toBe(true);
  });

  it("show both sides, and as many cards as there are", () => {
    const both = edition(side("light", { a: "ash", b: "bone" }), side("dark", { c: "coal", d: "dusk" }));
    expect(new Set(picturesFrom(both).map(({ side: number }) => number)).size).toBe(2);
    expect(picturesFrom(edition(side("light", { a: "ash", b: "bone" }, [kind("W")])))).toHaveLength(1);
  });
});
