// The open penalty of a stack: whom it threatens, and how much it is.

import type { View } from "../lib/protocol";
import { penaltySays } from "../lib/words";

/** Who must answer the open penalty or take it; null if none is open, or its colour is still to be named. */
export function threatened({ asks }: Pick<View, "asks">): number | null {
  return asks[1] === "stack" ? asks[0] : null;
}

/** The open penalty in words. */
export function openPenalty({ penalty, until, color }: Pick<View, "penalty" | "until" | "color">): string {
  return penaltySays(penalty, until, color);
}
