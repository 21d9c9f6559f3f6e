import { describe, expect, it } from "vitest";
import words from "../i18n/en/arriving.json";
import cards from "../i18n/en/cards.json";
import { CHARACTERS, lookOf, NOBODY, PEOPLE } from "./faces";
import { isCut, outlineOf, piecesOf, type Look } from "./look";
import { MOODS } from "./moods";
import { cut, SHAPES } from "./shapes";

const ALL = [...CHARACTERS, ...PEOPLE, NOBODY];
const drawn = (look: Look, mood: (typeof MOODS)[number] = "calm") => JSON.stringify(piecesOf(look, mood));

describe("the faces", () => {
  it("has one for every character that the page has words for", () => {
    const characters = Object.keys(cards).flatMap((key) => /^character\.(\w+)\.says$/.exec(key)?.[1] ?? []);
    expect(characters).toHaveLength(12);
    expect([...CHARACTERS].sort()).toEqual(characters.sort());
  });

  it("has a dozen for people, each with a name in words, and none is a character's", () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(12);
    expect(PEOPLE.filter((face) => !(`face.${face}` in words))).toEqual([]);
    expect(new Set(ALL).size).toBe(ALL.length);
  });

  it("has ids that the server takes", () => {
    for (const face of PEOPLE) expect(face).toMatch(/^[a-z-]{1,16}$/);
  });

  it("has no two that are alike, nor two with the same outline", () => {
    expect(new Set(ALL.map((face) => drawn(lookOf(face)))).size).toBe(ALL.length);
    expect(new Set(ALL.map((face) => JSON.stringify(outlineOf(lookOf(face))))).size).toBe(ALL.length);
    const heads = CHARACTERS.map((face) => lookOf(face).head).map(({ d, fill }) => `${fill} ${d}`);
    expect(new Set(heads).size).toBe(CHARACTERS.length);
  });

  it.each(ALL)("%s looks different in each mood", (face) => {
    expect(new Set(MOODS.map((mood) => drawn(lookOf(face), mood))).size).toBe(MOODS.length);
  });

  it.each(ALL)("%s stays inside its box in each mood", (face) => {
    const look = lookOf(face);
    for (const piece of [...outlineOf(look), ...MOODS.flatMap((mood) => piecesOf(look, mood))]) {
      const points = [...piece.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
      expect(points.length).toBeGreaterThan(0);
      const rim = isCut(piece) ? 0 : piece.width / 2;
      expect(Math.min(...points) - rim).toBeGreaterThanOrEqual(-6);
      expect(Math.max(...points) + rim).toBeLessThanOrEqual(104);
      expect(piece.d).not.toMatch(/NaN|undefined/);
    }
  });

  it("shows nobody's face for an id that is not known", () => {
    expect(lookOf("dragon")).toBe(lookOf(NOBODY));
    expect(lookOf("constructor")).toBe(lookOf(NOBODY));
  });
});

describe("a piece of paper", () => {
  it("is one of eight shapes", () => {
    expect(Object.keys(SHAPES)).toHaveLength(8);
  });

  it("is stretched, turned and put in its place", () => {
    expect(cut("diamond", 10, 20, 100, 100, "red").d).toBe("M10 -30L56 20L10 70L-36 20Z");
    expect(cut("diamond", 0, 0, 50, 100, "red").d).toBe("M0 -50L23 0L0 50L-23 0Z");
    expect(cut("diamond", 0, 0, 100, 100, "red", 90).d).toBe("M50 0L0 46L-50 0L0 -46Z");
  });
});
