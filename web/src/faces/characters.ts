// The faces of the twelve characters, cut after their tempers: whoever doubts has a monocle, whoever hears nothing has
// headphones. They are told apart at 28 pixels by their shape, their colour and one thing that sticks out.

import type { Look } from "./look";
import { cut, pair, strip } from "./shapes";

export const CHARACTER_FACES: Readonly<Record<string, Look>> = {
  pip: {
    head: cut("triangle", 50, 57, 82, 72, "yellow"),
    behind: [cut("circle", 50, 17, 21, 21, "rose")],
    over: [...pair("circle", 50, 25, 73, 10, 8, "orange")],
    eyes: { x: 50, y: 57, apart: 12, size: 18 },
    mouth: { x: 50, y: 76, width: 15 },
    sweat: [79, 45],
  },
  dot: {
    head: cut("circle", 50, 55, 76, 76, "red"),
    over: [
      ...pair("circle", 50, 26, 66, 7, 7, "cream"),
      ...pair("circle", 50, 19, 74, 5, 5, "cream"),
      cut("circle", 34, 29, 9, 9, "brick"),
    ],
    eyes: { x: 50, y: 53, apart: 14, size: 18, lashes: true },
    mouth: { x: 50, y: 69, width: 18 },
    worn: [
      cut("heart", 53, 19, 24, 26, "sky", 78),
      cut("heart", 79, 25, 24, 26, "sky", -75),
      cut("circle", 66, 22, 12, 12, "blue"),
    ],
    sweat: [88, 50],
  },
  bruno: {
    head: cut("square", 50, 56, 78, 74, "brown"),
    behind: [...pair("circle", 50, 33, 24, 26, 26, "cocoa")],
    eyes: { x: 50, y: 45, apart: 16, size: 16, brows: "flat" },
    mouth: { x: 50, y: 77, width: 20 },
    over: [cut("circle", 50, 59, 17, 12, "ink")],
    worn: [...pair("drop", 50, 14, 67, 13, 32, "cocoa", -76)],
    sweat: [90, 40],
  },
  wilma: {
    head: cut("drop", 50, 55, 88, 76, "blue"),
    over: [...pair("circle", 50, 24, 70, 10, 8, "sky")],
    eyes: { x: 50, y: 60, apart: 13, size: 17 },
    mouth: { x: 50, y: 76, width: 14 },
    worn: [
      cut("drop", 50, 28, 56, 44, "yellow"),
      cut("square", 50, 45, 74, 11, "yellow", 0),
      strip("M28 39.5C40 42 60 42 72 39.5", "orange", 4),
    ],
    sweat: [88, 62],
  },
  otto: {
    head: cut("square", 50, 62, 70, 66, "orange"),
    eyes: { x: 50, y: 61, apart: 15, size: 16, brows: "raised" },
    mouth: { x: 46, y: 82, width: 19, kind: "smirk" },
    worn: [
      cut("circle", 50, 24, 46, 40, "navy"),
      cut("square", 50, 34, 82, 9, "navy"),
      strip("M31 27L69 27", "red", 5),
      strip(
        "M77 61C77 67.6 71.6 73 65 73C58.4 73 53 67.6 53 61C53 54.4 58.4 49 65 49C71.6 49 77 54.4 77 61Z",
        "ink",
        3.6,
      ),
      strip("M74 70C76 76 76 82 73 88", "ink", 2.6),
    ],
    sweat: [18, 58],
  },
  fern: {
    head: cut("heart", 50, 59, 80, 74, "green"),
    behind: [
      cut("drop", 50, 20, 24, 42, "leaf"),
      cut("drop", 30, 23, 24, 44, "lime", -34),
      cut("drop", 70, 23, 24, 44, "lime", 34),
    ],
    over: [...pair("circle", 50, 26, 61, 12, 9, "pink")],
    eyes: { x: 50, y: 52, apart: 15, size: 17 },
    mouth: { x: 50, y: 68, width: 15 },
    sweat: [92, 40],
  },
  hazel: {
    head: cut("drop", 50, 58, 94, 76, "sand", 180),
    over: [cut("diamond", 50, 70, 7, 6, "brown")],
    eyes: { x: 50, y: 52, apart: 16, size: 16 },
    mouth: { x: 50, y: 79, width: 12 },
    worn: [
      cut("circle", 50, 27, 68, 27, "brown"),
      cut("drop", 50, 14, 13, 20, "cocoa"),
      strip("M20 27L80 27", "cocoa", 3.2),
      ...[34, 66].map((x) =>
        strip(
          `M${x + 13} 52C${x + 13} 59.2 ${x + 7.2} 65 ${x} 65C${x - 7.2} 65 ${x - 13} 59.2 ${x - 13} 52` +
            `C${x - 13} 44.8 ${x - 7.2} 39 ${x} 39C${x + 7.2} 39 ${x + 13} 44.8 ${x + 13} 52Z`,
          "brick",
          4.6,
        ),
      ),
      strip("M46.5 50C48.5 48 51.5 48 53.5 50", "brick", 4.6),
    ],
    sweat: [91, 44],
  },
  rocco: {
    head: cut("star", 50, 53, 96, 92, "red"),
    eyes: { x: 50, y: 51, apart: 12, size: 15, brows: "stern" },
    mouth: { x: 50, y: 66, width: 18, kind: "smirk" },
    worn: [cut("square", 29, 56, 19, 8, "sand", -38), strip("M27 58L31 54", "brown", 3)],
    sweat: [83, 62],
  },
  mina: {
    head: cut("moon", 50, 52, 88, 86, "pink"),
    over: [cut("circle", 27, 68, 10, 8, "rose"), cut("circle", 61, 71, 4.6, 4.6, "ink")],
    eyes: { x: 38, y: 53, apart: 12, size: 15, lashes: true, kind: "lidded", lid: "rose" },
    mouth: { x: 43, y: 71, width: 20 },
    worn: [cut("star", 72, 33, 25, 25, "yellow", 12)],
    sweat: [16, 34],
  },
  ivo: {
    head: cut("square", 50, 59, 66, 66, "teal"),
    behind: [strip("M16 58C12 2 88 2 84 58", "brick", 7)],
    eyes: { x: 50, y: 55, apart: 14, size: 16, kind: "closed" },
    mouth: { x: 50, y: 72, width: 16 },
    worn: [...pair("square", 50, 35, 57, 18, 32, "orange"), ...pair("square", 50, 35, 57, 7, 18, "brick")],
    sweat: [72, 36],
  },
  sol: {
    head: cut("circle", 50, 51, 66, 66, "yellow"),
    behind: [cut("star", 50, 52, 96, 96, "orange"), cut("star", 50, 50, 96, 96, "orange", 180)],
    eyes: { x: 50, y: 46, apart: 13, size: 15, kind: "none" },
    mouth: { x: 50, y: 65, width: 20 },
    worn: [
      ...pair("square", 50, 14.5, 48, 24, 17, "ink"),
      strip("M20 43.5L80 43.5", "ink", 4.5),
      strip("M30 51L37 44.5", "sky", 3),
      strip("M59 51L66 44.5", "sky", 3),
    ],
    sweat: [84, 30],
  },
  vega: {
    head: cut("diamond", 50, 54, 88, 88, "purple"),
    over: [...pair("circle", 50, 21, 64, 9, 7, "pink")],
    eyes: { x: 50, y: 53, apart: 13, size: 16, kind: "lidded", lid: "lilac" },
    mouth: { x: 50, y: 70, width: 14 },
    worn: [
      ...pair("circle", 50, 40, 67, 13, 13, "yellow"),
      strip("M33 34C40 27 60 27 67 34", "yellow", 5),
      cut("star", 50, 20, 26, 26, "yellow"),
    ],
    sweat: [80, 37],
  },
};

/** Whoever has no face of its own: a bot without a name, a program. */
export const ROBOT: Look = {
  head: cut("square", 50, 59, 72, 64, "gray"),
  behind: [
    strip("M50 30L50 14", "slate", 5),
    cut("circle", 50, 13, 14, 14, "yellow"),
    ...pair("square", 50, 39, 58, 12, 24, "slate"),
  ],
  over: [],
  eyes: { x: 50, y: 52, apart: 15, size: 18, kind: "square" },
  mouth: { x: 50, y: 76, width: 30, kind: "slot" },
  sweat: [78, 34],
};
