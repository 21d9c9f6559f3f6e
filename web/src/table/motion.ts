// What happened, shown by motion: cards fly between hands and piles, and a flip turns all cards in a wave.
// Only transforms and opacity move, on copies that lie over the page; the page itself is never late.

import { mount, unmount } from "svelte";
import Card from "../cards/Card.svelte";
import { faceOf, seenOf, sideOf, type Face } from "../lib/faces";
import { moves as mayMove, prefer } from "../lib/preferences.svelte";
import type { Edition, GameEvent, View } from "../lib/protocol";

export const FLIGHT = 380;
const BETWEEN = 70;
/** How far above the straight line a card flies, in pixels, and how much nearer it comes to the eye. */
const ARC = 26;
const LIFT = 0.08;
/** More than so many cards at once are only a blur. */
const MOST = 6;
/** A flip as a whole, and the turning of one card in it. */
export const FLIP = 900;
const TURN = 380;

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
  const cards = seat === view.seat ? "[data-anchor=hand] [data-card]" : `[data-anchor=seat-${seat}] [data-fan] .card`;
  const width = document.querySelector<HTMLElement>(cards)?.getBoundingClientRect().width || 40;
  return new DOMRect(
    rect.left + (rect.width - width) / 2,
    rect.top + Math.max(0, (rect.height - width * 1.5) / 2),
    width,
    width * 1.5,
  );
}

/** Where the own card that is being played lies now, before it leaves the hand, or hangs after it was dragged out. */
function ownCard(text: string): DOMRect | null {
  const held = document.querySelector<HTMLElement>("[data-air]");
  if (held?.dataset.air === text) return held.getBoundingClientRect();
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
  const scale = from.width / goal.width;
  const arc = [
    { transform: `translate(${right}px, ${down}px) scale(${scale})` },
    { transform: `translate(${right / 2}px, ${down / 2 - ARC}px) scale(${(1 + scale) / 2 + LIFT}) rotate(5deg)` },
    { transform: "none" },
  ];
  const flight = ghost.animate(arc, {
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
 * Turns all cards over, one after the other from the discard pile outwards, while the surface of the new side spreads
 * from there. Everything is drawn as it will be before anything moves: what turns away is a picture of each card.
 */
export function turnOver(screen: HTMLElement, cloth: HTMLElement, draw: () => void, done: () => void): void {
  ending?.();
  const middle = rectOf("discard");
  if (!mayMove() || document.hidden || !middle) {
    draw();
    done();
    return;
  }
  const [x, y] = [middle.left + middle.width / 2, middle.top + middle.height / 2];
  const before = picturesIn(screen);
  draw();
  const after = [...cardsIn(screen)].map(([key, card]) => ({ key, card, far: distance(card, x, y) }));
  const farthest = Math.max(1, ...after.map(({ far }) => far));
  const running = after.flatMap(({ key, card, far }) =>
    turnCard(card, before.get(key), (far / farthest) * (FLIP - TURN)),
  );
  const room = screen.getBoundingClientRect();
  const reach = Math.hypot(Math.max(x, room.width - x), Math.max(y, room.height - y));
  const at = `${x - room.left}px ${y - room.top}px`;
  running.push(
    cloth.animate([{ clipPath: `circle(0 at ${at})` }, { clipPath: `circle(${reach}px at ${at})` }], {
      duration: FLIP,
      easing: "ease-in-out",
    }),
  );
  const end = () => {
    if (ending !== end) return;
    ending = null;
    for (const one of running) one.cancel();
    for (const picture of before.values()) picture.remove();
    done();
  };
  ending = end;
  void Promise.allSettled(running.map(({ finished }) => finished)).then(end);
}

/** All cards of the table by where they lie: the third of the hand, the first of seat 2. */
function cardsIn(screen: HTMLElement): Map<string, SVGElement> {
  const places = new Map<string, number>();
  const found = new Map<string, SVGElement>();
  for (const card of screen.querySelectorAll<SVGElement>("svg.card:not(.picture)")) {
    const anchor = card.closest<HTMLElement>("[data-anchor]")?.dataset.anchor ?? "";
    const place = places.get(anchor) ?? 0;
    places.set(anchor, place + 1);
    found.set(`${anchor} ${place}`, card);
  }
  return found;
}

function picturesIn(screen: HTMLElement): Map<string, SVGElement> {
  const pictures = new Map<string, SVGElement>();
  for (const [key, card] of cardsIn(screen)) {
    const picture = card.cloneNode(true) as SVGElement;
    picture.classList.add("picture");
    Object.assign(picture.style, { position: "absolute", inset: "0", pointerEvents: "none" });
    pictures.set(key, picture);
  }
  return pictures;
}

function distance(card: SVGElement, x: number, y: number): number {
  const { left, top, width, height } = card.getBoundingClientRect();
  return Math.hypot(left + width / 2 - x, top + height / 2 - y);
}

/** One card: its picture turns away, and then the card itself turns up. */
function turnCard(card: SVGElement, picture: SVGElement | undefined, delay: number): Animation[] {
  const time = { duration: TURN, delay, easing: "ease-in-out" };
  const edge = "scaleX(0)";
  const up = [{ transform: edge }, { transform: edge, offset: 0.5 }, { transform: "none" }];
  const turning = [card.animate(up, { ...time, fill: "backwards" as const })];
  if (!picture) return turning;
  card.before(picture);
  const away = [{ transform: "none" }, { transform: edge, offset: 0.5 }, { transform: edge }];
  turning.push(picture.animate(away, { ...time, fill: "both" }));
  return turning;
}
