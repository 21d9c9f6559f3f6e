// What a finger or a mouse that comes down on the own hand means, as a plain state machine. A mouse takes a card along
// in any direction; a finger that moves up does too, one that moves sideways only looks at cards, and what it looks at
// is taken by moving up from there. Sideways chooses, upwards takes. What is then done with the card is not known here.

export interface Point {
  x: number;
  y: number;
}

/** Where a card lies or hangs, in pixels of the screen; its height is one and a half times its width. */
export interface Box {
  left: number;
  top: number;
  width: number;
}

export type Swipe =
  | { phase: "rest" }
  /** It may still be a press. */
  | { phase: "press"; card: string; from: Point; touch: boolean; scrolls: boolean }
  /** The card under the finger is looked at; from is where the finger last moved sideways. */
  | { phase: "slide"; card: string; from: Point; at: Point; touch: true }
  | { phase: "drag"; card: string; from: Point; at: Point; touch: boolean };

/** A swipe with which a card hangs in the air. */
export type Held = Extract<Swipe, { at: Point }>;

export const REST: Swipe = { phase: "rest" };

/** So far a press may tremble. */
export const SLOP = 8;
/** So far up a finger that slides along the hand takes a card. */
export const PULL = 22;
/** A card that is let go so far up is played: a part of its height, within limits. */
const FAR = 0.6;
const LEAST_FAR = 48;
const MOST_FAR = 110;
/** How wide a card under a finger is at least, how many times as large as in the hand, and how far above the finger. */
const READABLE = 104;
const LARGER = 1.5;
const ABOVE = 36;
const MARGIN = 4;

/** A finger comes down on a card. Where the hand scrolls, moving up or down is left to the browser. */
export function pressed(card: string, from: Point, touch: boolean, scrolls = false): Swipe {
  return { phase: "press", card, from, touch, scrolls };
}

/** It moves to a point; `under` says which card lies there, or is nearest. */
export function moved(swipe: Swipe, at: Point, under: (at: Point) => string): Swipe {
  if (swipe.phase === "rest") return swipe;
  const { card, from, touch } = swipe;
  const [aside, up] = [Math.abs(at.x - from.x), from.y - at.y];
  if (swipe.phase === "drag") return { ...swipe, at };
  if (swipe.phase === "press") {
    if (Math.hypot(aside, up) < SLOP) return swipe;
    if (touch && swipe.scrolls && Math.abs(up) > aside) return REST;
    if (!touch || up > aside) return { phase: "drag", card, from, at, touch };
    return { phase: "slide", card: under(at), from: at, at, touch: true };
  }
  if (aside >= up) return { ...swipe, card: under(at), from: at, at };
  return up >= PULL ? { phase: "drag", card, from, at, touch } : { ...swipe, at };
}

/** Whether a card in the air is played if it is let go now. */
export function isFar(swipe: Swipe, height: number): boolean {
  const far = Math.min(MOST_FAR, Math.max(LEAST_FAR, height * FAR));
  return swipe.phase === "drag" && swipe.from.y - swipe.at.y >= far;
}

/** Where a card hangs that is held: under a mouse as it was taken, large above a finger, and never off the screen. */
export function hanging({ from, at, touch }: Held, lay: Box, screen: { width: number }): Box {
  if (!touch) return { ...lay, left: lay.left + at.x - from.x, top: lay.top + at.y - from.y };
  const width = Math.max(READABLE, lay.width * LARGER);
  return {
    left: Math.max(MARGIN, Math.min(screen.width - MARGIN - width, at.x - width / 2)),
    top: Math.max(MARGIN, at.y - ABOVE - width * 1.5),
    width,
  };
}
