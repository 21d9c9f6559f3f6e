// Which hint fits the situation in somebody's first game. It looks only at what the server tells: who is asked what,
// and which moves are offered.

import { shouldCall } from "../lib/moves";
import type { Ask, View } from "../lib/protocol";

export const HINTS = [
  "jump",
  "catch",
  "uno",
  "play",
  "play-draw",
  "draw",
  "drawn",
  "color",
  "challenge",
  "stack",
  "target",
  "discard",
  "give",
  "vote",
  "dare",
  "flip",
  "round",
  "game",
  "wait",
  "backs",
] as const;
export type Hint = (typeof HINTS)[number];

type Seen = Pick<View, "seat" | "asks" | "moves" | "side" | "draw_top" | "liable" | "hand">;

const QUESTIONS: Partial<Record<Ask, Hint>> = {
  color: "color",
  challenge: "challenge",
  stack: "stack",
  jump: "jump",
  target: "target",
  discard: "discard",
  give: "give",
  vote: "vote",
  dare: "dare",
  uno: "uno",
  catch: "catch",
};

/** The most pressing hint that was not given yet, or null. What can be missed comes first. */
export function hintFor(view: Seen | null, given: ReadonlySet<string>): Hint | null {
  if (view === null || view.seat === null) return null;
  return fitting(view, view.seat).find((hint) => !given.has(hint)) ?? null;
}

function fitting(view: Seen, seat: number): Hint[] {
  const [asked, question] = view.asks;
  if (question === "game over") return ["game"];
  if (question === "round over") return ["round"];
  const can = (kind: string) => view.moves.some((move) => move.split(" ")[0] === kind);
  const hints: Hint[] = [];
  if (asked !== seat && can("play")) hints.push("jump");
  if (can("catch")) hints.push("catch");
  if (shouldCall(view) || question === "uno") hints.push("uno");
  if (asked === seat) hints.push(...own(question, can));
  if (view.side === "dark") hints.push("flip");
  if (asked !== seat) hints.push("wait");
  // the draw pile shows a face only where cards have two
  if (asked !== seat && view.draw_top !== null && view.draw_top !== "?") hints.push("backs");
  return hints;
}

function own(question: Ask, can: (kind: string) => boolean): Hint[] {
  // A table may oblige its players to play.
  if (question === "drawn") return can("pass") ? ["drawn"] : [];
  if (question === "play" && can("play")) return can("draw") ? ["play", "play-draw"] : ["play"];
  if (question === "play") return ["draw"];
  const hint = QUESTIONS[question];
  return hint ? [hint] : [];
}
