import { describe, expect, it } from "vitest";
import type { GameEvent } from "../lib/protocol";
import { RATE, render } from "./render";
import { isHit, LOUD, soundFor, VARIANTS, Variants, type Sound } from "./sounds";

const SOUNDS = Object.keys(LOUD) as Sound[];
const CARDS: Sound[] = ["laid", "drawn", "dealt", "hit", "reverse", "flip"];

/** Which part of a sound is one even tone; of a tone that lasts from beginning to end it is all. */
function toneIn(samples: Float32Array, hertz: number): number {
  let [across, along, power] = [0, 0, 0];
  samples.forEach((value, i) => {
    across += value * Math.cos((2 * Math.PI * hertz * i) / RATE);
    along += value * Math.sin((2 * Math.PI * hertz * i) / RATE);
    power += value ** 2;
  });
  return (2 * (across ** 2 + along ** 2)) / (samples.length * power);
}

/** The samples in one text, to compare. */
const printed = (samples: Float32Array) => new TextDecoder("latin1").decode(samples.buffer as ArrayBuffer);

describe.each(SOUNDS)("the sound %s", (sound) => {
  const all = Array.from({ length: VARIANTS }, (_, variant) => render(sound, variant));

  it("is the same each time it is made, and no two variants are", () => {
    all.forEach((samples, variant) => expect(printed(render(sound, variant)) === printed(samples)).toBe(true));
    expect(new Set(all.map(printed)).size).toBe(VARIANTS);
  });

  it("can be heard, never clips, and begins and ends without a click", () => {
    for (const samples of all) {
      const highest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(highest).toBeGreaterThan(0.5);
      expect(highest).toBeLessThanOrEqual(1);
      expect(samples.every(Number.isFinite)).toBe(true);
      const power = samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length;
      expect(Math.sqrt(power)).toBeGreaterThan(0.02);
      expect(Math.abs(samples[0]!)).toBeLessThan(0.1);
      expect(samples.at(-1)).toBeCloseTo(0);
    }
  });

  it("is short", () => {
    for (const samples of all) expect(samples.length / RATE).toBeLessThan(2);
  });
});

it("knows a beep", () => {
  const beep = Float32Array.from({ length: RATE / 4 }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / RATE));
  expect(toneIn(beep, 440)).toBeCloseTo(1);
});

it.each(CARDS)("%s is no beep", (sound) => {
  const samples = render(sound, 0);
  for (let hertz = 50; hertz < 5000; hertz *= 1.12) expect(toneIn(samples, hertz), `${hertz} Hz`).toBeLessThan(0.2);
});

const event = (kind: string, more: Partial<GameEvent> = {}) => ({ kind, ...more }) as GameEvent;

describe("what is heard", () => {
  it("is the loudest thing that happened", () => {
    expect(soundFor([event("played", { seat: 0 }), event("direction")])).toBe("reverse");
    expect(soundFor([event("played", { seat: 0 }), event("round-won"), event("game-won")])).toBe("win");
    expect(soundFor([event("played", { seat: 0 })])).toBe("laid");
    expect(soundFor([event("drew", { seat: 0 })])).toBe("drawn");
    expect(soundFor([event("dealt"), event("turned-up")])).toBe("dealt");
    expect(soundFor([event("turned-up")])).toBeNull();
  });

  it("is a thud if somebody is hit", () => {
    expect(soundFor([event("played", { seat: 0 }), event("missed", { seat: 1 })])).toBe("hit");
    const two = [event("drew", { seat: 1 }), event("drew", { seat: 1 })];
    expect(soundFor([event("played", { seat: 0 }), ...two])).toBe("hit");
    expect(soundFor([event("drew", { seat: 1 }), event("drew", { seat: 2 })])).toBe("drawn");
    expect(soundFor([event("caught", { seat: 1 }), ...two])).toBe("caught");
  });

  it("is felt by whoever is hit, and by nobody else", () => {
    const hit = [event("missed", { seat: 1 }), event("drew", { seat: 2 }), event("drew", { seat: 2 })];
    expect([0, 1, 2].map((seat) => isHit(hit, seat))).toEqual([false, true, true]);
    expect(isHit([event("challenged", { seat: 0, word: "innocent" })], 0)).toBe(true);
    expect(isHit([event("drew", { seat: 0 })], 0)).toBe(false);
  });
});

describe("the variants", () => {
  it("come by chance, and none twice in a row", () => {
    for (const chance of [() => 0, () => 0.999, Math.random]) {
      const variants = new Variants(chance);
      const heard = Array.from({ length: 50 }, () => variants.next("laid"));
      heard.slice(1).forEach((variant, i) => expect(variant).not.toBe(heard[i]));
      expect(heard.every((variant) => variant >= 0 && variant < VARIANTS)).toBe(true);
    }
  });

  it("are chosen for each sound by itself", () => {
    const variants = new Variants(() => 0);
    expect([variants.next("laid"), variants.next("drawn"), variants.next("laid")]).toEqual([0, 0, 1]);
  });
});
