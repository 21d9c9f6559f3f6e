// Eyes and mouth of a face for each mood, as pieces of paper. A look says where they are and of which kind.

import { cut, placed, strip, type Paper, type Piece } from "./shapes";

export const MOODS = ["calm", "glad", "worried"] as const;
export type Mood = (typeof MOODS)[number];

export interface Eyes {
  /** The point between both, and how far each is from it. */
  x: number;
  y: number;
  apart: number;
  /** How wide one is. */
  size: number;
  /** `bead`: without white, for light paper; `none`: hidden behind what is worn. */
  kind?: "open" | "bead" | "lidded" | "closed" | "square" | "none";
  /** The paper of a lid. */
  lid?: Paper;
  /** `none`: there is no room for any, not even when worried. */
  brows?: "flat" | "raised" | "stern" | "none";
  lashes?: boolean;
}

export interface Mouth {
  x: number;
  y: number;
  width: number;
  kind?: "smile" | "smirk" | "beak" | "slot";
  /** The paper of a beak. */
  fill?: Paper;
}

/** Where a drop of sweat runs down when worried. */
export type Sweat = readonly [x: number, y: number];

// --- eyes -----------------------------------------------------------------------------------------

// Lines in a box of 100 by 100 around an eye on the right; on the left they are mirrored.
const LAUGHING = "M-47 15C-24 -47 24 -47 47 15";
const CLOSED = "M-47 0C-24 45 24 45 47 0";
const LID = "M-52 -2C-52 -29 -29 -52 0 -52C29 -52 52 -29 52 -2Z";
const LID_EDGE = "M-54 -3L60 -3";
const LASHES = "M45 -24L75 -40M46 0L75 0";
const BROWS = {
  flat: "M58 -86L-58 -86",
  lifted: "M58 -100L-58 -100",
  raised: "M58 -120L-58 -120",
  stern: "M58 -112L-58 -60",
  daring: "M58 -113L-58 -87",
  worried: "M58 -72L-41 -118",
} as const;

const SIDES = [-1, 1] as const;

/** Both eyes, with lines in the paper `line`, and the brows over them in `brow`. */
export function eyesIn(mood: Mood, eyes: Eyes, line: Paper, brow: Paper): Piece[] {
  return SIDES.flatMap((side) => [...oneEye(mood, eyes, side, line), ...browIn(mood, eyes, side, brow)]);
}

function oneEye(mood: Mood, eyes: Eyes, side: number, line: Paper): Piece[] {
  const { y, size, kind = "open", lid, lashes } = eyes;
  const x = eyes.x + side * eyes.apart;
  const drawn = (path: string, width: number) => strip(placed(path, x, y, side * size, size), line, size * width);
  if (kind === "none") return [];
  if (mood === "glad") return [drawn(LAUGHING, 0.3)];
  if (kind === "closed" && mood === "calm") return [drawn(CLOSED, 0.28)];
  const pieces: Piece[] = kind === "bead" ? bead(mood, x, y, size) : looking(mood, eyes, x);
  if (kind === "lidded" && lid && mood === "calm")
    pieces.push({ d: placed(LID, x, y, size, size), fill: lid }, drawn(LID_EDGE, 0.25));
  if (lashes) pieces.push(drawn(LASHES, 0.15));
  return pieces;
}

function bead(mood: Mood, x: number, y: number, size: number): Piece[] {
  const wide = size * (mood === "worried" ? 0.62 : 0.75);
  return [
    cut("circle", x, y, wide, wide * 1.15, "ink"),
    cut("circle", x + wide * 0.18, y - wide * 0.24, wide * 0.36, wide * 0.36, "cream"),
  ];
}

