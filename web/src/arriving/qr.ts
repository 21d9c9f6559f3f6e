// A QR code as one path, from the rows of dots that the server sends.

/** How wide the empty border must be, in dots, so that a camera finds the code. */
export const QUIET = 4;

export function qrPath(rows: readonly string[]): string {
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
}
