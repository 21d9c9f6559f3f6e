// The figures of the cards as plain paths around the middle (0, 0), about 60 wide and 66 high. Digits are drawn, not
// set, so that a card looks the same on every system. No names and no rules here: a figure is found by its symbol, and
// a symbol without one is written.

import { DIGITS, row } from "./glyphs";
import { leavesOf } from "./leaves";

/**
 * How a part is painted: `heavy`, `bold`, `line` and `thin` are strokes, `fill` an area, `sheet` an area with a gap
 * around it. Those with `cut` show the card's colour through the figure. A number is a colour of the side, by place.
 */
export type Paint =
  "heavy" | "bold" | "line" | "thin" | "fill" | "sheet" | "cut" | "cutbold" | "cutline" | "cutray" | number;
export type Part = readonly [paint: Paint, path: string, transform?: string];

/** Under 6 and 9, which are each other upside down. */
const FOOT = "M-15 39H15";
const RAISED = "translate(0 -5)";

const digit = (n: number, paint: Paint, transform?: string): Part => [paint, DIGITS[n]!, transform];

const sheet = (x: number, y: number, w: number, h: number): string =>
  `M${x - w / 2 + 5} ${y - h / 2}h${w - 10}a5 5 0 0 1 5 5v${h - 10}a5 5 0 0 1-5 5` +
  `h${10 - w}a5 5 0 0 1-5-5v${10 - h}a5 5 0 0 1 5-5z`;

/** How far the front card of a stack lies from the stack's middle. */
const reach = (n: number): number => (n - 1) * 2.25;

/** More cards than these would not fit. */
const HIGHEST = 5;

/** As many cards as are drawn, the last one in front. */
function stack(n: number): Part[] {
  return Array.from({ length: n }, (_, i) => {
    const off = reach(n) - i * 4.5;
    return ["sheet", sheet(off, -off, 46, 58)] as const;
  });
}

function draw(n: number): Part[] {
  const cards = Math.min(n, HIGHEST);
  const off = reach(cards);
  const scale = n > 9 ? 0.36 : 0.5;
  return [
    ...stack(cards),
    ["cutline", n > 9 ? "M-5 0H5M0-5V5" : "M-6 0H6M0-6V6", `translate(${(n > 9 ? -15 : -11) - off} ${off})`],
    ...row(String(n)).signs.map(({ path, x }): Part => {
      return ["cutbold", path, `translate(${8 + x * scale - off} ${off}) scale(${scale})`];
    }),
  ];
}

const leaves = (count: number, transform: string): Part[] =>
  leavesOf(count).map((path, i) => [i, path, transform] as const);

/** A symbol in letters, at most so wide. */
function written(text: string, widest: number): Part[] {
  const { signs, width } = row(text);
  const scale = Math.min(1, widest / width);
  const paint = scale < 0.7 ? "heavy" : "bold";
  const moved = (x: number) => `translate(${(x * scale).toFixed(1)} 0) scale(${scale.toFixed(3)})`;
  return signs.map(({ path, x }): Part => [paint, path, moved(x)]);
}

const ARROW = "M-29 0H8";
const HEAD = "M5-14L29 0 5 14z";
const TILTED = "rotate(9)";
const BUST = "M0-13a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13zM-12 14a12 12 0 0 1 24 0z";

function custom(n: number): Part[] {
  return [
    ["sheet", sheet(-4, 0, 48, 62)],
    digit(n, "cutbold", "translate(-8 -6) scale(.62)"),
    ["sheet", "M-7-24a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4V12L0 26-7 12z", "translate(17 11) rotate(38)"],
    [3, "M-5-18H5V11H-5z", "translate(17 11) rotate(38)"],
  ];
}

