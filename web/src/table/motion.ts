// What happened, shown by motion: cards fly between hands and piles, and a flip turns the whole table over.
// Only transforms and opacity move, on copies that lie over the page; the page itself is never late.

import { mount, unmount } from "svelte";
import Card from "../cards/Card.svelte";
import { faceOf, seenOf, sideOf, type Face } from "../lib/faces";
import { moves as mayMove, prefer } from "../lib/preferences.svelte";
import type { Edition, GameEvent, View } from "../lib/protocol";

export const FLIGHT = 240;
const BETWEEN = 70;
/** More than so many cards at once are only a blur. */
const MOST = 6;
export const FLIP = 700;

interface Flight {
  from: DOMRect;
  to: () => DOMRect | null;
  face: Face;
  back: boolean;
  landsOnTop: boolean;
}

function rectOf(anchor: string): DOMRect | null {
  const element = document.querySelector(`[data-anchor="${anchor}"]`);
  const fan = element?.querySelector("[data-fan]") ?? element;
  const rect = fan?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}

/** A card's place in the middle of where a seat's cards lie. */
function inHandOf(seat: number, view: View): DOMRect | null {
  const rect = rectOf(seat === view.seat ? "hand" : `seat-${seat}`);
  if (!rect) return null;
  const width = seat === view.seat ? 66 : 24;
  return new DOMRect(
    rect.left + (rect.width - width) / 2,
    rect.top + Math.max(0, (rect.height - width * 1.5) / 2),
    width,
    width * 1.5,
  );
}

/** Where the own card that is being played lies now, before it leaves the hand. */
function ownCard(text: string): DOMRect | null {
  const button = [...document.querySelectorAll<HTMLElement>("[data-anchor=hand] [data-card]")].find(
    (one) => one.dataset.card === text,
  );
  return button?.getBoundingClientRect() ?? null;
}

function flightsFor(event: GameEvent, edition: Edition, before: View, after: View): Flight[] {
  const { seat, other } = event;
  if (seat === undefined) return [];
  const side = sideOf(before);
  const card = event.card ?? "?";
  const between = (from: DOMRect | null, to: () => DOMRect | null, face: Face, back: boolean, landsOnTop = false) =>
    from ? [{ from, to, face, back, landsOnTop }] : [];
  if (event.kind === "played" || event.kind === "discarded") {
    const face = faceOf(edition, card, side);
    const from = (seat === before.seat ? ownCard(face.text) : null) ?? inHandOf(seat, before);
    return between(from, () => rectOf("discard"), face, false, event.kind === "played");
  }
  if (event.kind === "drew") {
    const { face, back } = seenOf(edition, card, side);
    return between(rectOf("draw"), () => inHandOf(seat, after), face, back);
  }
  if (event.kind === "gave" && other !== undefined) {
    const { face, back } = seenOf(edition, card, side);
    const from = (seat === before.seat ? ownCard(face.text) : null) ?? inHandOf(seat, before);
    return between(from, () => inHandOf(other, after), face, back);
  }
  if (event.kind === "swapped" && other !== undefined) {
    const { face } = seenOf(edition, "?", side);
    return [
      ...between(inHandOf(seat, before), () => inHandOf(other, after), face, true),
      ...between(inHandOf(other, before), () => inHandOf(seat, after), face, true),
    ];
  }
  return [];
}

/** The flights of what happened, measured before the table changes. */
export function flightsOf(events: readonly GameEvent[], edition: Edition, before: View | null, after: View): Flight[] {
  if (!mayMove() || !before || document.hidden) return [];
  return events.flatMap((event) => flightsFor(event, edition, before, after)).slice(0, MOST);
}

export function fly(flights: readonly Flight[]): void {
  flights.forEach((flight, i) => launch(flight, i * BETWEEN));
}

function launch({ from, to, face, back, landsOnTop }: Flight, delay: number): void {
  const goal = to();
  if (!goal) return;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${goal.left}px`,
    top: `${goal.top}px`,
    width: `${goal.width}px`,
    zIndex: "20",
    pointerEvents: "none",
  });
  const card = mount(Card, { target: ghost, props: { face, back, shapes: prefer.shapes } });
  document.body.append(ghost);
  const top = landsOnTop ? document.querySelector<HTMLElement>("[data-top]") : null;
  if (top) top.style.visibility = "hidden";
  const right = from.left + from.width / 2 - goal.left - goal.width / 2;
  const down = from.top + from.height / 2 - goal.top - goal.height / 2;
  const shift = `translate(${right}px, ${down}px) scale(${from.width / goal.width})`;
  const flight = ghost.animate([{ transform: shift }, { transform: "none" }], {
    duration: FLIGHT,
    delay,
    easing: "cubic-bezier(.2, .7, .3, 1)",
    fill: "backwards",
  });
  const done = () => {
    if (top) top.style.visibility = "";
    ghost.remove();
    void unmount(card);
  };
  flight.finished.then(done, done);
}

/** Shakes whoever was hit: misses the turn, was caught, or challenged in vain. */
export function hit(events: readonly GameEvent[], view: View): void {
  if (!mayMove() || document.hidden) return;
  for (const event of events) {
    if (event.seat === undefined || !(["missed", "caught"].includes(event.kind) || event.word === "innocent")) continue;
    const target = document.querySelector(
      event.seat === view.seat ? "[data-anchor=hand]" : `[data-anchor=seat-${event.seat}]`,
    );
    target?.animate(
      [
        { transform: "none" },
        { transform: "translateX(-6px)" },
        { transform: "translateX(5px)" },
        { transform: "none" },
      ],
      { duration: 220, delay: 60 },
    );
  }
}

let ending: (() => void) | null = null;

/**
 * Turns the table over. Its new side is drawn on the back before it begins to turn, and the old one is a still picture
 * of itself, so that nothing but the turning is left to do meanwhile.
 */
export function turnOver(turning: HTMLElement, draw: () => void): void {
  ending?.();
  const side = turning.firstElementChild as HTMLElement | null;
  if (!mayMove() || document.hidden || !side) {
    draw();
    return;
  }
  const old = stillOf(side);
  turning.append(old);
  side.style.transform = "rotateY(180deg)";
  draw();
  const end = () => {
    if (ending === end) ending = null;
    old.remove();
    side.style.transform = "";
  };
  ending = end;
  // the new side is painted while it can't be seen; only then does the table begin to turn
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const turn = turning.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], {
        duration: FLIP,
        easing: "cubic-bezier(.45, 0, .55, 1)",
      });
      turn.finished.then(end, end);
    }),
  );
}

/** A picture of an element that can be neither pressed nor read, nor taken for the real one. */
function stillOf(element: HTMLElement): HTMLElement {
  const still = element.cloneNode(true) as HTMLElement;
  for (const one of [still, ...still.querySelectorAll("*")]) {
    for (const name of one.getAttributeNames())
      if (/^(id|role|data-(anchor|card|key|top)|aria-.*)$/.test(name)) one.removeAttribute(name);
  }
  still.inert = true;
  still.setAttribute("aria-hidden", "true");
  return still;
}
