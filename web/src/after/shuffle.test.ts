import { expect, test } from "vitest";
import { check, commitmentOf, keyOf, seedOf, verifyCommand, type Evidence } from "./shuffle";

const hexOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => (from + i).toString(16).padStart(2, "0")).join("");
const SECRET = hexOf(0, 32);
const SALT = hexOf(32, 64);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// lastcard.fairness.commitment_of(secret, salt); the first is also the worked example of docs/fairness.md.
test("commitments", () => {
  expect(commitmentOf(SECRET, SALT)).toBe("213f5c3542d3ae0804bf8795c240ac1356da3d4efed95d68b6a3e565b79eb147");
  expect(commitmentOf("00".repeat(32), "00".repeat(32))).toBe(
    "7babdab1507ac31ae59ae1d60e81391c8a799cfe5f84b27faedce1c7d30d047d",
  );
});

// lastcard.fairness.mix_key(secret, mixes).hex()
test.each([
  [["c0ffee", "", "57"], "2d86ea953264743993837239e6848b4edab1182d5b2e1e959fe2f73d197eab66"],
  [["", ""], "5e49571e70888343c31de71c53415479f53d69007195d479c16eea9306ecf5a5"],
  [[hexOf(100, 132), "00".repeat(16)], "15897f1eb17dfebe639e57f241b84bdc7bc352c1a1bfb0304124fdbdcff9539c"],
])("key of the mixes %j", (mixes, key) => {
  expect(hex(keyOf(SECRET, mixes))).toBe(key);
});

// The worked example: lastcard.Game("classic", 3, seed=mix_key(…)).hands()
const EVIDENCE: Evidence = {
  edition: {
    hand: 7,
    settings: { pairing: "shuffled", dealer: null },
    faces: [
      {
        letters: ["r", "g", "b", "y"],
        kinds: [
          ..."0123456789".split("").map((symbol) => kind(symbol, symbol === "0" ? 1 : 2, Number(symbol))),
          ...["+2", "R", "S"].map((symbol) => kind(symbol, 2, null)),
          ...["W", "W+4"].map((symbol) => ({ ...kind(symbol, 4, null), wild: true })),
        ],
      },
    ],
  },
  settings: { scoring: "hand", uno: "auto" },
  secret: SECRET,
  salt: SALT,
  mixes: ["c0ffee", "", "57"],
  commitment: "213f5c3542d3ae0804bf8795c240ac1356da3d4efed95d68b6a3e565b79eb147",
  noted: "213f5c3542d3ae0804bf8795c240ac1356da3d4efed95d68b6a3e565b79eb147",
  seat: 2,
  mix: "57",
  dealt: "r8 W+4 g4 y6 W y1 r6".split(" "),
  seed: "2d86ea953264743993837239e6848b4edab1182d5b2e1e959fe2f73d197eab66",
  shown: null,
};
const SHOWN = ["g8 r1 r+2 gS g+2 r3 r0", "g+2 r5 rS W+4 b8 r9 y2", "r8 W+4 g4 y6 W y1 r6"].map((hand) =>
  hand.split(" ").sort(),
);

function kind(symbol: string, copies: number, number: number | null) {
  return { symbol, copies, number, wild: false, written: 0, in_deck: "" };
}

const verdicts = (change: Partial<Evidence>) =>
  check({ ...EVIDENCE, ...change })
    .map(({ verdict }) => verdict)
    .join(" ");
const flipped = (text: string) => (text.endsWith("0") ? `${text.slice(0, -1)}1` : `${text.slice(0, -1)}0`);

test("all four checks hold for an honest game", () => {
  expect(verdicts({})).toBe("good good good good");
  expect(verdicts({ dealt: [...EVIDENCE.dealt!, "r5", "r5"] })).toBe("good good good good");
});

test("one bit of the secret breaks commitment, key and deal", () => {
  expect(verdicts({ secret: flipped(SECRET) })).toBe("bad good bad bad");
});

test("one bit of the salt, or of the noted commitment, breaks the commitment", () => {
  expect(verdicts({ salt: flipped(SALT) })).toBe("bad good good good");
  expect(verdicts({ noted: flipped(EVIDENCE.noted!) })).toBe("bad good good good");
});

test("a server that changed its commitment is not believed against the noted one", () => {
  expect(verdicts({ commitment: flipped(EVIDENCE.commitment) })).toBe("good good good good");
  expect(verdicts({ noted: null, commitment: flipped(EVIDENCE.commitment) })).toBe("bad good good good");
});

test("one bit of a mix breaks what is made of it", () => {
  expect(verdicts({ mixes: ["c0ffee", "", "56"] })).toBe("good bad bad bad");
  expect(verdicts({ mixes: ["c0ffef", "", "57"] })).toBe("good good bad bad");
});

test("another hand, or another order of it, breaks the deal", () => {
  const dealt = EVIDENCE.dealt!;
  expect(verdicts({ dealt: [dealt[1]!, dealt[0]!, ...dealt.slice(2)] })).toBe("good good good bad");
  expect(verdicts({ dealt: dealt.slice(0, 6) })).toBe("good good good bad");
});

test("the replay stands in for a hand that was not kept", () => {
  expect(verdicts({ dealt: null, shown: SHOWN })).toBe("good good good good");
  expect(verdicts({ dealt: null, shown: [["r5", ...SHOWN[0]!], ...SHOWN.slice(1)] })).toBe("good good good good");
  expect(verdicts({ dealt: null, shown: [SHOWN[1]!, SHOWN[0]!, SHOWN[2]!] })).toBe("good good good bad");
});

test("what was not kept is left open", () => {
  expect(verdicts({ seat: null, mix: null, dealt: null, seed: null })).toBe("good open open open");
  expect(verdicts({ noted: null })).toBe("open good good good");
  expect(verdicts({ mix: null })).toBe("good open good good");
});

test("the seed is found in a record", () => {
  expect(seedOf(`[Players "3"]\n[Seed "${EVIDENCE.seed}"]\n[Names "[]"]\n`)).toBe(EVIDENCE.seed);
  expect(seedOf("no record")).toBeNull();
});

test("the command has what the browser kept", () => {
  expect(verifyCommand("K7QM2X-1.txt", "ab", 2, "57")).toBe("lastcard verify K7QM2X-1.txt --commitment ab --mix 2=57");
  expect(verifyCommand("K7QM2X-1.txt", "ab", null, null)).toBe("lastcard verify K7QM2X-1.txt --commitment ab");
});
