// A flip, shown by motion: all cards turn over in a wave, and the surface of the new side spreads from the piles. What
// turns away is a picture of each card; the table itself is drawn as it will be before anything moves.

import { moves as mayMove } from "../lib/preferences.svelte";
import { pile } from "./places";

/** A flip as a whole, and the turning of one card in it. */
const FLIP = 900;
const TURN = 380;
const HALF = 0.4;

let ending: (() => void) | null = null;

interface Turning {
  screen: HTMLElement;
  /** The surface of the new side. */
  cloth: HTMLElement;
  /** How many times as fast as usual. */
  tempo: number;
  /** Draws the table as it will be. */
  draw: () => void;
  /** The new surface has spread over the middle of the table. */
  half: () => void;
  done: () => void;
}

/**
 * Turns all cards over, one after the other from the discard pile outwards, while the surface of the new side spreads
 * from there. Everything is drawn as it will be before anything moves: what turns away is a picture of each card.
 */
export function turnOver({ screen, cloth, tempo, draw, half, done }: Turning): void {
  ending?.();
  const middle = pile("discard");
  if (!mayMove() || document.hidden || !middle) {
    half();
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
    turnCard(card, before.get(key), (far / farthest) * (FLIP - TURN), tempo),
  );
  const room = screen.getBoundingClientRect();
  const reach = Math.hypot(Math.max(x, room.width - x), Math.max(y, room.height - y));
  const at = `${x - room.left}px ${y - room.top}px`;
  running.push(
    cloth.animate([{ clipPath: `circle(0 at ${at})` }, { clipPath: `circle(${reach}px at ${at})` }], {
      duration: FLIP / tempo,
      easing: "ease-in-out",
    }),
  );
  const middleDone = screen.animate([], { duration: (FLIP / tempo) * HALF });
  running.push(middleDone);
  middleDone.finished.then(half, () => undefined);
  const end = () => {
    if (ending !== end) return;
    ending = null;
    half();
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
function turnCard(card: SVGElement, picture: SVGElement | undefined, delay: number, tempo: number): Animation[] {
  const time = { duration: TURN / tempo, delay: delay / tempo, easing: "ease-in-out" };
  const edge = "scaleX(0)";
  const up = [{ transform: edge }, { transform: edge, offset: 0.5 }, { transform: "none" }];
  const turning = [card.animate(up, { ...time, fill: "backwards" as const })];
  if (!picture) return turning;
  card.before(picture);
  const away = [{ transform: "none" }, { transform: edge, offset: 0.5 }, { transform: edge }];
  turning.push(picture.animate(away, { ...time, fill: "both" }));
  return turning;
}
