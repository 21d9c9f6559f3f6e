// The colours of both sides and the shape that stands for each, drawn in a box of 24 by 24. The day's shapes are plain
// geometry, the night's are figures, so that a shape alone tells the side too.

import type { SideNumber } from "../lib/faces";

export const COLORS: Record<SideNumber, readonly string[]> = {
  0: ["red", "green", "blue", "yellow"],
  1: ["pink", "teal", "orange", "purple"],
};

/** The four leaves of the wild mark, one for each colour of a side. */
export const LEAVES = [
  "M11.2 11.2H7A5.7 5.7 0 0 1 1.3 5.5V1.3H5.5A5.7 5.7 0 0 1 11.2 7z",
  "M12.8 11.2H17A5.7 5.7 0 0 0 22.7 5.5V1.3H18.5A5.7 5.7 0 0 0 12.8 7z",
  "M12.8 12.8H17A5.7 5.7 0 0 1 22.7 18.5V22.7H18.5A5.7 5.7 0 0 1 12.8 17z",
  "M11.2 12.8H7A5.7 5.7 0 0 0 1.3 18.5V22.7H5.5A5.7 5.7 0 0 0 11.2 17z",
] as const;

export const SHAPES: Record<string, string> = {
  // circle
  red: "M12 1.6a10.4 10.4 0 1 0 0 20.8a10.4 10.4 0 1 0 0-20.8z",
  // triangle
  green: "M10.3 2.9a2 2 0 0 1 3.4 0l9.2 16a2 2 0 0 1-1.7 3H2.8a2 2 0 0 1-1.7-3z",
  // square
  blue:
    "M4.6 2.4h14.8a2.2 2.2 0 0 1 2.2 2.2v14.8a2.2 2.2 0 0 1-2.2 2.2" +
    "H4.6a2.2 2.2 0 0 1-2.2-2.2V4.6a2.2 2.2 0 0 1 2.2-2.2z",
  // star
  yellow: "M12 .6l3.4 7.3 8 1-5.9 5.5 1.5 7.9-7-3.9-7 3.9 1.5-7.9L.6 8.9l8-1z",
  // heart
  pink: "M12 22.4C4.6 16.6 1 12.4 1 8.1A6 6 0 0 1 12 5a6 6 0 0 1 11 3.1c0 4.3-3.6 8.5-11 14.3z",
  // drop
  teal: "M12 .8c3.6 5.6 8.4 9.4 8.4 14.2a8.4 8.4 0 0 1-16.8 0C3.6 10.2 8.4 6.4 12 .8z",
  // diamond
  orange: "M12 .4L21.4 12 12 23.6 2.6 12z",
  // crescent
  purple: "M15.2 1.5A10.9 10.9 0 1 0 22.7 15.8 9 9 0 0 1 15.2 1.5z",
  wild: LEAVES.join(""),
};
