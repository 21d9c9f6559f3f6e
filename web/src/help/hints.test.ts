import { describe, expect, it } from "vitest";
import texts from "../i18n/en/help.json";
import type { View } from "../lib/protocol";
import { HINTS, hintFor } from "./hints";

type Situation = Parameters<typeof hintFor>[0];
const view = (more: Partial<View> = {}): Situation => ({
  seat: 0,
  asks: [0, "play"],
  moves: ["play r7", "draw"],
  side: "light",
  draw_top: null,
  liable: [],
  hand: ["r7", "g4"],
  ...more,
});
const none = new Set<string>();

describe("the hint", () => {
  it("is none without a game or without a seat", () => {
    expect(hintFor(null, none)).toBe(null);
    expect(hintFor(view({ seat: null }), none)).toBe(null);
  });

  it("tells which cards can be played, and later that one may draw all the same", () => {
    expect(hintFor(view(), none)).toBe("play");
    expect(hintFor(view(), new Set(["play"]))).toBe("play-draw");
  });

  it("tells to draw if nothing can be played", () => {
    expect(hintFor(view({ moves: ["draw"] }), none)).toBe("draw");
  });

  it("explains the question that is asked", () => {
    expect(hintFor(view({ asks: [0, "drawn"], moves: ["play r7", "pass"] }), none)).toBe("drawn");
    expect(hintFor(view({ asks: [0, "color"], moves: ["color red"] }), none)).toBe("color");
    expect(hintFor(view({ asks: [0, "challenge"], moves: ["challenge", "accept"] }), none)).toBe("challenge");
  });

  it("explains stacks and jump-ins", () => {
    expect(hintFor(view({ asks: [0, "stack"], moves: ["accept"] }), none)).toBe("stack");
    expect(hintFor(view({ asks: [1, "play"], moves: ["play r7"] }), none)).toBe("jump");
    expect(hintFor(view({ asks: [0, "jump"], moves: ["silent"] }), none)).toBe("jump");
    expect(hintFor(view({ asks: [1, "play"], moves: [] }), none)).toBe("wait");
  });

  it("offers nothing that the table does not allow", () => {
    expect(hintFor(view({ moves: ["play r7"] }), new Set(["play"]))).toBe(null);
    expect(hintFor(view({ asks: [0, "drawn"], moves: ["play r7"] }), none)).toBe(null);
  });

  it("explains no question that somebody else is asked", () => {
    expect(hintFor(view({ asks: [1, "color"], moves: [] }), none)).toBe("wait");
  });

  it("puts first what can be missed", () => {
    expect(hintFor(view({ moves: ["play r7", "draw", "uno"] }), none)).toBe("uno");
    expect(hintFor(view({ asks: [1, "play"], moves: ["catch 2"] }), none)).toBe("catch");
    expect(hintFor(view({ moves: ["play r7", "draw", "uno"] }), new Set(["uno"]))).toBe("play");
  });

  it("urges nobody to call UNO whom no card fits", () => {
    expect(hintFor(view({ moves: ["draw", "uno"] }), none)).toBe("draw");
    expect(hintFor(view({ asks: [0, "color"], moves: ["color red", "uno"], hand: ["r7"], liable: [0] }), none)).toBe(
      "uno",
    );
    expect(hintFor(view({ asks: [0, "uno"], moves: ["uno", "silent"], hand: ["r7"] }), none)).toBe("uno");
  });

  it("tells of a flip once the dark side is up", () => {
    expect(hintFor(view({ side: "dark" }), new Set(["play", "play-draw"]))).toBe("flip");
  });

  it("tells of backs only where they can be seen", () => {
    const waiting = { asks: [1, "play"] as View["asks"], moves: [] };
    expect(hintFor(view({ ...waiting, draw_top: "?|p3" }), new Set(["wait"]))).toBe("backs");
    expect(hintFor(view({ ...waiting, draw_top: "?" }), new Set(["wait"]))).toBe(null);
  });

  it("tells what comes after a round and after the game", () => {
    expect(hintFor(view({ asks: [-1, "round over"], moves: ["deal"] }), none)).toBe("round");
    expect(hintFor(view({ asks: [-1, "game over"], moves: [] }), none)).toBe("game");
  });

  it("is not given twice", () => {
    expect(hintFor(view(), new Set(HINTS))).toBe(null);
  });

  it.each(HINTS)("%s has its words", (hint) => {
    expect(texts).toHaveProperty([`help.hint.${hint}`]);
  });
});
