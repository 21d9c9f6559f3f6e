// On which side of the cards something happened: everything may flip, and a new round begins on the light side.

import type { GameEvent } from "./protocol";

export type Side = "light" | "dark";

/** The side in play after an event. */
export function sideAfter(before: Side, { kind, word }: GameEvent): Side {
  if (kind === "dealt" || kind === "dealer-draw") return "light";
  return kind === "flipped" ? (word === "dark" ? "dark" : "light") : before;
}

/** What happened, each with the side on which its cards lie: that changes on the way if everything flips. */
export function withSides<T extends { event: GameEvent }>(
  happened: readonly T[],
  before: Side,
): (T & { side: Side })[] {
  let side = before;
  return happened.map((one) => ({ ...one, side: (side = sideAfter(side, one.event)) }));
}

/** The side in play before some events, after which it is `now`. */
export function sideBefore(events: readonly GameEvent[], now: Side): Side {
  const first = events.find(({ kind }) => ["flipped", "dealt", "dealer-draw"].includes(kind));
  if (!first) return now;
  return first.kind === "flipped" && first.word === "light" ? "dark" : "light";
}
