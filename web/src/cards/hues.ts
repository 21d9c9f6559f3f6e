// How the colours of a side look. An edition may call its colours anything, so a name finds its paint in three steps:
// it is one of the palette's, or a common word for one, or it takes what is left, by its place among the colours.

import type { SideNumber } from "../lib/faces";
import { COLORS } from "./colors";

export interface Hue {
  /** Its name in palette.css. */
  paint: string;
  /** The colour of the palette whose shape it has. */
  shape: string;
}

/** Words for the paints, the plain ones in a few languages. The last three paints have no shape of their own. */
const WORDS: Record<string, string> = {
  red: "crimson scarlet ruby cherry cardinal brick vermilion blood fire rot rojo rouge",
  green: "lime emerald olive mint jade leaf forest moss kelp fern gruen verde vert",
  blue: "navy azure sky cobalt sapphire ultramarine indigo ocean sea water ink blau azul bleu",
  yellow: "gold golden lemon amber honey mustard sun gelb amarillo jaune",
  pink: "rose magenta fuchsia salmon blush cerise peach rosa",
  teal: "cyan turquoise aqua petrol lagoon tuerkis turquesa",
  orange: "coral apricot tangerine rust copper saffron ginger naranja",
  purple: "violet lilac plum mauve lavender aubergine grape amethyst lila morado",
  gray: "grey black slate silver charcoal iron steel stone ash ebony night grau gris schwarz negro noir",
  brown: "chocolate coffee chestnut bronze umber sepia earth wood maroon braun marron",
  sand: "white beige cream ivory pearl bone snow linen paper weiss blanco blanc",
};
const NEAR = new Map(
  Object.entries(WORDS).flatMap(([paint, words]) => [paint, ...words.split(" ")].map((word) => [word, paint])),
);

/** The paint that a name asks for: a word for it, or one that ends like it, as "seagreen" does. */
function named(color: string): string | undefined {
  return NEAR.get(color) ?? Object.keys(WORDS).find((paint) => color.endsWith(paint));
}

/**
 * The looks of a side's colours, in their order, no two alike in paint or shape. What goes by its place keeps clear of
 * the other side's looks as far as it can.
 */
export function huesOf(colors: readonly string[], side: SideNumber, others: readonly Hue[] = []): Hue[] {
  const own = [...COLORS[side], ...COLORS[side === 0 ? 1 : 0]];
  const paints: (string | undefined)[] = colors.map(() => undefined);
  const take = (wish: (color: string, place: number) => string | undefined) =>
    colors.forEach((color, place) => {
      const paint = paints[place] === undefined ? wish(color, place) : undefined;
      if (paint !== undefined && !paints.includes(paint)) paints[place] = paint;
    });
  take((color) => (own.includes(color) ? color : undefined));
  take(named);
  const clear = own.filter((paint) => !others.some((other) => other.paint === paint));
  take((_, place) => (clear.includes(own[place]!) ? own[place] : undefined));
  take(() => clear.find((paint) => !paints.includes(paint)));
  take(() => own.find((paint) => !paints.includes(paint)));

  const shapes = own.filter((shape) => !paints.includes(shape));
  const shapeOf = (paint: string) => (own.includes(paint) ? paint : (shapes.shift() ?? own[0]!));
  return paints.map((paint = own[0]!) => ({ paint, shape: shapeOf(paint) }));
}

const PRINTED: Record<SideNumber, readonly Hue[]> = { 0: huesOf(COLORS[0], 0), 1: huesOf(COLORS[1], 1) };

/** The looks of the colours that most editions have. */
export function printedHues(side: SideNumber): readonly Hue[] {
  return PRINTED[side];
}
