// The first deal of a game, worked out again from its key: the deck as it is laid out, the draw for the dealer, the
// shuffle and the hands. It follows the engine's `compile.py` and `rounds.py`, and is only used to check a shuffle.

import { Randomness } from "./threefry";
import type { Edition, Kind } from "../lib/protocol";

/** What of an edition a deck is made of. */
export interface Printed {
  hand: number;
  faces: { letters: string[]; kinds: Pick<Kind, "symbol" | "copies" | "number" | "wild" | "written" | "in_deck">[] }[];
  settings: Edition["settings"];
}

export interface Deal {
  dealer: number;
  /** Who drew what for the deal, in order. */
  draws: { seat: number; face: string }[];
  /** By seat, the cards in the order in which they were dealt: "r5", with two sides "r5|p1". */
  hands: string[][];
}

interface Printing {
  text: string;
  number: number;
}

/**
 * The faces of one side in the order in which the deck is laid out: by colour, each in the order of the kinds, then the
 * wilds.
 */
function faces({ letters, kinds }: Printed["faces"][number], settings: Record<string, unknown>): Printing[] {
  const custom = Array.isArray(settings.custom) ? settings.custom.length : 0;
  const copies = (kind: Printed["faces"][number]["kinds"][number]): number => {
    if (kind.in_deck && !settings[kind.in_deck]) return 0;
    return kind.written > custom ? 0 : kind.copies;
  };
  const all = (letter: string, wild: boolean): Printing[] =>
    kinds
      .filter((kind) => kind.wild === wild)
      .flatMap((kind) =>
        Array.from({ length: copies(kind) }, () => ({ text: letter + kind.symbol, number: kind.number ?? 0 })),
      );
  return [...letters.flatMap((letter) => all(letter, false)), ...all("", true)];
}

/**
 * The fixed pairing steps through the dark faces; the shuffled one begins in order and takes the first random numbers.
 */
function backs(count: number, shuffled: boolean, random: Randomness): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  if (shuffled) {
    random.shuffle(order);
    return order;
  }
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = 37;
  while (divisor(step, count) !== 1) step++;
  return order.map((i) => (i * step + 11) % count);
}

/** Each draws a card, the highest number deals; those who tie draw again. What was drawn moves behind what is left. */
function drawForDealer(
  pile: number[],
  light: Printing[],
  players: number,
  random: Randomness,
): Pick<Deal, "dealer" | "draws"> {
  const draws: Deal["draws"] = [];
  let rivals = Array.from({ length: players }, (_, seat) => seat);
  let left = pile.length;
  while (rivals.length > 1) {
    let best = -1;
    let tied: number[] = [];
    for (const seat of rivals) {
      if (left === 0) left = pile.length;
      left--;
      const place = random.below(left + 1);
      const card = pile[place]!;
      pile[place] = pile[left]!;
      pile[left] = card;
      const { text, number } = light[card]!;
      draws.push({ seat, face: text });
      if (number > best) [best, tied] = [number, [seat]];
      else if (number === best) tied.push(seat);
    }
    rivals = tied;
  }
  return { dealer: rivals[0]!, draws };
}

/** The deal of the first round. `chosen` are the table's settings, as far as they differ from the edition's. */
export function firstDeal(edition: Printed, chosen: Record<string, unknown>, players: number, key: Uint8Array): Deal {
  const settings = { ...edition.settings, ...chosen };
  const random = new Randomness(key);
  const [light, dark] = edition.faces.map((side) => faces(side, settings)) as [Printing[], Printing[]?];
  const behind = dark && backs(light.length, settings.pairing === "shuffled", random);
  const text = (card: number): string =>
    dark && behind ? `${light[card]!.text}|${dark[behind[card]!]!.text}` : light[card]!.text;

  const pile = light.map((_, card) => card);
  const { dealer, draws } =
    typeof settings.dealer === "number"
      ? { dealer: settings.dealer, draws: [] }
      : drawForDealer(pile, light, players, random);
  random.shuffle(pile);

  const hands: string[][] = Array.from({ length: players }, () => []);
  for (let i = 0; i < edition.hand * players; i++) hands[(dealer + 1 + i) % players]!.push(text(pile.pop()!));
  return { dealer, draws, hands };
}
