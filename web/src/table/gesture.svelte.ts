// A finger or a mouse on the own hand: listens for as long as it is down, and says which card hangs in the air. What
// the strokes mean is decided in swipe.ts; nothing is measured between coming down and letting go.

import { moves as mayMove } from "../lib/preferences.svelte";
import { hanging, isFar, moved, pressed, REST, type Box, type Held, type Point, type Swipe } from "./swipe";

/** What there is to know of the hand that is under the finger. */
export interface Ground {
  list: HTMLElement;
  /** The card that is seen at a point of the hand, or is nearest. */
  under: (at: Point) => string;
  /** Where a card lies in the hand; null if it is not there any more. */
  lies: (card: string) => Box | null;
  /** How high the cards are. */
  height: () => number;
  /** Does with a card what a press on it does; what it gives back settles when all that came of it is known. */
  take: (card: string) => unknown;
}

/** How long a card that is not played takes back to the hand. */
const BACK_MS = 170;

export class Gesture {
  #swipe = $state.raw<Swipe>(REST);
  /** A card that was let go: it waits for what comes of it, or is on its way back. */
  #loose = $state.raw<{ card: string; box: Box; touch: boolean } | null>(null);
  /** Where the pile lies that a card goes to, and how much of it is out of sight below. */
  goal = $state.raw<{ rect: DOMRect; cut: number } | null>(null);
  /** The element of the card in the air. */
  air: HTMLElement | null = null;
  #pointer = -1;
  #origin: Point = { x: 0, y: 0 };
  #flight: Animation | null = null;
  #stop: (() => void) | null = null;

  constructor(readonly ground: Ground) {}

  readonly held = $derived<Held | null>(
    this.#swipe.phase === "drag" || this.#swipe.phase === "slide" ? this.#swipe : null,
  );
  /** The card in the air, if there is one. */
  readonly card = $derived(this.held?.card ?? this.#loose?.card ?? null);
  /** The card that is only looked at. */
  readonly seen = $derived(this.#swipe.phase === "slide" ? this.#swipe.card : null);
  /** Whether a finger or a button is down on the hand. */
  readonly busy = $derived(this.#swipe.phase !== "rest");
  readonly far = $derived.by(() => isFar(this.#swipe, this.ground.height()));
  readonly box = $derived.by((): Box | null => {
    if (!this.held) return this.#loose?.box ?? null;
    const lay = this.ground.lies(this.held.card);
    return lay && hanging(this.held, this.#onScreen(lay), { width: innerWidth });
  });

  /** A finger comes down on a card, or a mouse with its main button. */
  press(event: PointerEvent, card: string): void {
    if (!event.isPrimary || event.button !== 0) return;
    this.end(); // letting go outside of the window is not always told
    const { left, top } = this.ground.list.getBoundingClientRect();
    this.#origin = { x: left, y: top };
    this.#pointer = event.pointerId;
    this.goal = pile();
    const touch = event.pointerType !== "mouse";
    this.#swipe = pressed(card, pointOf(event), touch, touch && scrolls(this.ground.list));
    this.#listen();
  }

  #listen(): void {
    const ending = new AbortController();
    const listen = { signal: ending.signal };
    const mine = (work: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === this.#pointer) work(event);
    };
    addEventListener("pointermove", mine(this.#move), listen);
    addEventListener("pointerup", mine(this.#release), listen);
    addEventListener("pointercancel", mine(this.cancel), listen);
    addEventListener("blur", this.cancel, listen);
    addEventListener("keydown", this.#escape, { ...listen, capture: true });
    this.#stop = () => ending.abort();
  }

  #move = (event: PointerEvent): void => {
    const at = pointOf(event);
    const { x, y } = this.#origin;
    this.#swipe = moved(this.#swipe, at, () => this.ground.under({ x: at.x - x, y: at.y - y }));
    if (!this.busy) this.#stop?.();
    else if (this.card !== null && this.box === null) this.cancel(); // it has left the hand meanwhile
  };

  /** For `touchmove`, not passive: the browser scrolls unless it is told at once that this stroke is for the cards. */
  keep = (event: TouchEvent): void => {
    if (this.held && event.cancelable) event.preventDefault();
  };

  #release = (): void => {
    const { held, far, box } = this;
    this.#stop?.();
    if (held) noClick();
    this.#swipe = REST;
    if (!held || held.phase === "slide" || !box) return;
    this.#loose = { card: held.card, box, touch: held.touch };
    if (!far) return this.#fallBack();
    const loose = this.#loose;
    void Promise.resolve(this.ground.take(held.card)).finally(() => {
      if (this.#loose === loose) this.#fallBack();
    });
  };

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.held) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
    // What was held is let go some time later, which is no click either; a new press comes after that.
    const ending = new AbortController();
    const letGo = () => (noClick(), ending.abort());
    addEventListener("pointerup", letGo, { signal: ending.signal });
    addEventListener("pointerdown", () => ending.abort(), { signal: ending.signal, capture: true });
  };

  /** Nothing comes of it: the card goes back. */
  cancel = (): void => {
    if (!this.busy) return;
    const { held, box } = this;
    this.#stop?.();
    this.#swipe = REST;
    if (held?.phase !== "drag" || !box) return;
    this.#loose = { card: held.card, box, touch: held.touch };
    this.#fallBack();
  };

  /** The card in the air goes back to where it lies, unless it is not in the hand any more. */
  #fallBack(): void {
    const loose = this.#loose;
    const lay = loose && this.ground.lies(loose.card);
    if (!loose || !lay || !this.air || !mayMove()) return this.#settle();
    const { left, top, width } = this.#onScreen(lay);
    const to = `translate(${left}px, ${top}px) scale(${width / loose.box.width})`;
    this.#flight = this.air.animate([{ transform: to }], { duration: BACK_MS, easing: "ease-out", fill: "forwards" });
    const flight = this.#flight;
    const done = () => {
      if (this.#flight === flight) this.#settle();
    };
    flight.finished.then(done, done);
  }

  #settle(): void {
    this.#flight?.cancel();
    this.#flight = null;
    this.#loose = null;
  }

  #onScreen(lay: Box): Box {
    return { ...lay, left: lay.left + this.#origin.x, top: lay.top + this.#origin.y };
  }

  /** The hand is gone. */
  end(): void {
    this.#stop?.();
    this.#settle();
    this.#swipe = REST;
  }
}

function pile(): { rect: DOMRect; cut: number } | null {
  const element = document.querySelector("[data-anchor=discard]");
  const rect = element?.getBoundingClientRect();
  const end = element?.closest(".stage")?.getBoundingClientRect().bottom ?? innerHeight;
  return rect ? { rect, cut: Math.max(0, rect.bottom - end) } : null;
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** Letting go after a drag is no click on anything. A click that belongs to it comes at once. */
function noClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

/** Whether something can be scrolled up or down that an element is in. */
function scrolls(element: HTMLElement): boolean {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)) return true;
  }
  return document.documentElement.scrollHeight > innerHeight + 1;
}
