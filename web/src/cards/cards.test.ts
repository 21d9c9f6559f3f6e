import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLORS, SHAPES } from "./colors";
import { figure, mark } from "./figures";

const css = readFileSync(new URL("./palette.css", import.meta.url), "utf8");
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
  it.each(NAMES)("a figure stands out from %s and from the shape behind it", (name) => {
    expect(contrast(value(name), value(`${name}-ink`))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(value(`${name}-tone`), value(`${name}-ink`))).toBeGreaterThanOrEqual(4.5);
  });

  it("every colour has a shape of its own", () => {
    expect(new Set(NAMES.map((name) => SHAPES[name])).size).toBe(NAMES.length);
  });

  it("every colour of a side can be made out on a wild", () => {
    for (const name of [...COLORS[0], ...COLORS[1]]) {
      expect(contrast(value(name), value("wild")), name).toBeGreaterThanOrEqual(3);
    }
  });

  it("every symbol of every edition has a figure and a mark", () => {
    const folder = new URL("../../../src/lastcard/editions/", import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith(".toml"));
    const symbols = files.flatMap((file) =>
      [...readFileSync(new URL(file, folder), "utf8").matchAll(/^symbol = "(.+)"/gm)].map((match) => match[1]!),
    );
    expect(symbols.length).toBeGreaterThan(10);
    for (const symbol of [...symbols, ..."0123456789"]) {
      expect(figure(symbol), symbol).not.toBeNull();
      expect(mark(symbol), symbol).not.toBeNull();
    }
  });
});
