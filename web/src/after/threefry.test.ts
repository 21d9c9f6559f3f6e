import { expect, test } from "vitest";
import { accepts, keyWords, Randomness, threefry } from "./threefry";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const COUNTING = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

// With NUMBA_DISABLE_JIT=1 and key = np.array(key_words(bytes.fromhex(KEY)), np.uint64):
// lastcard.engine.randomness.threefry(key, np.uint64(COUNTER)), each word as f"{int(word):016x}". The first line is
// also the known answer of the generator's authors.
test.each([
  ["00".repeat(32), 0n, "09218ebde6c85537 55941f5266d86105 4bd25e16282434dc ee29ec846bd2e40b"],
  ["00".repeat(32), 1n, "affbae48c21f4d17 69d9911959a2be5d 648fac0e8d1d2f63 a90aace949ad6863"],
  [COUNTING, 0n, "e668465708199caa 36e0064c6456c7ca 6422f9ab0bbfd534 a4afa4b3c641e56d"],
  [COUNTING, 1n, "4ee80521772bf1a4 daabe2c053946c22 8525f9ac7a8b5ec2 d0e5f8ff78cd5065"],
  [COUNTING, (1n << 40n) + 7n, "ba5ed42fea47d8a5 71fc4de57c01625d 391e51ff5cce5db8 fdcbceefe9553c92"],
  ["ff".repeat(32), (1n << 64n) - 1n, "42431d7520f5268d b3cb6d9861abf79e 489f64d2502b4074 9bb04dd9775f344b"],
])("block of key %s, counter %s", (key, counter, words) => {
  const block = threefry(keyWords(bytes(key)), counter);
  expect(block.map((word) => word.toString(16).padStart(16, "0")).join(" ")).toBe(words);
});

test("a key is read with its first byte highest", () => {
  expect(keyWords(bytes(COUNTING))[0]).toBe(0x0001020304050607n);
});

test("a word is rejected exactly where its numbers would not be uniform", () => {
  // 2^57 leaves 2 when divided by 3 and by 7 leaves 1: so many words are too many.
  expect([0n, 1n, 2n].map((fraction) => accepts(fraction, 3n))).toEqual([false, true, true]);
  expect(accepts(0n, 7n)).toBe(false);
  expect(accepts(0n, 8n)).toBe(true);
});

test("a shuffle keeps all cards, and small piles come out whole", () => {
  for (const size of [0, 1, 2, 7, 8, 9, 112]) {
    const pile = Array.from({ length: size }, (_, i) => i);
    new Randomness(bytes(COUNTING)).shuffle(pile);
    expect([...pile].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
  }
});
