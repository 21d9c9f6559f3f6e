// The moves that the server offers, taken apart for buttons. Which moves there are is the server's business.

import type { View } from "./protocol";

export interface Move {
  /** As the server offers it, and as it is sent: "play r7". */
  text: string;
  kind: string;
  value: string;
}

export function movesOf(view: View): Move[] {
  return view.moves.map((text) => {
    const space = text.indexOf(" ");
    return space < 0
      ? { text, kind: text, value: "" }
      : { text, kind: text.slice(0, space), value: text.slice(space + 1) };
  });
}

/** The seat that everybody waits for: who must decide, or first has to perform what the others vote on. */
export function awaited({ telling, asks }: View): number {
  return telling ?? asks[0];
}

/** Whether a round or the game is over, so that nobody is asked anything but to deal. */
export function isPause({ asks }: Pick<View, "asks">): boolean {
  return asks[1] === "round over" || asks[1] === "game over";
}

const WITH_CARD: ReadonlySet<string> = new Set(["play", "discard", "give"]);

/** Whether a move is made with a card of the own hand. */
export function isWithCard({ kind }: Move): boolean {
  return WITH_CARD.has(kind);
}

/** The move that a card of the own hand makes possible, if any: playing it, discarding it or giving it away. */
export function moveWith(moves: readonly Move[], card: string, face: string): Move | undefined {
  const onCard = moves.filter(isWithCard);
  return onCard.find(({ value }) => value === card) ?? onCard.find(({ value }) => value === face);
}

/** Whether a card may be played out of turn now: while somebody else is asked to play, or if that is what is asked. */
export function mayJump({ seat, asks }: View, moves: readonly Move[]): boolean {
  const [asked, question] = asks;
  const outOfTurn = asked === seat ? question === "jump" : question === "play";
  return seat !== null && outOfTurn && moves.some(({ kind }) => kind === "play");
}

/**
 * Whether UNO should be called now, and not only may be: one card is left, or one can be played that leaves one. With
 * two cards on the own turn the call is possible too if none of them fits, but it would be for nothing.
 */
export function shouldCall({ seat, liable, hand, moves }: Pick<View, "seat" | "liable" | "hand" | "moves">): boolean {
  const can = (kind: string) => moves.some((move) => move.split(" ")[0] === kind);
  return seat !== null && can("uno") && (liable.includes(seat) || hand.length === 1 || can("play"));
}

/** Calls and catches are no answers to a question, so they don't name the decision. */
export function isShout(move: Move): boolean {
  return move.kind === "uno" || move.kind === "catch";
}
