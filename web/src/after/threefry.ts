// The game's randomness, worked out again: Threefry-4x64 with 20 rounds, keyed with 256 bits, as in the engine's
// `randomness.py`. Whole numbers of any size, so that nothing depends on how a browser rounds.

const WORD = (1n << 64n) - 1n;
const PARITY = 0x1bd11bdaa9fc1a22n;
const ROTATIONS = [
  [14n, 16n],
  [52n, 57n],
  [23n, 40n],
  [5n, 37n],
  [25n, 33n],
  [46n, 12n],
  [58n, 22n],
  [32n, 32n],
] as const;

const FRACTION_BITS = 57n;
const FRACTION = (1n << FRACTION_BITS) - 1n;
const SPARE_BITS = 7n;
/** How many numbers a shuffle takes from one word. */
const PER_WORD = 7;

export type Words = [bigint, bigint, bigint, bigint];

const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & WORD;
const add = (one: bigint, other: bigint): bigint => (one + other) & WORD;

/** A key of 32 bytes as four words, the first byte the highest. */
export function keyWords(key: Uint8Array): Words {
  const word = (at: number): bigint => key.slice(at, at + 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return [word(0), word(8), word(16), word(24)];
}

/** Block number `counter` of the stream of a key. */
export function threefry(key: Words, counter: bigint): Words {
  let schedule = [...key, key.reduce((sum, word) => sum ^ word, PARITY)];
  let [x0, x1, x2, x3]: Words = [add(counter, key[0]), key[1], key[2], key[3]];
  for (let group = 0; group < 5; group++) {
    for (let i = 0; i < 4; i++) {
      const [one, other] = ROTATIONS[(4 * group + i) & 7]!;
      if (i % 2 === 0) {
        x0 = add(x0, x1);
        x1 = rotate(x1, one) ^ x0;
        x2 = add(x2, x3);
        x3 = rotate(x3, other) ^ x2;
      } else {
        x0 = add(x0, x3);
        x3 = rotate(x3, one) ^ x0;
        x2 = add(x2, x1);
        x1 = rotate(x1, other) ^ x2;
      }
    }
    schedule = [...schedule.slice(1), schedule[0]!];
    x0 = add(x0, schedule[0]!);
    x1 = add(x1, schedule[1]!);
    x2 = add(x2, schedule[2]!);
    x3 = add(x3, schedule[3]! + BigInt(group + 1));
  }
  return [x0, x1, x2, x3];
}

/** Whether a word gives exactly uniform numbers for bounds with this product (Lemire's test, for a batch). */
export function accepts(fraction: bigint, product: bigint): boolean {
  const low = (fraction * product) & FRACTION;
  return low >= product || low >= (FRACTION - product + 1n) % product;
}

/** The stream of random numbers of one game, from its beginning. */
export class Randomness {
  #key: Words;
  #counter = 0n;

  constructor(key: Uint8Array) {
    this.#key = keyWords(key);
  }

  #block(): Words {
    return threefry(this.#key, this.#counter++);
  }

  /** One number from 0 to bound - 1. It takes a fresh block, as the engine does. */
  below(bound: number): number {
    for (;;) {
      for (const word of this.#block()) {
        const fraction = word >> SPARE_BITS;
        if (accepts(fraction, BigInt(bound))) return Number((fraction * BigInt(bound)) >> FRACTION_BITS);
      }
    }
  }

  /** Puts a pile into random order, where it lies. */
  shuffle(pile: number[]): void {
    let bound = pile.length;
    while (bound > 1) {
      for (const word of this.#block()) bound -= this.#batch(pile, bound, word >> SPARE_BITS);
    }
  }

  /** Several swaps out of one word; how many there were, none if the word had to be rejected. */
  #batch(pile: number[], bound: number, fraction: bigint): number {
    const batch = Math.min(PER_WORD, bound - 1);
    let product = 1n;
    for (let i = 0; i < batch; i++) product *= BigInt(bound - i);
    if (!accepts(fraction, product)) return 0;
    for (let i = 0; i < batch; i++) {
      const scaled = fraction * BigInt(bound - i);
      fraction = scaled & FRACTION;
      const j = Number(scaled >> FRACTION_BITS);
      const k = bound - i - 1;
      [pile[k], pile[j]] = [pile[j]!, pile[k]!];
    }
    return batch;
  }
}
