// The eight shapes of the cards as pieces of paper that faces are cut from: plumper than on the cards, so that a face
// has room, and as curves between points, so that a piece can be stretched and turned.

/** What a piece of paper can be coloured like. The same in every room, as the cards are. */
export const PAPERS = {
  red: "#d8402f",
  brick: "#a92c25",
  orange: "#f28433",
  yellow: "#f6c23c",
  lime: "#b4cf4f",
  green: "#54b36d",
  leaf: "#2c7a46",
  teal: "#1c9493",
  sky: "#8fd0ea",
  blue: "#3a78d6",
  navy: "#27407e",
  purple: "#8a5fd6",
  lilac: "#c5aef2",
  pink: "#f28bb9",
  rose: "#e75f8f",
  brown: "#95613a",
  cocoa: "#5d3a22",
  sand: "#e0bd86",
  gray: "#9aa1b2",
  slate: "#565d70",
  cream: "#fffaf0",
  ink: "#1c1926",
} as const;

export type Paper = keyof typeof PAPERS;

/** In a box of 100 by 100 around the origin, and all drawn the same way around. */
export const SHAPES = {
  circle: "M0 -50C27.6 -50 50 -27.6 50 0C50 27.6 27.6 50 0 50C-27.6 50 -50 27.6 -50 0C-50 -27.6 -27.6 -50 0 -50Z",
  square:
    "M-34 -50L34 -50C44 -50 50 -44 50 -34L50 34C50 44 44 50 34 50L-34 50C-44 50 -50 44 -50 34L-50 -34" +
    "C-50 -44 -44 -50 -34 -50Z",
  triangle: "M-9 -44C-5 -52 5 -52 9 -44L49 35C53 43 48 50 40 50L-40 50C-48 50 -53 43 -49 35Z",
  star: "M0 -50L18 -19L51 -12L29 14L32 48L0 35L-32 48L-29 14L-51 -12L-18 -19Z",
  diamond: "M0 -50L46 0L0 50L-46 0Z",
  moon: "M20 -46C4 -30 0 -10 11 3C21 14 36 16 48 12C44 35 24 50 0 50C-27.6 50 -50 27.6 -50 0C-50 -36 -10 -57 20 -46Z",
  drop: "M0 -50C12 -28 40 -10 40 14C40 36 22 50 0 50C-22 50 -40 36 -40 14C-40 -10 -12 -28 0 -50Z",
  heart:
    "M0 50C-36 24 -52 4 -52 -18C-52 -36 -38 -48 -24 -48C-12 -48 -4 -42 0 -34C4 -42 12 -48 24 -48" +
    "C38 -48 52 -36 52 -18C52 4 36 24 0 50Z",
} as const;

export type Shape = keyof typeof SHAPES;

/** A piece of paper: its outline, and its colour. */
export interface Cut {
  d: string;
  fill: Paper;
}

/** A line of paper, such as the rim of glasses. */
export interface Strip {
  d: string;
  stroke: Paper;
  width: number;
}

export type Piece = Cut | Strip;

/** A path in a box of 100 by 100 around the origin, as wide and high as this, around a point, turned by degrees. */
export function placed(path: string, x: number, y: number, width: number, height: number, turned = 0): string {
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return path.replace(POINT, (_, across: string, down: string) => {
    const [a, b] = [(Number(across) * width) / 100, (Number(down) * height) / 100];
    return `${short(x + a * cos - b * sin)} ${short(y + a * sin + b * cos)}`;
  });
}

const POINT = /(-?[\d.]+) (-?[\d.]+)/g;
const short = (value: number) => String(Math.round(value * 10) / 10);

/** A shape of this width and height around a point, turned by so many degrees. */
export function cut(shape: Shape, x: number, y: number, width: number, height: number, fill: Paper, turned = 0): Cut {
  return { d: placed(SHAPES[shape], x, y, width, height, turned), fill };
}

/** The same piece left and right of a line from top to bottom, so far from it. */
export function pair(
  shape: Shape,
  x: number,
  apart: number,
  y: number,
  width: number,
  height: number,
  fill: Paper,
  turned = 0,
): Cut[] {
  return [-1, 1].map((side) => cut(shape, x + side * apart, y, width, height, fill, side * turned));
}

export function strip(d: string, stroke: Paper, width = 4): Strip {
  return { d, stroke, width };
}
