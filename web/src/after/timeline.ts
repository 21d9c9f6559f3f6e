// Where things are in the course of a game: rounds and flips by the number of their step.

/** The round that a step belongs to, 1 for the first. */
export function roundAt(rounds: readonly number[], step: number): number {
  return Math.max(1, rounds.filter((start) => start <= step).length);
}
