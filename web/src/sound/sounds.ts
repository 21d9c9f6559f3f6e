// Which sounds there are, what is heard of something that happened, and which variant of it. No sound is made here.

import type { GameEvent } from "../lib/protocol";

export type Sound = "laid" | "drawn" | "dealt" | "hit" | "reverse" | "flip" | "uno" | "caught" | "win" | "turn" | "tap";

/** How many of each there are: no card falls twice in the same way. */
export const VARIANTS = 4;

/** How loud each is beside the others. */
export const LOUD: Record<Sound, number> = {
  laid: 0.5,
  drawn: 0.28,
  dealt: 0.4,
  hit: 0.75,
  reverse: 0.35,
  flip: 0.55,
  uno: 0.5,
  caught: 0.6,
  win: 0.55,
  turn: 0.35,
  tap: 0.3,
};

/** From the loudest thing that can happen on: that one is heard, not everything. */
const HEARD: [kind: string, sound: Sound][] = [
  ["game-won", "win"],
  ["round-won", "win"],
  ["dealt", "dealt"],
  ["flipped", "flip"],
  ["caught", "caught"],
  ["called", "uno"],
  ["missed", "hit"],
  ["swapped", "reverse"],
  ["direction", "reverse"],
  ["challenged", "tap"],
  ["played", "laid"],
  ["discarded", "laid"],
  ["gave", "drawn"],
  ["drew", "drawn"],
  ["named", "tap"],
];

/** From so many cards on drawing them is a penalty. */
const PENALTY = 2;

function penaltyOf(events: readonly GameEvent[], seat: number | undefined): boolean {
  return events.filter((event) => event.kind === "drew" && event.seat === seat).length >= PENALTY;
}

/** What is heard of all that happened at once. */
export function soundFor(events: readonly GameEvent[]): Sound | null {
  const [, sound = null] = HEARD.find(([kind]) => events.some((event) => event.kind === kind)) ?? [];
  const soft = sound === "laid" || sound === "drawn" || sound === "tap";
  return soft && events.some(({ seat }) => penaltyOf(events, seat)) ? "hit" : sound;
}

/** Whether a seat was hit: it misses its turn, was caught, challenged in vain, or draws a penalty. */
export function isHit(events: readonly GameEvent[], seat: number): boolean {
  if (events.some(({ kind }) => kind === "dealt")) return false;
  const blow = ({ kind, word }: GameEvent) => kind === "missed" || kind === "caught" || word === "innocent";
  return events.some((event) => event.seat === seat && blow(event)) || penaltyOf(events, seat);
}

/** Chooses variants by chance, none twice in a row. */
export class Variants {
  #last = new Map<Sound, number>();

  constructor(private readonly chance: () => number = Math.random) {}

  next(sound: Sound): number {
    const last = this.#last.get(sound);
    const others = Array.from({ length: VARIANTS }, (_, variant) => variant).filter((variant) => variant !== last);
    const chosen = others[Math.floor(this.chance() * others.length)]!;
    this.#last.set(sound, chosen);
    return chosen;
  }
}
