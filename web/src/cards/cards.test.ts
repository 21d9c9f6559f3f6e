import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLORS, SHAPES } from "./colors";
import { figure, mark, markWidth } from "./figures";
import { huesOf } from "./hues";
import { leavesOf, spread } from "./leaves";

const css = readFileSync(new URL("./palette.css", import.meta.url), "utf8");
const EXTRA = ["gray", "brown", "sand"];
const NAMES = [...COLORS[0], ...COLORS[1], "wild"];

function value(name: string): string {
  const found = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1];
  if (!found) throw new Error(`palette.css has no --${name}`);
  const other = /^var\(--(.+)\)$/.exec(found);
  return other ? value(other[1]!) : found;
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe("the cards", () => {
  it.each([...NAMES, ...EXTRA])("a figure stands out from %s and from the shape behind it", (name) => {
    expect(contrast(value(name), value(`${name}-ink`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(value(`${name}-tone`), value(`${name}-ink`))).toBeGreaterThanOrEqual(4.5);
  });

  it("every colour has a shape of its own", () => {
    expect(new Set(NAMES.map((name) => SHAPES[name])).size).toBe(NAMES.length);
  });

  it("every colour of a side can be made out on a wild", () => {
    for (const name of [...COLORS[0], ...COLORS[1], ...EXTRA]) {
      expect(contrast(value(name), value("wild")), name).toBeGreaterThanOrEqual(3);
    }
  });

  it("every symbol of every printed edition has a figure, and is not just written", () => {
    const folder = new URL("../../../src/lastcard/editions/data/", import.meta.url);
    const printed = ["classic", "house", "flip", "flip-marvel", "flip-transformers"];
    const symbols = printed.flatMap((id) =>
      [...readFileSync(new URL(`${id}.toml`, folder), "utf8").matchAll(/^symbol = "(.+)"/gm)].map((match) => match[1]!),
    );
    expect(symbols.length).toBeGreaterThan(10);
    for (const symbol of new Set(symbols)) {
      const drawing = { symbol, colors: 4, usual: true };
      expect(mark(drawing), symbol).not.toEqual([]);
      if (!/\+\d/.test(symbol)) expect(figure(drawing), symbol).not.toEqual(figure({ ...drawing, usual: false }));
    }
  });
});

describe("a symbol that has no figure", () => {
  const drawing = (symbol: string, usual = true) => ({ symbol, colors: 4, usual });
  const paths = (symbol: string, usual = true) => figure(drawing(symbol, usual)).map(([, path]) => path);

  it("is written, letter by letter", () => {
    expect(paths("FOG")).toEqual([...paths("F", false), ...paths("O"), ...paths("G")]);
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ+") expect(figure(drawing(letter, false)), letter).toHaveLength(1);
  });

  it("is written without the W of a wild, unless it is a word with a W", () => {
    expect(paths("WZ")).toEqual(paths("Z"));
    expect(paths("WAVE")).toHaveLength(4);
    expect(paths("W9T")).toHaveLength(2);
  });

  it("is written although there is a figure, if it means something else", () => {
    expect(paths("S", false)).not.toEqual(paths("S"));
    expect(paths("S", false)).toHaveLength(1);
  });

  it("is a stack of cards with any number", () => {
    for (const symbol of ["+3", "W+7", "+12", "W+10"]) {
      const digits = symbol.replace(/\D/g, "").length;
      expect(
        figure(drawing(symbol)).filter(([paint]) => paint === "cutbold"),
        symbol,
      ).toHaveLength(digits);
    }
    expect(figure(drawing("+12")).filter(([paint]) => paint === "sheet").length).toBeLessThan(7);
  });

  it("keeps within the corner", () => {
    for (const symbol of ["MMMM", "WWWW", "+12", "K9", "W+10", "Q"]) {
      expect(markWidth(drawing(symbol)), symbol).toBeLessThanOrEqual(130);
    }
  });
});

describe("the colours of a side", () => {
  const paints = (colors: string[], side: 0 | 1 = 0) => huesOf(colors, side).map(({ paint }) => paint);

  it("are those of the palette where they have its names", () => {
    expect(huesOf(["red", "teal"], 0)).toEqual([
      { paint: "red", shape: "red" },
      { paint: "teal", shape: "teal" },
    ]);
  });

  it("are found by a common word or by its end", () => {
    expect(paints(["rose", "gold", "seagreen", "darkgray"])).toEqual(["pink", "yellow", "green", "gray"]);
  });

  it("go by their place where nothing is known of them", () => {
    expect(paints(["foo", "bar", "baz"])).toEqual(["red", "green", "blue"]);
    expect(paints(["foo", "bar"], 1)).toEqual(["pink", "teal"]);
    expect(paints(["foo", "red", "bar"])).toEqual(["green", "red", "blue"]);
  });

  it("differ from those of the other side where they can", () => {
    expect(huesOf(["foo", "bar"], 1, huesOf(["rose", "teal"], 0)).map(({ paint }) => paint)).toEqual([
      "orange",
      "purple",
    ]);
    expect(huesOf(["pink"], 1, huesOf(["pink"], 0))[0]!.paint).toBe("pink");
  });

  it("do not take the paint of a colour with that very name", () => {
    expect(paints(["crimson", "red"])).toEqual(["green", "red"]);
  });

  it.each([0, 1] as const)("never look alike, on side %i", (side) => {
    const sides = [
      ["black", "white", "brown", "gray", "red", "ruby", "cherry", "rot"],
      ["a", "b", "c", "d", "e", "f", "g", "h"],
      ["constructor", "wild", "none", "toString"],
    ];
    for (const colors of sides) {
      const hues = huesOf(colors, side);
      expect(hues.every(({ paint, shape }) => css.includes(`[data-color="${paint}"]`) && shape in SHAPES)).toBe(true);
      expect(new Set(hues.map(({ paint }) => paint)).size).toBe(colors.length);
      expect(new Set(hues.map(({ shape }) => shape)).size).toBe(colors.length);
    }
  });
});

describe("a wild", () => {
  it.each([2, 3, 4, 5, 6, 7, 8])("shows %i colours, each once and on the card", (count) => {
    expect(new Set(leavesOf(count)).size).toBe(count);
    const places = spread(count).map((place) => [...place.matchAll(/[\d.]+/g)].map(Number));
    expect(places).toHaveLength(count);
    for (const [x, y, scale] of places) {
      expect(x).toBeGreaterThan(7);
      expect(x! + 24 * scale!).toBeLessThan(93);
      expect(y).toBeGreaterThan(28);
      expect(y! + 24 * scale!).toBeLessThan(122);
    }
  });
});
