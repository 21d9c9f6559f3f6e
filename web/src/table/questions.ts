// What the player is asked, as options to choose from. The options are the server's moves; only their words are ours.

import { t, told } from "../i18n/index.svelte";
import type { Hue } from "../cards/hues";
import { isShout, isWithCard, movesOf, type Move } from "../lib/moves";
import type { View } from "../lib/protocol";
import { colorName } from "../lib/words";
import { openPenalty } from "./penalty";

export interface Option {
  move: Move;
  label: string;
  /** The colour that it stands for, and how that looks. */
  color?: string;
  hue?: Hue | null;
}

/** Answers to choose from; as with cards, one press is an answer. */
const CHOSEN = new Set(["color", "target", "challenge", "accept", "vote", "dare", "chicken"]);
/** Answers that stand beside the hand, whatever else there is to answer. */
const DIRECT = new Set(["draw", "pass", "deal", "done", "silent"]);

type Looks = (color: string) => Hue | null;

export function optionsOf(view: View, names: readonly string[], hueOf: Looks): Option[] {
  if (view.telling != null) return [];
  return movesOf(view)
    .filter(({ kind }) => CHOSEN.has(kind))
    .map((move) => {
      const option = { move, label: label(move, view, names) };
      if (move.kind === "color") return { ...option, color: move.value, hue: hueOf(move.value) };
      return option;
    });
}

/** How many of so many colours stand side by side on a narrow screen at most, so that rows are about equally long. */
export function columnsOf(count: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / 4)));
}

export function directOf(moves: readonly Move[]): Move[] {
  return moves.filter(({ kind }) => DIRECT.has(kind));
}

/**
 * Whether there is nothing to do instead: what ends or declines something never looks like the best answer while a card
 * can be played, discarded or given. A call or a catch is what `silent` declines, and no answer to anything else.
 */
export function isOnlyWay(move: Move, moves: readonly Move[]): boolean {
  return !moves.some((other) => isWithCard(other) || (move.kind === "silent" && isShout(other)));
}

function label(move: Move, view: View, names: readonly string[]): string {
  if (move.kind === "color") return colorName(move.value);
  if (move.kind === "accept" && view.asks[1] === "stack")
    return view.until ? t("option.take-penalty") : t("option.take", { cards: openPenalty(view) });
  if (move.kind === "target")
    return move.value === "none" ? t("option.nobody") : (names[Number(move.value)] ?? move.value);
  return told(`option.${move.text}`, move.text);
}

export function directLabel(move: Move, question: string): string {
  if (move.kind === "pass") return question === "drawn" ? t("option.keep") : t("option.pass");
  if (move.kind === "silent" && question === "jump") return t("option.no-jump");
  return told(`option.${move.kind}`, move.text);
}
