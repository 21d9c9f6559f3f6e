// Where the record of a game is, and what of a finished game is asked of the server for checking its shuffle.

import { ask } from "../lib/http";
import type { ReplayPart } from "../lib/protocol";
import { seedOf } from "./shuffle";

export const recordPath = (code: string, game: number) => `/api/tables/${encodeURIComponent(code)}/record?game=${game}`;
/** The name that the server gives the file. */
export const recordFile = (code: string) => `lastcard-${code}.txt`;

/** The seed in the game's record; null if it can't be had. */
export async function recordedSeed(code: string, game: number): Promise<string | null> {
  try {
    const answer = await fetch(recordPath(code, game));
    return answer.ok ? seedOf(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** All hands right after the deal; null if they can't be had. */
export async function dealtHands(code: string, game: number): Promise<string[][] | null> {
  try {
    const part = await ask<ReplayPart>(
      `/api/tables/${encodeURIComponent(code)}/replay?game=${game}&eyes=open&from=0&count=1`,
    );
    return part.steps[0]?.view.hands ?? null;
  } catch {
    return null;
  }
}
