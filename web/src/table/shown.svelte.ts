// What is seen at a seat for a moment: what somebody says, as a bubble, and what has just become of them, as a stamp.
// The log tells both for good.

import { t, told } from "../i18n/index.svelte";
import type { GameEvent } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";

const BUBBLE_MS = 5000;
const STAMP_MS = 1800;

export interface Stamp {
  text: string;
  /** `good`, `bad`, or neither. */
  tone: "good" | "bad" | "plain";
}

/** Something for each seat, that is gone after a while. */
class Passing<T> {
  #there = $state.raw<ReadonlyMap<number, T>>(new Map());
  readonly #ends = new Map<number, ReturnType<typeof setTimeout>>();

  at(seat: number): T | undefined {
    return this.#there.get(seat);
  }

  show(seat: number, one: T, ms: number): void {
    clearTimeout(this.#ends.get(seat));
    this.#there = new Map(this.#there).set(seat, one);
    const end = setTimeout(() => {
      if (this.#ends.get(seat) !== end) return;
      const left = new Map(this.#there);
      left.delete(seat);
      this.#there = left;
    }, ms);
    this.#ends.set(seat, end);
  }
}

export class Shown {
  readonly bubbles = new Passing<string>();
  readonly stamps = new Passing<Stamp>();

  /** What somebody who sits at the table has just said. */
  said(line: LogLine, seat: number): void {
    const { what } = line;
    if (what?.t === "said" && what.text) this.bubbles.show(seat, what.text, BUBBLE_MS);
    if (what?.t === "reacted") {
      const words = told(`reaction.${what.reaction}`, what.reaction ?? "");
      this.bubbles.show(seat, words, BUBBLE_MS);
    }
  }

  happened(events: readonly GameEvent[]): void {
    for (const [seat, stamp] of stampsOf(events)) this.stamps.show(seat, stamp, STAMP_MS);
  }
}

/** What is stamped on whom: the last thing that happened to each seat. */
export function stampsOf(events: readonly GameEvent[]): Map<number, Stamp> {
  const stamps = new Map<number, Stamp>();
  const drawn = new Map<number, number>();
  for (const { kind, seat, other, word } of events) {
    if (seat === undefined) continue;
    if (kind === "drew") drawn.set(seat, (drawn.get(seat) ?? 0) + 1);
    if (kind === "called") stamps.set(seat, { text: t("shout.uno"), tone: "good" });
    if (kind === "missed") stamps.set(seat, { text: t("stamp.misses"), tone: "bad" });
    if (kind === "caught") stamps.set(seat, { text: t("stamp.caught"), tone: "bad" });
    if (kind === "jumped") stamps.set(seat, { text: t("stamp.jumps"), tone: "good" });
    if (kind === "challenged" && other !== undefined) {
      const bluffed = word === "guilty";
      stamps.set(other, { text: t(bluffed ? "stamp.bluff" : "stamp.lawful"), tone: bluffed ? "bad" : "good" });
    }
  }
  for (const [seat, count] of drawn) {
    const before = stamps.get(seat);
    if (count > 1 && (!before || before.tone === "bad"))
      stamps.set(seat, { text: before ? `${before.text} +${count}` : `+${count}`, tone: "bad" });
  }
  return stamps;
}
