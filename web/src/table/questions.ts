// What the player is asked, as options to choose from. The options are the server's moves; only their words are ours.

import { t, told } from "../i18n/index.svelte";
import type { Hue } from "../cards/hues";
import type { Move } from "../lib/moves";
import { colorName } from "../lib/words";

export interface Option {
  move: Move;
  label: string;
  /** The colour that it stands for, and how that looks. */
  color?: string;
  hue?: Hue | null;
}

/** Answers that are chosen first and confirmed then. */
const CHOSEN = new Set(["color", "target", "challenge", "accept", "vote", "dare", "chicken"]);
/** Answers that take effect at once, as there is nothing to regret. */
const DIRECT = new Set(["draw", "pass", "deal", "done", "silent"]);

type Looks = (color: string) => Hue | null;

export function optionsOf(moves: readonly Move[], names: readonly string[], hueOf: Looks): Option[] {
  return moves
    .filter(({ kind }) => CHOSEN.has(kind))
    .map((move) => {
      const option = { move, label: label(move, names) };
      return move.kind === "color" ? { ...option, color: move.value, hue: hueOf(move.value) } : option;
    });
}

/** How many of so many colours stand side by side on a narrow screen at most, so that rows are about equally long. */
export function columnsOf(count: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / 4)));
}

export function directOf(moves: readonly Move[]): Move[] {
  return moves.filter(({ kind }) => DIRECT.has(kind));
}

function label(move: Move, names: readonly string[]): string {
  if (move.kind === "color") return colorName(move.value);
  if (move.kind === "target")
    return move.value === "none" ? t("option.nobody") : (names[Number(move.value)] ?? move.value);
  return told(`option.${move.text}`, move.text);
}

export function directLabel(move: Move, question: string): string {
  if (move.kind === "pass") return question === "drawn" ? t("option.keep") : t("option.pass");
  return told(`option.${move.kind}`, move.text);
}
