// What sounds are made of: noise through filters, bodies that ring after a blow, strings that are plucked, and a tape
// on which all of it is laid. Plain numbers; it knows no browser, and the same seed gives the same samples.

/** Samples a second. */
export const RATE = 44_100;

/** Samples after which a pitch that moves is looked at again. */
const STEP = 16;

/** Numbers from 0 to 1 by chance, the same ones for the same seed. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number near another one, at most so large a part of it away. */
export const about = (middle: number, part: number, chance: Chance) => middle * (1 + part * (2 * chance() - 1));

const count = (seconds: number) => Math.max(1, Math.round(seconds * RATE));

/** Something that changes with the seconds. */
export type Curve = (seconds: number) => number;

/** A blow: there at once, and gone as quickly as `decay` says. */
export const struck =
  (attack: number, decay: number): Curve =>
  (t) =>
    t < attack ? t / attack : Math.exp((attack - t) / decay);

/** Something that comes and goes, loudest after the part `peak` of the time. */
export const swelling =
  (seconds: number, peak: number): Curve =>
  (t) => {
    const way = Math.min(1, t / seconds);
    return Math.sin((Math.PI / 2) * (way < peak ? way / peak : (1 - way) / (1 - peak))) ** 2;
  };

/** From one pitch to another, as ears hear it: by ratios. */
export const gliding =
  (from: number, to: number, seconds: number): Curve =>
  (t) =>
    from * (to / from) ** Math.min(1, t / seconds);

export function noise(seconds: number, level: Curve, chance: Chance): Float32Array {
  return Float32Array.from({ length: count(seconds) }, (_, i) => (2 * chance() - 1) * level(i / RATE));
}

/** A state variable filter, stable while its frequency moves. A band has the height 1 in its middle. */
export function filtered(
  input: Float32Array,
  kind: "low" | "band" | "high",
  hertz: number | Curve,
  q = 0.7,
): Float32Array {
  const output = new Float32Array(input.length);
  const k = 1 / q;
  let [one, two, g, a] = [0, 0, 0, 0];
  for (let i = 0; i < input.length; i++) {
    if (i % STEP === 0) {
      const middle = typeof hertz === "number" ? hertz : hertz(i / RATE);
      g = Math.tan((Math.PI * Math.min(middle, 0.45 * RATE)) / RATE);
      a = 1 / (1 + g * (g + k));
    }
    const rest = input[i]! - two;
    const band = a * one + g * a * rest;
    const low = two + g * band;
    one = 2 * band - one;
    two = 2 * low - two;
    output[i] = kind === "low" ? low : kind === "band" ? band * k : input[i]! - k * band - low;
  }
  return output;
}

/** One way in which a body rings. */
export interface Mode {
  hertz: number;
  /** Seconds until little is left. */
  decay: number;
  loud: number;
}

/** A body that was struck. `bend` is how much higher it begins: a soft body gives way to a hard blow. */
export function ringing(seconds: number, modes: readonly Mode[], bend = 0): Float32Array {
  const output = new Float32Array(count(seconds));
  for (const { hertz, decay, loud } of modes) {
    const fading = Math.exp(-1 / (decay * RATE));
    let [x, y] = [0, loud];
    let [cosine, sine] = [0, 0];
    for (let i = 0; i < output.length; i++) {
      if (i % STEP === 0) {
        const turn = (2 * Math.PI * hertz * (1 + bend * Math.exp(-i / (0.02 * RATE)))) / RATE;
        [cosine, sine] = [fading * Math.cos(turn), fading * Math.sin(turn)];
      }
      [x, y] = [x * cosine + y * sine, y * cosine - x * sine];
      output[i]! += x;
    }
  }
  return output;
}

/** A tuned bar of wood: its first three ways to ring, and the mallet. */
export function bar(hertz: number, long: number, chance: Chance): Float32Array {
  const wood = ringing(long * 3, [
    { hertz, decay: long, loud: 1 },
    { hertz: about(3.93 * hertz, 0.01, chance), decay: long / 4, loud: 0.35 },
    { hertz: about(9.2 * hertz, 0.02, chance), decay: long / 12, loud: 0.12 },
  ]);
  const mallet = filtered(noise(0.03, struck(0.001, 0.004), chance), "band", about(2.5 * hertz, 0.1, chance), 0.8);
  mallet.forEach((value, i) => (wood[i]! += 0.5 * value));
  return wood;
}

/** A tongue or string that is plucked: noise that goes round and loses its edge each time. */
export function plucked(hertz: number, seconds: number, edge: number, chance: Chance): Float32Array {
  const output = new Float32Array(count(seconds));
  const period = RATE / hertz;
  const whole = Math.floor(period - 0.5);
  const part = period - 0.5 - whole;
  const string = filtered(
    noise((whole + 2) / RATE, () => 1, chance),
    "low",
    edge,
  );
  for (let i = 0; i < output.length; i++) {
    if (i < string.length) output[i] = string[i]!;
    const at = (back: number) => (i >= back ? output[i - back]! : 0);
    const round = (1 - part) * at(whole) + part * at(whole + 1);
    const before = (1 - part) * at(whole + 1) + part * at(whole + 2);
    if (i >= string.length) output[i] = 0.997 * 0.5 * (round + before);
  }
  return output;
}

/** On which sounds are laid, each from some moment on. */
export class Tape {
  #samples: Float32Array;

  constructor(seconds: number) {
    this.#samples = new Float32Array(count(seconds));
  }

  add(sound: Float32Array, at = 0, loud = 1): this {
    const first = Math.round(at * RATE);
    const most = Math.min(sound.length, this.#samples.length - first);
    for (let i = 0; i < most; i++) this.#samples[first + i]! += loud * sound[i]!;
    return this;
  }

  /** As it sounds over a table in a room: with a few soft echoes, no click at its ends, and as loud as it may be. */
  finish(chance: Chance, peak = 0.9): Float32Array {
    const dry = filtered(this.#samples, "high", 35);
    const dull = filtered(dry, "low", 2600);
    const output = dry.slice();
    for (const [at, loud] of [
      [0.0071, 0.2],
      [0.0127, 0.15],
      [0.0193, 0.11],
      [0.0311, 0.07],
    ] as const) {
      const late = Math.round(about(at, 0.1, chance) * RATE);
      for (let i = late; i < output.length; i++) output[i]! += loud * dull[i - late]!;
    }
    const fade = Math.min(output.length, count(0.012));
    for (let i = 0; i < fade; i++) output[output.length - 1 - i]! *= i / fade;
    const highest = output.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return highest ? output.map((value) => (value * peak) / highest) : output;
  }
}
