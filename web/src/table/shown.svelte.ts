// What is seen at a seat for a moment: what somebody says, as a bubble, and what has just become of them, as a stamp.
// The log tells both for good.

import { told } from "../i18n/index.svelte";
import type { LogLine } from "../lib/room.svelte";
import { lastStamps, type Beat, type Showdown, type Stamped } from "./beats";

const BUBBLE_MS = 5000;
const STAMP_MS = 1800;

export interface Stamp {
  text: string;
  /** `good`, `bad`, or neither. */
  tone: "good" | "bad" | "plain";
  /** How a colour that was named is painted. */
  paint?: string;
}

/** How a colour of the side in play is painted. */
type Paints = (color: string) => string | undefined;

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
  /** Hands that are opened and judged. */
  showdown = $state.raw<Showdown | null>(null);

  /** What somebody who sits at the table has just said. */
  said(line: LogLine, seat: number): void {
    const { what } = line;
    if (what?.t === "said" && what.text) this.bubbles.show(seat, what.text, BUBBLE_MS);
    if (what?.t === "reacted") {
      const words = told(`reaction.${what.reaction}`, what.reaction ?? "");
      this.bubbles.show(seat, words, BUBBLE_MS);
    }
  }

  /** What beats say about people, so many milliseconds later than they say; where nothing moves, all of it at once. */
  play(
    beats: readonly Beat[],
    { tempo, late, moving, paintOf }: { tempo: number; late: number; moving: boolean; paintOf: Paints },
  ): void {
    const said = moving ? beats : [...lastStamps(beats), ...beats.filter((beat) => beat.do === "show")];
    for (const beat of said) {
      if (beat.do === "stamp") this.#later(moving ? late + beat.at / tempo : 0, () => this.#stamp(beat, paintOf));
      if (beat.do === "show") this.#later(moving ? late + beat.at / tempo : 0, () => this.#show(beat, tempo));
    }
  }

  #stamp({ seat, text, tone, color }: Stamped, paintOf: Paints): void {
    this.stamps.show(seat, { text, tone, paint: color === undefined ? undefined : paintOf(color) }, STAMP_MS);
  }

  #show(showdown: Showdown, tempo: number): void {
    this.showdown = showdown;
    this.#later(showdown.lasts / tempo, () => {
      if (this.showdown === showdown) this.showdown = null;
    });
  }

  #later(ms: number, work: () => void): void {
    if (ms > 0) setTimeout(work, ms);
    else work();
  }
}
