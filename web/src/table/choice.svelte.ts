// The card that the player has raised and not played yet. It lapses with the question.

import type { Edition } from "../lib/protocol";
import type { Room } from "../lib/room.svelte";
import { faceOf, hueOf, sideOf, WILD, type Face } from "../lib/faces";
import { movesOf, type Move } from "../lib/moves";
import { colorName } from "../lib/words";
import type { Option } from "./questions";
import { optionsOf } from "./questions";

export class Choice {
  /** The place in the hand of the raised card, and the move that it stands for. */
  raised = $state<number | null>(null);
  card = $state.raw<Move | null>(null);
  /** A colour that was chosen together with the card, for when the server asks for it. */
  #color: string | null = null;
  #decision: number | undefined;

  constructor(readonly room: Room) {}

  get moves(): Move[] {
    return this.room.view ? movesOf(this.room.view) : [];
  }

  get face(): Face | null {
    const { view, edition } = this.room;
    return this.raised === null || !view || !edition
      ? null
      : faceOf(edition, view.hand[this.raised] ?? "?", sideOf(view));
  }

  /** Whether the card that is played would be the last one of the hand. */
  get isLast(): boolean {
    return this.room.view?.hand.length === 1;
  }

  /** Whether a card is raised first and counts when it is confirmed; all others are played by one press. */
  raises(face: Face, move: Move): boolean {
    return move.kind !== "play" || (face.color === WILD && (!this.isLast || namesColor(face, true)));
  }

  /** The answers to choose from: the server's, or the colours for a raised wild whose first sentence is to name one. */
  get options(): Option[] {
    const { view, edition } = this.room;
    if (!view || !edition) return [];
    if (this.card) return this.face && namesColor(this.face, this.isLast) ? colors(edition, this.face) : [];
    return optionsOf(view, this.room.seatNames, (color) => hueOf(edition, sideOf(view), color));
  }

  /** Whether the raised card needs no colour, and can be confirmed. */
  get ready(): boolean {
    return this.card !== null && this.options.length === 0;
  }

  raise(place: number, move: Move): void {
    if (this.raised === place) this.takeBack();
    else {
      this.raised = place;
      this.card = move;
    }
  }

  /** An answer counts at once; a colour for a raised card plays that card, and is named when the server asks for it. */
  async choose(option: Option): Promise<void> {
    const { card } = this;
    this.takeBack();
    if (card) this.#color = option.color ?? null;
    await this.room.move(card ?? option.move);
  }

  takeBack(): void {
    this.raised = null;
    this.card = null;
    this.#color = null;
  }

  async confirm(): Promise<void> {
    const { card } = this;
    if (!this.ready || !card) return;
    this.takeBack();
    await this.room.move(card);
  }

  /** Another question: what was chosen for the old one is forgotten, but for the colour of the card just laid. */
  follow(): void {
    const { view } = this.room;
    if (view?.decision === this.#decision) return;
    this.#decision = view?.decision;
    const color = this.#color;
    this.takeBack();
    if (color === null || !this.room.asked || view?.asks[1] !== "color") return;
    const move = this.moves.find(({ text }) => text === `color ${color}`);
    if (move) void this.room.move(move);
  }
}

/** Whether the first thing that a card asks is that its player names the colour; a last card asks for less (out-1). */
export function namesColor(face: Face, isLast: boolean): boolean {
  const first = face.kind?.steps[isLast ? "as_last_card" : "does"][0];
  return first?.form === "{one} names the colour" && first.who === "player";
}

function colors(edition: Edition, face: Face): Option[] {
  const { colors } = edition.faces[face.side]!;
  return colors.map((color, place) => ({
    move: { text: `color ${color}`, kind: "color", value: color },
    label: colorName(color),
    color,
    hue: face.hues[place],
  }));
}
