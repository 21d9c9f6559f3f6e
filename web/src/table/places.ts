// Where things lie on the table's page, for whatever moves between them.

/** Where the cards of somebody's are, or the face. */
export function anchorOf(seat: number, mine: number | null): HTMLElement | null {
  return document.querySelector(seat === mine ? "[data-anchor=hand]" : `[data-anchor=seat-${seat}]`);
}

/** The face of somebody. */
export function faceAt(seat: number, mine: number | null): HTMLElement | null {
  return document.querySelector(seat === mine ? ".me .face" : `[data-anchor=seat-${seat}] .face`);
}

/** The cards of a hand as they lie. */
export function cardsAt(seat: number, mine: number | null): HTMLElement[] {
  const cards = seat === mine ? "li" : "[data-fan] .slot";
  return [...(anchorOf(seat, mine)?.querySelectorAll<HTMLElement>(cards) ?? [])];
}

export function pile(which: "draw" | "discard"): DOMRect | null {
  return seen(document.querySelector(`[data-anchor="${which}"]`));
}

/** The place of a card in the middle of where a seat's cards lie. */
export function amongCardsOf(seat: number, mine: number | null): DOMRect | null {
  const anchor = anchorOf(seat, mine);
  const rect = seen(anchor?.querySelector("[data-fan]")) ?? seen(anchor);
  if (!rect) return null;
  const card = anchor?.querySelector(seat === mine ? "[data-card]" : "[data-fan] .card");
  const width = card?.getBoundingClientRect().width || 40;
  return new DOMRect(
    rect.left + (rect.width - width) / 2,
    rect.top + Math.max(0, (rect.height - width * 1.5) / 2),
    width,
    width * 1.5,
  );
}

/** Where the own card that is being played lies now, before it leaves the hand, or hangs after it was dragged out. */
export function ownCard(text: string): DOMRect | null {
  const held = document.querySelector<HTMLElement>("[data-air]");
  if (held?.dataset.air === text) return seen(held);
  const cards = document.querySelectorAll<HTMLElement>("[data-anchor=hand] [data-card]");
  return seen([...cards].find((one) => one.dataset.card === text));
}

/** The card of an element in a hand. */
export function cardIn(element: HTMLElement | undefined): DOMRect | null {
  return seen(element?.querySelector("[data-card], .mini"));
}

function seen(element: Element | null | undefined): DOMRect | null {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : null;
}
