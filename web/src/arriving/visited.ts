// The tables that this browser went to lately, newest first, so that a closed page is found again.

import { keep, kept, keptSeat } from "../lib/storage";

const KEY = "lastcard.visited";
const MOST = 4;

export interface Visit {
  code: string;
  edition: string;
}

/** Those at which this browser still has a seat. */
export function visits(): Visit[] {
  const found = kept<Visit[]>(KEY);
  return Array.isArray(found)
    ? found.filter((visit) => typeof visit?.code === "string" && keptSeat(visit.code) !== null)
    : [];
}

export function visited(code: string, edition: string): void {
  keep(KEY, [{ code, edition }, ...visits().filter((visit) => visit.code !== code)].slice(0, MOST));
}

export function notVisited(code: string): void {
  keep(
    KEY,
    visits().filter((visit) => visit.code !== code),
  );
}
