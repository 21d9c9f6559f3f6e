// The letters and digits that symbols are written with, as strokes around the middle (0, 0) of a box of 48 by 66. They
// are drawn, not set, so that a card looks the same on every system.

export const DIGITS = [
  "M-18-8a18 18 0 0 1 36 0v16a18 18 0 0 1-36 0z",
  "M-13-14L4-26V26M-14 26H20",
  "M-17-10A17 17 0 0 1 17-9C17 2 0 10-16 26H19",
  "M-17-26H14L-3-5A15.5 15.5 0 1 1-17 17",
  "M9 26V-25L-18 12H21",
  "M15-26H-12L-14-2A17 17 0 1 1-17 17",
  "M9-27C-6-18-17-6-17 9A17 17 0 1 0 17 9 17 17 0 0 0-15 2",
  "M-18-26H17C4-8-4 6-6 27",
  "M0-26A12.5 12.5 0 1 1 0-1 12.5 12.5 0 1 1 0-26zM0-1A14 13.5 0 1 1 0 26 14 13.5 0 1 1 0-1z",
  "M-9 27C6 18 17 6 17-9A17 17 0 1 0-17-9 17 17 0 0 0 15-2",
];

const LETTERS: Record<string, string> = {
  A: "M-21 32L0-26 21 32M-14 13H14",
  B: "M-15 0H2A13 13 0 0 0 2-26H-15V26H4A13 13 0 0 0 4 0",
  C: "M18-11A18 18 0 0 0-18-8V8A18 18 0 0 0 18 11",
  D: "M-16-26H-3A19 20 0 0 1 16-6V6A19 20 0 0 1-3 26H-16z",
  E: "M17-26H-14V26H17M-14 0H12",
  F: "M17-26H-14V32M-14 0H12",
  G: "M18-12A18 18 0 0 0-18-8V8A18 18 0 0 0 18 8V2H2",
  H: "M-17-32V32M17-32V32M-17 0H17",
  I: "M0-32V32",
  J: "M12-32V11A14 15 0 0 1-16 13",
  K: "M-15-32V32M18-32L-12 4M-3-7L19 32",
  L: "M-13-32V26H18",
  M: "M-22 32V-26L0 8 22-26V32",
  N: "M-17 32V-26L17 26V-32",
  O: "M-20-6a20 20 0 0 1 40 0v12a20 20 0 0 1-40 0z",
  P: "M-14 32V-26H3A14.5 14.5 0 0 1 3 3H-14",
  Q: "M-20-6a20 20 0 0 1 40 0v12a20 20 0 0 1-40 0zM3 11L22 33",
  R: "M-14 32V-26H3A14.5 14.5 0 0 1 3 3H-14M2 3L18 32",
  S: "M16-14C14-22 8-26 0-26-10-26-16-20-16-13-16 3 17-3 17 13 17 20 10 26 0 26-9 26-15 22-17 13",
  T: "M-20-26H20M0-26V32",
  U: "M-18-32V8A18 18 0 0 0 18 8V-32",
  V: "M-21-32L0 26 21-32",
  W: "M-30-32L-16 26 0-22 16 26 30-32",
  X: "M-19-32L19 32M19-32L-19 32",
  Y: "M-20-32L0 3 20-32M0 0V32",
  Z: "M-18-26H15L-16 26H19",
  "+": "M-17 0H17M0-17V17",
};
/** The room that a sign takes in a row; most take 54. */
const ROOM: Record<string, number> = { I: 28, J: 46, M: 64, W: 78 };

export interface Sign {
  path: string;
  /** The middle of the sign in the row, which has its own middle at 0. */
  x: number;
}

/** Signs in a row and how wide it is. What is neither a capital, a digit nor a plus is left out. */
export function row(text: string): { signs: Sign[]; width: number } {
  const known = [...text].flatMap((sign) => {
    const path = /\d/.test(sign) ? DIGITS[Number(sign)] : LETTERS[sign];
    return path === undefined ? [] : [{ path, room: ROOM[sign] ?? 54 }];
  });
  const width = known.reduce((sum, { room }) => sum + room, 0);
  let at = -width / 2;
  return { width, signs: known.map(({ path, room }) => ({ path, x: (at += room) - room / 2 })) };
}
