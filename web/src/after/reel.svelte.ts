// A finished game as it is asked of the server: part by part around the place that is looked at, each kept by whose
// eyes it is seen with.

import { stepOf, type ReplayStep } from "../lib/following";
import { ask, edition as loadEdition, Refusal } from "../lib/http";
import type { Edition, ReplayPart } from "../lib/protocol";

/** How many steps are asked for at once. */
export const PART = 100;
/** How near a part's end may come before the next one is asked for; so many steps play in eight seconds or more. */
const AHEAD = 32;
const BEHIND = 8;

/** What every part of a replay has. */
export type Head = Omit<ReplayPart, "steps" | "from" | "eyes">;

/** The beginnings of the parts that must be there for looking at a step, the step's own first. */
export function partsAround(step: number, total: number): number[] {
  const own = step - (step % PART);
  const parts = [own];
  if (step + AHEAD >= own + PART && own + PART < total) parts.push(own + PART);
  if (step - BEHIND < own && own > 0) parts.push(own - PART);
  return parts;
}

export class Reel {
  head = $state.raw<Head | null>(null);
  edition = $state.raw<Edition | null>(null);
  /** Why a part could not be had; null once another one came. */
  trouble = $state.raw<Refusal | null>(null);
  #parts = $state.raw<ReadonlyMap<string, readonly ReplayStep[]>>(new Map());
  #asked = new Set<string>();

  constructor(
    readonly code: string,
    readonly game: number | null,
  ) {}

  /** A step, if it is there already. */
  step(eyes: string, number: number): ReplayStep | undefined {
    return this.#parts.get(`${eyes} ${number - (number % PART)}`)?.[number % PART];
  }

  /** Asks for what is missing around a step. */
  want(eyes: string, number: number): void {
    for (const from of partsAround(number, this.head?.total ?? 1)) void this.#load(eyes, from);
  }

  async #load(eyes: string, from: number): Promise<void> {
    const name = `${eyes} ${from}`;
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    const query = new URLSearchParams({ eyes, from: String(from), count: String(PART) });
    const game = this.game ?? this.head?.game; // a new game may end meanwhile: the one that was begun with stays
    if (game !== undefined) query.set("game", String(game));
    try {
      const part = await ask<ReplayPart>(`/api/tables/${encodeURIComponent(this.code)}/replay?${query}`);
      this.edition ??= await loadEdition(part.edition);
      this.head ??= part;
      this.#parts = new Map(this.#parts).set(name, part.steps.map(stepOf));
      this.trouble = null;
    } catch (error) {
      this.#asked.delete(name);
      this.trouble = error instanceof Refusal ? error : new Refusal("internal", String(error));
    }
  }
}
