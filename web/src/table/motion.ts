// Carries beats out: cards fly between hands and piles, whoever is hit is shaken, a colour wipes around the ring. Only
// copies over the page move, by transforms and opacity; the page itself is never late. What happens next overtakes it.

import { mount, unmount } from "svelte";
import Card from "../cards/Card.svelte";
import { faceOf, seenOf, sideOf } from "../lib/faces";
import { moves as mayMove, prefer } from "../lib/preferences.svelte";
import type { Edition, View } from "../lib/protocol";
import type { Beat, Flight } from "./beats";
import { confetti } from "./confetti";
import { amongCardsOf, anchorOf, cardIn, cardsAt, faceAt, ownCard, pile } from "./places";

/** How far above the straight line a card flies, in pixels, and how much nearer it comes to the eye. */
const ARC = 26;
const HIGH = 90;
const LIFT = 0.08;
/** So many copies at most are in the air at once. */
const MOST = 44;
/** How much faster what is in the air lands when something else happens. */
const HURRY = 2.5;
const FLOW = "cubic-bezier(.2, .7, .3, 1)";

interface Running {
  animation: Animation;
  /** When it begins and ends, by performance.now(). */
  begins: number;
  ends: number;
  /** Whether it only keeps something out of sight that is to arrive. */
  cover: boolean;
}

interface Goal {
  rect: DOMRect | null;
  arriving: HTMLElement[];
}

export interface Scenery {
  edition: Edition;
  before: View | null;
  after: View;
  /** How many times as fast as usual. */
  tempo: number;
}

const running = new Set<Running>();

/** Whether anything may move now. */
export function stirs(): boolean {
  return mayMove() && !document.hidden;
}

/**
 * Gets beats ready while the table is as it was; what it gives is called when it is as it will be, and says how many
 * milliseconds later than now the beats begin. New cards overtake old ones; all else waits until the last one has come.
 */
export function prepare(beats: readonly Beat[], scenery: Scenery): () => number {
  if (!stirs()) return () => 0;
  const flights = beats.filter((beat) => beat.do === "fly");
  if (flights.length) overtake();
  const now = performance.now();
  const late = flights.length ? 0 : Math.max(0, ...[...running].map(({ ends, cover }) => (cover ? 0 : ends - now)));
  const mine = scenery.after.seat;
  const froms = new Map(flights.map((flight) => [flight, startOf(flight, scenery)]));
  const hands = new Map(flights.map(({ to }) => [to, typeof to === "number" ? new Set(cardsAt(to, mine)) : null]));
  const ring = beats.some((beat) => beat.do === "wipe") ? pictureOfRing() : null;
  return () => {
    const stage = new Stage(scenery, late, hands);
    // all is measured before anything is added to the page, which would have to be laid out anew each time
    const goals = new Map(flights.map((flight) => [flight, stage.goalOf(flight)]));
    for (const beat of beats) {
      if (beat.do === "fly") stage.fly(beat, froms.get(beat) ?? null, goals.get(beat)!);
      else if (beat.do === "shake" || beat.do === "leap") stage.stir(beat.do, beat.seat, beat.at);
      else if (beat.do === "sweep") stage.sweep(beat.at);
      else if (beat.do === "wipe" && ring) stage.wipe(ring, beat.at);
      else if (beat.do === "confetti") confetti(faceAt(beat.seat, mine), beat.game, late + beat.at / scenery.tempo);
    }
    return late;
  };
}

/** What is in the air lands fast, what has not begun is left out, and whatever was kept out of sight is seen. */
export function overtake(): void {
  const now = performance.now();
  for (const one of running) {
    if (one.cover || one.begins > now) one.animation.cancel();
    else one.animation.updatePlaybackRate(HURRY);
  }
}

/** Ends all motion: whoever presses something has seen enough. */
export function skip(): void {
  for (const { animation } of running) animation.cancel();
}

function startOf({ from, card, side }: Flight, { edition, before, after }: Scenery): DOMRect | null {
  if (typeof from !== "number") return pile(from);
  const own = from === after.seat ? ownCard(faceOf(edition, card, sideOf({ side })).text) : null;
  return own ?? amongCardsOf(from, before?.seat ?? after.seat);
}

/** A picture of the ring in the colour in play, to lie over it while another colour comes. */
function pictureOfRing(): HTMLElement | null {
  const ring = document.querySelector<HTMLElement>("[data-ring]");
  if (!ring) return null;
  const picture = ring.cloneNode(true) as HTMLElement;
  picture.removeAttribute("data-ring");
  const color = ring.parentElement?.dataset.color;
  if (color) picture.dataset.color = color;
  return picture;
}

class Stage {
  readonly #cards = new Map<string, SVGElement>();
  /** Cards of hands whose arrival is being shown, so that of two alike each has its own. */
  readonly #arrived = new Set<HTMLElement>();

  constructor(
    readonly scenery: Scenery,
    readonly late: number,
    /** The cards that were in each hand before. */
    readonly before: ReadonlyMap<Flight["to"], ReadonlySet<HTMLElement> | null>,
  ) {}

  fly(flight: Flight, from: DOMRect | null, goal: Goal): void {
    if (!from || !goal.rect || running.size > MOST * 3) return;
    const { at, lasts } = flight;
    const end = (at + lasts) / this.scenery.tempo + this.late;
    for (const arriving of goal.arriving) cover(arriving, end);
    if (document.querySelectorAll(".ghost").length < MOST) this.#launch(flight, from, goal.rect);
  }

