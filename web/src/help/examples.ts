// Cards for the pictures in the rules, found among those that an edition has.

import type { Edition, Kind, SideInfo } from "../lib/protocol";

export interface TurnCards {
  top: string;
  /** Fits by its colour. */
  color: string;
  /** Fits by its number or symbol. */
  match: string;
  misfit: string;
  /** Whether these are numbers. */
  numbers: boolean;
}

const textOf = ({ letters }: SideInfo, { wild, symbol }: Kind, color: number): string =>
  wild ? symbol : letters[color % letters.length]! + symbol;

/** What fits on a card and what does not, in notation; null if a side has too few kinds to show it. */
export function turnCards(side: SideInfo): TurnCards | null {
  const coloured = side.kinds.filter(({ wild }) => !wild);
  const plain = coloured.filter(({ number }) => number !== null);
  const numbers = plain.length > 1;
  const kinds = numbers ? plain : coloured;
  const kind = kinds[Math.floor(kinds.length / 2)];
  const others = kinds.filter((one) => one !== kind);
  const [last, third] = [others.at(-1), others.at(-3) ?? others[0]];
  if (!kind || !last || !third) return null;
  return {
    top: textOf(side, kind, 0),
    color: textOf(side, last, 0),
    match: textOf(side, kind, 1),
    misfit: textOf(side, third, side.letters.length > 2 ? 2 : 1),
    numbers,
  };
}

/** Three cards with both faces: numbers on the one side and what is special on the other, as far as there are such. */
export function twoSidedHand({ faces }: Edition): string[] {
  const [light, dark] = faces;
  if (!light || !dark) return [];
  const special = dark.kinds.filter(({ number, wild }) => number === null && !wild);
  const kindOf = (side: SideInfo, wanted: Kind | undefined, n: number): Kind => {
    const coloured = side.kinds.filter(({ wild }) => !wild);
    const some = coloured.length ? coloured : side.kinds;
    return wanted ?? some[n % some.length]!;
  };
  const number = (side: SideInfo, n: number) => side.kinds.find((kind) => kind.number === n);
  return [0, 1, 2].map((n) => {
    const front = textOf(light, kindOf(light, number(light, n + 3), n), n);
    const back = textOf(dark, kindOf(dark, special[n] ?? number(dark, n + 5), n), n + 1);
    return `${front}|${back}`;
  });
}
