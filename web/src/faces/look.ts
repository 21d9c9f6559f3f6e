// What a face is made of, and the face of a mood as one list of pieces from back to front.

import { eyesIn, mouthIn, type Eyes, type Mood, type Mouth, type Sweat } from "./moods";
import { cut, type Cut, type Paper, type Piece } from "./shapes";

/** A face as data, in a box of 100 by 100. */
export interface Look {
  head: Cut;
  /** Behind the head: ears, rays, a band. */
  behind?: readonly Piece[];
  /** On the head, under the eyes: cheeks, freckles, a snout. */
  over?: readonly Piece[];
  eyes: Eyes;
  mouth: Mouth;
  /** Over everything: a hat, glasses, a moustache. */
  worn?: readonly Piece[];
  /** The paper of what is drawn in lines; usually ink. */
  line?: Paper;
  /** The same for the eyes, if they lie on another paper. */
  eyeLine?: Paper;
  sweat: Sweat;
}

export function isCut(piece: Piece): piece is Cut {
  return "fill" in piece;
}

/** The pieces that make the outline of a face. */
export function outlineOf({ behind = [], head, worn = [] }: Look): readonly Piece[] {
  return [...behind, head, ...worn];
}

/** All pieces of a face in a mood, from back to front. */
export function piecesOf(look: Look, mood: Mood): readonly Piece[] {
  const { head, behind = [], over = [], worn = [], eyes, mouth, line = "ink", eyeLine = line, sweat } = look;
  return [
    ...behind,
    head,
    ...over,
    ...mouthIn(mood, mouth, line),
    ...eyesIn(mood, eyes, eyeLine, line),
    ...worn,
    ...(mood === "worried" ? [cut("drop", sweat[0], sweat[1], 15, 17, "sky")] : []),
  ];
}