  /** Where a card lands, and what is kept out of sight until it does. */
  goalOf({ to, brings, card, side }: Flight): Goal {
    const mine = this.scenery.after.seat;
    if (typeof to !== "number") {
      const top = brings === "top" ? document.querySelector<HTMLElement>("[data-top]") : null;
      return { rect: pile(to), arriving: top ? [top] : [] };
    }
    const middle = amongCardsOf(to, mine);
    const cards = cardsAt(to, mine);
    if (Array.isArray(brings)) {
      const arriving = cards.slice(brings[0] as number, brings[1] as number);
      return { rect: cardIn(arriving.at(-1)) ?? middle, arriving };
    }
    if (brings !== "drawn") return { rect: middle, arriving: [] };
    const old = this.before.get(to);
    const { text } = faceOf(this.scenery.edition, card, sideOf({ side }));
    const fits = (one: HTMLElement) => one.querySelector<HTMLElement>("[data-card]")?.dataset.card === text;
    const one = cards.find((one) => !old?.has(one) && !this.#arrived.has(one) && (to !== mine || fits(one)));
    if (one) this.#arrived.add(one);
    return { rect: cardIn(one) ?? middle, arriving: one ? [one] : [] };
  }

  #launch(flight: Flight, from: DOMRect, goal: DOMRect): void {
    const { at, lasts, high } = flight;
    const arc = high ? HIGH : ARC;
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
    ghost.append(this.#picture(flight));
    document.body.append(ghost);
    const right = from.left + from.width / 2 - goal.left - goal.width / 2;
    const down = from.top + from.height / 2 - goal.top - goal.height / 2;
    const scale = from.width / goal.width;
    const frames = [
      { transform: `translate(${right}px, ${down}px) scale(${scale})`, opacity: 1 },
      {
        transform: `translate(${right / 2}px, ${down / 2 - arc}px) scale(${(1 + scale) / 2 + LIFT}) rotate(5deg)`,
        opacity: 1,
      },
      { transform: "none", opacity: 1 },
    ];
    const waits = at > 0 || this.late > 0;
    if (waits) ghost.style.opacity = "0"; // it lies on no pile before it begins
    run(ghost, frames, { ...this.#time(at, lasts), easing: FLOW }, () => ghost.remove());
  }

  #time(at: number, lasts: number): KeyframeAnimationOptions & { delay: number; duration: number } {
    const { tempo } = this.scenery;
    return { delay: this.late + at / tempo, duration: lasts / tempo };
  }

  /** A card drawn as a picture, once for all that look alike. */
  #picture({ card, side }: Flight): Node {
    const key = `${card} ${side}`;
    let made = this.#cards.get(key);
    if (!made) {
      const seen = seenOf(this.scenery.edition, card, sideOf({ side }));
      const target = document.createElement("div");
      const component = mount(Card, { target, props: { ...seen, shapes: prefer.shapes } });
      made = target.querySelector("svg")!.cloneNode(true) as SVGElement;
      this.#cards.set(key, made);
      void unmount(component);
    }
    return made.cloneNode(true);
  }

  stir(how: "shake" | "leap", seat: number, at: number): void {
    const mine = this.scenery.after.seat;
    const shake = ["none", "translateX(-6px)", "translateX(5px)", "translateX(-3px)", "none"];
    const leap = ["none", "translateY(-14px) scale(1.18)", "translateY(2px) scale(0.97)", "none"];
    const who = how === "shake" ? anchorOf(seat, mine) : faceAt(seat, mine);
    const frames = (how === "shake" ? shake : leap).map((transform) => ({ transform }));
    if (who) run(who, frames, this.#time(at, how === "shake" ? 240 : 420));
  }

  /** The chevrons grow one after the other, the way that play runs now. */
  sweep(at: number): void {
    document.querySelectorAll<HTMLElement>("[data-chevron]").forEach((chevron, i) => {
      const frames = [{ transform: "none" }, { transform: "scale(2.4)" }, { transform: "none" }];
      run(chevron, frames, this.#time(at + i * 32, 360));
    });
  }

  /** What is left of the old colour gets less and less, once around. */
  wipe(picture: HTMLElement, at: number): void {
    const ring = document.querySelector("[data-ring]");
    if (!ring) return;
    ring.after(picture);
    const frames = EDGE.map((_, gone) => ({
      clipPath: `polygon(50% 50%, ${EDGE.map((_, i) => EDGE[Math.max(i, gone)]).join(", ")})`,
    }));
    run(picture, frames, { ...this.#time(at, 460), fill: "backwards" }, () => picture.remove());
  }
}

/** Once around the ring and what sticks out of it, from its top. */
const EDGE = [
  "50% -20%", "120% -20%", "120% 50%", "120% 120%", "50% 120%", "-20% 120%", "-20% 50%", "-20% -20%", "50% -20%",
]; // prettier-ignore

/** Keeps something out of sight for a while. */
function cover(element: HTMLElement, lasts: number): void {
  run(element, [{ opacity: 0 }, { opacity: 0 }], { delay: 0, duration: lasts }, undefined, true);
}

function run(
  element: Element,
  frames: Keyframe[],
  time: KeyframeAnimationOptions & { delay: number; duration: number },
  done?: () => void,
  isCover = false,
): void {
  const begins = performance.now() + time.delay;
  let animation: Animation;
  try {
    animation = element.animate(frames, time);
  } catch (error) {
    done?.(); // what can't move is not left lying about
    throw error;
  }
  const one: Running = { animation, begins, ends: begins + time.duration, cover: isCover };
  running.add(one);
  const end = () => {
    running.delete(one);
    done?.();
  };
  animation.finished.then(end, end);
}