const FIGURES: Record<string, Part[]> = {
  S: [
    ["line", "M-27 22V2A24 24 0 0 1 21 2V6"],
    ["fill", "M6 3H36L21 24z"],
    ["fill", BUST, "translate(-3 15)"],
  ],
  A: [
    ["line", "M13-23A26 26 0 1 0 25-5"],
    ["fill", "M2-36L26-26 5-11z"],
    ["fill", BUST, "translate(-10 0) scale(.7)"],
    ["fill", BUST, "translate(10 0) scale(.7)"],
    ["sheet", BUST, "translate(0 5) scale(.85)"],
  ],
  R: [
    ["line", ARROW, "translate(0 -16)"],
    ["fill", HEAD, "translate(0 -16)"],
    ["line", ARROW, "translate(0 16) rotate(180)"],
    ["fill", HEAD, "translate(0 16) rotate(180)"],
  ],
  F: [
    ["thin", sheet(0, 0, 45, 61), TILTED],
    ["fill", "M-23 31V-26a5 5 0 0 1 5-5H23z", TILTED],
    ["cut", "M7-9.5A11.8 11.8 0 0 0-7 9.5z", TILTED],
    ["fill", "M-7 9.5A11.8 11.8 0 0 0 7-9.5z", TILTED],
    ["cutray", "M-13-9.6L-17.2-12.8M-3.2-16L-4.2-21.2M-16 1.5L-20.5 1.9", TILTED],
  ],
  W: [], // its shapes are the figure
  WX: [
    ["thin", "M-25-29H12"],
    ["fill", "M9-40L29-29 9-18z"],
    ["fill", sheet(-16, 0, 28, 38)],
    ["thin", sheet(16, 0, 22, 32)],
    ["thin", "M25 29H-12"],
    ["fill", "M-9 40L-29 29-9 18z"],
  ],
  W1: custom(1),
  W2: custom(2),
  W3: custom(3),
  WH: [
    [0, "M-15-10C-20 8-24 22-30 34Q-20 28-10 36 0 29 10 36 20 28 30 34C24 22 20 8 15-10z"],
    [
      "sheet",
      "M-13-12H13C19-12 21-8 23-4L30 9C32 12 31 14 29 16L16 26 11 20 20 11 15 2 11 30" +
        "H-11L-15 2-20 11-11 20-16 26-29 16C-31 14-32 12-30 9L-23-4C-21-8-19-12-13-12z",
    ],
    ["sheet", "M0-37a10.5 11.5 0 1 1 0 23 10.5 11.5 0 1 1 0-23z"],
    [0, "M-10.5-29H10.5V-23Q4-20 0-23.5-4-20-10.5-23z"],
    ["cut", "M0-6L9 4 5 8 0 3-5 8-9 4z"],
  ],
  WV: [
    ["fill", "M-31-29C-22-20-11-20 0-13 11-20 22-20 31-29 35-8 29 8 17 9 9 10 5 5 0 0-5 5-9 10-17 9-29 8-35-8-31-29z"],
    ["cut", "M-24-12L-7-4C-10 2-22 1-24-12z"],
    ["cut", "M24-12L7-4C10 2 22 1 24-12z"],
    ["fill", "M-20 17C-8 26 8 26 22 14 20 34-10 40-20 17z"],
  ],
  WP: [
    ["fill", "M0-35C9-29 18-27 29-27V-2C29 17 16 28 0 35-16 28-29 17-29-2V-27C-18-27-9-29 0-35z"],
    ["cut", "M0-21L18-1H8V20H-8V-1H-18z"],
  ],
  WM: [
    ["fill", "M-30-34L-15-21 0-37 15-21 30-34 25-4H-25z"],
    ["fill", "M-11 3H11V13H25L0 37-25 13H-11z"],
  ],
};

/** What is written of a symbol. That a card is wild is seen by its colours, but a word like WAVE keeps its W. */
const letters = (symbol: string): string => symbol.replace(/^W(?=.$|[^A-Z])/, "");
const drawn = (symbol: string): number => Number(/^W?\+([1-9]\d?)$/.exec(symbol)?.[1] ?? 0);

/** How the symbol of a face is to be drawn. */
export interface Drawing {
  symbol: string;
  /** How many colours the side has. */
  colors: number;
  /** Whether the symbol means what it usually does; else it is written. */
  usual: boolean;
}

/** The large figure of a symbol. */
export function figure({ symbol, colors, usual }: Drawing): Part[] {
  const n = drawn(symbol);
  if (n) return draw(n);
  if (/^\d$/.test(symbol)) {
    const under: Part[] = symbol === "6" || symbol === "9" ? [["line", FOOT, RAISED]] : [];
    return [digit(Number(symbol), "bold", under.length ? RAISED : undefined), ...under];
  }
  if (usual && symbol === "W+C") {
    const plus: Part = ["cutline", "M-6 0H6M0-6V6", "translate(-16 -11)"];
    return [...stack(3), plus, ...leaves(colors, "translate(-20.5 -7.5) scale(1.25)")];
  }
  return (usual ? FIGURES[symbol] : undefined) ?? written(letters(symbol), symbol.startsWith("W") ? 56 : 72);
}

const PLUS: Part = ["bold", "M-40 0H-14M-27-13V13"];
/** How wide the writing of a mark is at most. */
const WIDEST = 130;

/** The small mark of a symbol, for corners and chips: fewer parts where the figure would clot. */
export function mark(drawing: Drawing): Part[] {
  const { symbol, colors, usual } = drawing;
  const n = drawn(symbol);
  if (n > 9) return written(`+${n}`, WIDEST);
  if (n) return [PLUS, digit(n, "bold", "translate(17 0)")];
  if (symbol === "W") return leaves(colors, "translate(-34 -34) scale(2.85)");
  if (!isFigure(drawing)) return written(letters(symbol), WIDEST);
  if (usual && symbol === "W+C") return [PLUS, ...leaves(colors, "translate(-4 -26) scale(2.2)")];
  if (symbol === "A") return [...FIGURES.A!.slice(0, 2), ["fill", "M0-10a10 10 0 1 1 0 20 10 10 0 1 1 0-20z"]];
  if (symbol === "F") return FIGURES.F!.slice(0, -1);
  return figure(drawing);
}

/** How wide a mark is; it is 72 high. */
export function markWidth(drawing: Drawing): number {
  const n = drawn(drawing.symbol);
  if ((n && n < 10) || (drawing.symbol === "W+C" && drawing.usual)) return 92;
  if (n || !isFigure(drawing)) return Math.min(WIDEST, Math.max(72, row(n ? `+${n}` : letters(drawing.symbol)).width));
  return 72;
}

/** Whether a symbol is drawn, and not just written. */
function isFigure({ symbol, usual }: Drawing): boolean {
  return /^(\d|W)$/.test(symbol) || drawn(symbol) > 0 || (usual && (symbol === "W+C" || symbol in FIGURES));
}
