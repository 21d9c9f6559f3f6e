// What the browser keeps for its player. A browser may refuse to keep anything: then it is kept while the page is open.

const memory = new Map<string, string>();

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key); // or what another tab deletes would come back from here
  } catch {
    memory.set(key, text);
  }
}

export function kept<T>(key: string): T | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    // not allowed: what is in memory must do
  }
  text ??= memory.get(key) ?? null;
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing is there
  }
}

/** What the player's browser knows about a seat at a table. */
export interface KeptSeat {
  token: string;
  /** The own randomness in the shuffle of the present game, and the commitment that was shown before it. */
  mix?: string;
  commitment?: string;
  /** The first hand of the present game, for checking the shuffle. */
  dealt?: string[];
  /** A table for one against bots, which begins by itself. */
  quick?: boolean;
}

const seatKey = (code: string) => `lastcard.seat.${code}`;
export const keepSeat = (code: string, seat: KeptSeat) => keep(seatKey(code), seat);
export const keptSeat = (code: string) => kept<KeptSeat>(seatKey(code));
export const forgetSeat = (code: string) => forget(seatKey(code));
