// The sounds of a table, each made like the thing that one would hear: cards of paper, a hand on wood, air, and small
// wooden bars for what is told by notes. They are made when they are first needed and never loaded.

import {
  about,
  bar,
  chanceOf,
  filtered,
  gliding,
  noise,
  plucked,
  ringing,
  struck,
  swelling,
  Tape,
  type Chance,
} from "./dsp";
import { VARIANTS, type Sound } from "./sounds";

export { RATE } from "./dsp";

/** A card that snaps against something: a crack of paper, and the little air under it. */
function snap(chance: Chance, bright = 1): Float32Array {
  const tape = new Tape(0.06);
  tape.add(filtered(noise(0.03, struck(0.0004, 0.0022), chance), "band", about(4200 * bright, 0.2, chance), 0.9));
  tape.add(filtered(noise(0.05, struck(0.001, 0.008), chance), "band", about(1500 * bright, 0.2, chance), 0.8), 0, 0.6);
  return tape.finish(chance);
}

/** What a table of wood answers to a soft blow. */
function wood(chance: Chance, deep: number, long: number): Float32Array {
  return ringing(
    0.3,
    [
      { hertz: about(deep, 0.06, chance), decay: long, loud: 1 },
      { hertz: about(deep * 1.83, 0.06, chance), decay: long * 0.6, loud: 0.5 },
      { hertz: about(deep * 3.1, 0.08, chance), decay: long * 0.35, loud: 0.25 },
    ],
    0.15,
  );
}

/** Paper that slides on paper: it sticks and slips, so its noise is never even. */
function slide(chance: Chance, seconds: number, from: number, to: number): Float32Array {
  const rough = filtered(
    noise(seconds, () => 1, chance),
    "low",
    about(70, 0.3, chance),
  );
  const bell = swelling(seconds, 0.4);
  const rubbed = noise(seconds, bell, chance).map((value, i) => value * (0.45 + 6 * Math.abs(rough[i]!)));
  return filtered(rubbed, "band", gliding(about(from, 0.12, chance), about(to, 0.12, chance), seconds), 0.9);
}

/** Air that is moved aside. */
function whoosh(chance: Chance, seconds: number, from: number, over: number, to: number): Float32Array {
  const half = seconds / 2;
  const up = gliding(about(from, 0.1, chance), about(over, 0.1, chance), half);
  const down = gliding(over, about(to, 0.1, chance), half);
  const pitch = (t: number) => (t < half ? up(t) : down(t - half));
  return filtered(noise(seconds, swelling(seconds, about(0.5, 0.15, chance)), chance), "band", pitch, 1.6);
}

/** Card after card, each a moment after the other. */
function riffle(tape: Tape, chance: Chance, cards: number, from: number, seconds: number, loud: number): void {
  for (let card = 0; card < cards; card++) {
    const way = card / cards;
    const at = from + seconds * way ** 0.85 + 0.004 * chance();
    tape.add(
      snap(chance, 0.75 + 0.5 * chance()),
      at,
      loud * (0.5 + 0.5 * Math.sin(Math.PI * way)) * about(1, 0.3, chance),
    );
  }
}

const SCORE = { G4: 392, C5: 523.25, E5: 659.26, G5: 783.99, C6: 1046.5 };

const MAKE: Record<Sound, (chance: Chance) => Tape> = {
  laid: (chance) =>
    new Tape(0.24)
      .add(slide(chance, 0.05, 1800, 3400), 0, 0.35)
      .add(snap(chance), 0.04, 0.8)
      .add(wood(chance, 165, 0.03), 0.041, 0.55),
  drawn: (chance) =>
    new Tape(0.26).add(slide(chance, about(0.16, 0.15, chance), 1500, 3600)).add(snap(chance, 1.2), 0.15, 0.3),
  dealt: (chance) => {
    const tape = new Tape(1);
    riffle(tape, chance, 22, 0, 0.42, 0.6);
    tape.add(whoosh(chance, 0.3, 500, 1500, 700), 0.44, 0.35);
    riffle(tape, chance, 12, 0.5, 0.2, 0.35);
    return tape.add(wood(chance, 150, 0.04), 0.8, 0.25).add(snap(chance, 0.8), 0.8, 0.35);
  },
  hit: (chance) =>
    new Tape(0.5)
      .add(wood(chance, 92, 0.09))
      .add(filtered(noise(0.12, struck(0.002, 0.03), chance), "low", about(900, 0.15, chance)), 0, 1.5)
      .add(snap(chance, 0.7), 0.002, 0.6),
  reverse: (chance) =>
    new Tape(0.6).add(whoosh(chance, 0.3, 450, 2300, 900)).add(whoosh(chance, 0.3, 900, 1700, 380), 0.22, 0.8),
  flip: (chance) => {
    const tape = new Tape(1.1).add(whoosh(chance, 0.95, 260, 1500, 320), 0, 0.7);
    riffle(tape, chance, 15, 0.06, 0.75, 0.45);
    return tape.add(wood(chance, 130, 0.05), 0.9, 0.18);
  },
  uno: (chance) =>
    new Tape(0.9)
      .add(wood(chance, 210, 0.03), 0, 0.5)
      .add(bar(SCORE.G5, about(0.14, 0.1, chance), chance), 0.005, 0.8)
      .add(bar(SCORE.C6, about(0.2, 0.1, chance), chance), 0.13),
  caught: (chance) =>
    new Tape(0.7)
      .add(filtered(noise(0.09, struck(0.0006, 0.014), chance), "band", about(1300, 0.15, chance), 0.6), 0, 1.2)
      .add(wood(chance, 120, 0.06), 0, 0.8)
      .add(bar(about(330, 0.02, chance), 0.08, chance), 0.12, 0.7)
      .add(bar(about(233, 0.02, chance), 0.12, chance), 0.25, 0.8),
  win: (chance) => {
    const tape = new Tape(1.7);
    Object.values(SCORE).forEach((hertz, place) =>
      tape.add(bar(hertz, place === 4 ? 0.35 : 0.2, chance), 0.11 * place + 0.008 * chance(), 0.6 + 0.1 * place),
    );
    riffle(tape, chance, 18, 0.05, 0.6, 0.12);
    return tape;
  },
  turn: (chance) =>
    new Tape(0.8)
      .add(plucked(SCORE.C5, 0.7, about(2200, 0.15, chance), chance), 0, 0.8)
      .add(plucked(SCORE.G5, 0.6, about(2600, 0.15, chance), chance), 0.11, 0.8),
  tap: (chance) => new Tape(0.14).add(wood(chance, 240, 0.018), 0, 0.7).add(snap(chance, 0.8), 0, 0.3),
};

const NAMES = Object.keys(MAKE) as Sound[];

/** The samples of one variant of a sound, always the same ones. */
export function render(sound: Sound, variant: number): Float32Array {
  if (variant < 0 || variant >= VARIANTS) throw new RangeError(`variant ${variant} of ${VARIANTS}`);
  const chance = chanceOf(1 + NAMES.indexOf(sound) * 101 + variant);
  return MAKE[sound](chance).finish(chance);
}
