// Whether a kind of card is what its symbol usually stands for. An edition from a file may write S for a storm: it is
// then drawn as a letter, not with the figure of a Skip.

import type { Face } from "../lib/faces";
import type { Kind } from "../lib/protocol";
import type { Drawing } from "./figures";

/** What a card with a figure of its own has among its sentences: a form, or whom it is about. */
const MEANS: Record<string, string> = {
  S: "next player misses the turn",
  A: "everyone else misses the turn",
  R: "direction turns around",
  F: "everything flips",
  "W+C": "{who} draws until that colour",
  WX: "player and chosen player swap hands",
  WH: "player with most cards",
  WV: "player with fewest cards",
  WP: "player and chosen player compare highest numbers",
  WM: "player and chosen player show hands and compare lowest numbers",
};

function isUsual({ symbol, steps }: Kind): boolean {
  if (/^W[123]$/.test(symbol)) return false; // the pencil is for what the table writes
  const means = MEANS[symbol];
  return means === undefined || steps.does.some(({ form, who }) => form === means || who === means);
}

/** How a face is to be drawn. */
export function drawingOf({ symbol, kind, hues }: Face): Drawing {
  const colors = hues.length;
  if (kind?.written) return { symbol: `W${kind.written}`, colors, usual: true };
  return { symbol, colors, usual: kind === undefined || isUsual(kind) };
}
