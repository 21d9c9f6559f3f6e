// Whether the cards of a finished game were dealt as agreed: docs/fairness.md, worked out in the browser. Nothing here
// asks the server; what was noted before the deal and what was told after the game is all it takes.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Key } from "../i18n/index.svelte";
import { firstDeal, type Printed } from "./deal";

const COMMITMENT_PREFIX = utf8ToBytes("lastcard commitment 1\n");
const SHUFFLE_PREFIX = utf8ToBytes("lastcard shuffle 1\n");

/** What everybody is shown before the deal: it fixes the secret and tells nothing about it. */
export function commitmentOf(secret: string, salt: string): string {
  return bytesToHex(sha256(concatBytes(COMMITMENT_PREFIX, hexToBytes(salt), hexToBytes(secret))));
}

/** The key of a game, made of the secret and of each seat's mix in order, each after a byte with its length. */
export function keyOf(secret: string, mixes: readonly string[]): Uint8Array {
  const parts = mixes.map(hexToBytes).map((mix) => concatBytes(Uint8Array.of(mix.length), mix));
  return sha256(concatBytes(SHUFFLE_PREFIX, hexToBytes(secret), ...parts));
}

/** What a check is made of. What somebody did not keep, or could not get, is null. */
export interface Evidence {
  edition: Printed;
  settings: Record<string, unknown>;
  secret: string;
  salt: string;
  mixes: readonly string[];
  /** As the server tells it now. */
  commitment: string;
  /** As this browser noted it before the deal. */
  noted: string | null;
  seat: number | null;
  /** The own randomness, as this browser sent it. */
  mix: string | null;
  /** The first hand, as this browser saw it. */
  dealt: readonly string[] | null;
  /** The seed that stands in the game's record. */
  seed: string | null;
  /** All hands as the replay shows them after the deal. */
  shown: readonly (readonly string[])[] | null;
}

/** "open" is what could not be checked. */
export type Verdict = "good" | "bad" | "open";
export interface Check {
  name: "commitment" | "mix" | "key" | "deal";
  verdict: Verdict;
  say: Key;
}

export function check(evidence: Evidence): Check[] {
  return [checkCommitment(evidence), checkMix(evidence), checkKey(evidence), checkDeal(evidence)];
}

function checkCommitment({ secret, salt, noted, commitment }: Evidence): Check {
  const name = "commitment";
  if (commitmentOf(secret, salt) !== (noted ?? commitment))
    return { name, verdict: "bad", say: "after.fair.commitment.bad" };
  // A commitment that is only learnt after the game proves nothing.
  return noted === null
    ? { name, verdict: "open", say: "after.fair.commitment.unkept" }
    : { name, verdict: "good", say: "after.fair.commitment.good" };
}

function checkMix({ seat, mix, mixes }: Evidence): Check {
  const name = "mix";
  if (seat === null) return { name, verdict: "open", say: "after.fair.mix.no-seat" };
  if (!mix) return { name, verdict: "open", say: "after.fair.mix.unkept" };
  return mixes[seat] === mix
    ? { name, verdict: "good", say: "after.fair.mix.good" }
    : { name, verdict: "bad", say: "after.fair.mix.bad" };
}

function checkKey({ secret, mixes, seed }: Evidence): Check {
  const name = "key";
  if (seed === null) return { name, verdict: "open", say: "after.fair.key.open" };
  const fits = bytesToHex(keyOf(secret, mixes)) === seed.toLowerCase();
  return fits
    ? { name, verdict: "good", say: "after.fair.key.good" }
    : { name, verdict: "bad", say: "after.fair.key.bad" };
}

function checkDeal({ edition, settings, secret, mixes, seat, dealt, shown }: Evidence): Check {
  const name = "deal";
  const { hands } = firstDeal(edition, settings, mixes.length, keyOf(secret, mixes));
  const own = seat === null ? undefined : hands[seat];
  if (dealt && own) {
    const fits = own.every((card, place) => isSeenAs(card, dealt[place]));
    return fits
      ? { name, verdict: "good", say: "after.fair.deal.good" }
      : { name, verdict: "bad", say: "after.fair.deal.bad" };
  }
  if (!shown) return { name, verdict: "open", say: "after.fair.deal.open" };
  const fits = shown.length === hands.length && hands.every((hand, one) => isAmong(hand, shown[one]!));
  return fits
    ? { name, verdict: "good", say: "after.fair.deal.unkept" }
    : { name, verdict: "bad", say: "after.fair.deal.bad-replay" };
}

/** Whether a card may have been seen so: each face is the same, or was not seen. */
function isSeenAs(card: string, seen: string | undefined): boolean {
  if (seen === undefined) return false;
  const faces = card.split("|");
  const sights = seen.split("|");
  return sights.length === faces.length && sights.every((face, side) => face === "?" || face === faces[side]);
}

/** Whether all cards of a hand are among those shown, which may be more and in another order. */
function isAmong(hand: readonly string[], shown: readonly string[]): boolean {
  const rest = [...shown];
  return hand.every((card) => {
    const place = rest.findIndex((seen) => isSeenAs(card, seen));
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** The seed in the text of a record. */
export function seedOf(record: string): string | null {
  return /^\[Seed "([0-9a-f]{64})"\]$/im.exec(record)?.[1] ?? null;
}

/** The command that checks the record of a game outside of any browser. */
export function verifyCommand(file: string, commitment: string, seat: number | null, mix: string | null): string {
  const own = seat === null || !mix ? "" : ` --mix ${seat}=${mix}`;
  return `lastcard verify ${file} --commitment ${commitment}${own}`;
}
