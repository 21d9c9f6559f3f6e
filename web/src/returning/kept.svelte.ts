// The statistics where the browser keeps them. Several tabs may be open: what is kept is read anew before it is
// changed, by one tab at a time where the browser can see to that.

import { forget, keep, kept } from "../lib/storage";
import { nothing, read, totals, type Statistics } from "./statistics";

const KEY = "lastcard.statistics";

const look = (): Statistics | null => read(kept(KEY));

/** Does something while no other tab does. */
async function alone(what: () => void): Promise<void> {
  if (navigator.locks) await navigator.locks.request(KEY, what);
  else what();
}

class Own {
  /** Null if a newer page keeps them. */
  all = $state.raw<Statistics | null>(look());

  constructor() {
    addEventListener("storage", ({ key }) => {
      if (key === KEY || key === null) this.all = look();
    });
  }

  /** Whether this browser's player has played a game to its end. */
  get returning(): boolean {
    return this.all !== null && totals(this.all).games > 0;
  }

  async change(how: (before: Statistics) => Statistics): Promise<void> {
    await alone(() => {
      const before = look();
      if (before === null) return;
      const after = how(before);
      if (after !== before) keep(KEY, after);
      this.all = after;
    });
  }

  /** Forgets all of it; between another tab's reading and writing it would come back. */
  async forget(): Promise<void> {
    await alone(() => {
      forget(KEY);
      this.all = nothing();
    });
  }
}

export const own = new Own();