/** An open eye; whoever worries looks away. */
function looking(mood: Mood, { y, size, kind }: Eyes, x: number): Piece[] {
  const shape = kind === "square" ? "square" : "circle";
  if (mood === "worried")
    return [
      cut(shape, x, y, size * 1.18, size * 1.18, "cream"),
      cut(shape, x - size * 0.16, y + size * 0.18, size * 0.46, size * 0.46, "ink"),
    ];
  return [
    cut(shape, x, y, size, size, "cream"),
    cut(shape, x, y + size * 0.08, size * 0.6, size * 0.6, "ink"),
    cut("circle", x + size * 0.12, y - size * 0.06, size * 0.18, size * 0.18, "cream"),
  ];
}

function browIn(mood: Mood, { x, y, apart, size, kind, brows }: Eyes, side: number, line: Paper): Piece[] {
  const drawn = (brow: keyof typeof BROWS, width = 0.36) => {
    const high = kind === "none" ? y - 4 : y;
    return [strip(placed(BROWS[brow], x + side * apart, high, side * size, size), line, size * width)];
  };
  if (brows === "none" || (!brows && mood !== "worried")) return [];
  if (mood === "worried") return drawn("worried", 0.3);
  if (brows === "stern") return drawn(mood === "glad" ? "daring" : "stern");
  if (brows === "raised") return drawn(side > 0 ? "raised" : mood === "glad" ? "lifted" : "flat", 0.3);
  return drawn(mood === "glad" ? "lifted" : "flat");
}

// --- mouth ----------------------------------------------------------------------------------------

// In a box as wide as the mouth.
const SMILE = "M-50 0C-25 37 25 37 50 0";
const SMIRK = "M-50 10C-15 26 30 21 50 -16";
const FROWN = "M-37 25C-19 -17 19 -17 37 25";
const OPEN = "M-50 0L50 0C50 50 28 68 0 68C-28 68 -50 50 -50 0Z";
const TONGUE = "M-30 55C-22 30 22 30 30 55C15 72 -15 72 -30 55Z";
const TEETH = "M-43 0L43 0L35 16L-35 16Z";
const BEAK = "M-44 0L0 8L44 0";
const BEAK_DOWN = "M-30 6L0 -8L30 6";
/** What shines in the mouth of something that was built. */
const LIGHTS: Readonly<Record<Mood, string>> = {
  calm: "M-38 0L38 0",
  glad: "M-38 -10C-20 13 20 13 38 -10",
  worried: "M-40 7L-20 -8L0 7L20 -8L40 7",
};

export function mouthIn(mood: Mood, mouth: Mouth, line: Paper): Piece[] {
  const { x, y, width, kind = "smile", fill = "orange" } = mouth;
  const drawn = (path: string) => strip(placed(path, x, y, width, width), line, Math.max(3.2, width * 0.16));
  if (kind === "beak") return beak(mood, x, y, width, fill);
  if (kind === "slot")
    return [
      cut("square", x, y, width * 1.15, width * 0.55, "ink"),
      strip(placed(LIGHTS[mood], x, y, width, width), "lime", 3.4),
    ];
  if (mood === "glad") return laugh(x, y - width * 0.1, width * 1.12);
  if (mood === "worried") return [drawn(FROWN)];
  return [drawn(kind === "smirk" ? SMIRK : SMILE)];
}

function laugh(x: number, y: number, width: number): Piece[] {
  const part = (path: string, fill: Paper): Piece => ({ d: placed(path, x, y, width, width), fill });
  return [part(OPEN, "ink"), part(TONGUE, "rose"), part(TEETH, "cream")];
}

function beak(mood: Mood, x: number, y: number, width: number, fill: Paper): Piece[] {
  const drawn = (path: string) => strip(placed(path, x, y, width, width), "cocoa", 2.2);
  if (mood === "worried") return [cut("diamond", x, y, width * 0.7, width * 0.62, fill), drawn(BEAK_DOWN)];
  if (mood === "calm") return [cut("diamond", x, y, width, width * 0.74, fill), drawn(BEAK)];
  return [
    cut("triangle", x, y + width * 0.34, width * 0.8, width * 0.66, "brick", 180),
    cut("circle", x, y + width * 0.3, width * 0.34, width * 0.3, "rose"),
    cut("triangle", x, y - width * 0.12, width, width * 0.5, fill),
  ];
}
