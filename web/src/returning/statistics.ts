// What this browser remembers of finished games, as plain data: counted once each, bounded, and read with care, as
// whatever lies in the browser may be older, newer or broken.

/** A finished game, for the picture. */
export interface Finished {
  /** Which one: the table's code and the number of the game there. */
  key: string;
  /** When, in milliseconds since 1970. */
  at: number;
  edition: string;
  won: boolean;
}

export interface OfEdition {
  games: number;
  wins: number;
  /** How often the game was lost to each character. */
  lostTo: Record<string, number>;
}

export interface Comeback {
  /** By how many points whoever won in the end was behind. */
  points: number;
  edition: string;
}

/** A game that was seen while it was played, and how far its player was behind at most. */
export interface Going {
  key: string;
  behind: number;
}

export interface Statistics {
  version: typeof VERSION;
  editions: Record<string, OfEdition>;
  /** Games won in a row: up to now, and at most. */
  streak: number;
  longest: number;
  comeback: Comeback | null;
  /** The last games, oldest first. */
  last: Finished[];
  /** Only what is here can be counted when it is over; so nothing counts twice, and nothing that others played. */
  going: Going[];
}

export const VERSION = 1;
/** Games that the picture can show. */
export const MOST_LAST = 60;
const MOST_GOING = 24;
const MOST_NAMES = 60;

export const nothing = (): Statistics => ({
  version: VERSION,
  editions: {},
  streak: 0,
  longest: 0,
  comeback: null,
  last: [],
  going: [],
});

// --- reading --------------------------------------------------------------------------------------

type Unknown = Record<string, unknown>;

const isObject = (found: unknown): found is Unknown =>
  typeof found === "object" && found !== null && !Array.isArray(found);
const isText = (found: unknown): found is string => typeof found === "string" && found !== "" && found.length <= 60;
/** What an object itself has by a name, as anything may be called `constructor`. */
const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;
const count = (found: unknown): number =>
  typeof found === "number" && Number.isFinite(found) && found >= 0 ? Math.floor(found) : 0;
const list = (found: unknown): unknown[] => (Array.isArray(found) ? found : []);
/** The entries of an object whose keys could be anything, `__proto__` too. */
const entries = (found: unknown): [string, unknown][] =>
  isObject(found)
    ? Object.entries(found)
        .filter(([name]) => isText(name) && name !== "__proto__")
        .slice(0, MOST_NAMES)
    : [];

/**
 * What is kept, as far as it can be read; broken parts count as missing. Null: a newer page wrote it, whose words must
 * not be overwritten.
 */
export function read(found: unknown): Statistics | null {
  if (!isObject(found)) return nothing();
  if (typeof found.version === "number" && found.version > VERSION) return null;
  if (found.version !== VERSION) return nothing();
  const streak = count(found.streak);
  return {
    version: VERSION,
    editions: Object.fromEntries(entries(found.editions).map(([id, one]) => [id, readEdition(one)])),
    streak,
    longest: Math.max(streak, count(found.longest)),
    comeback: readComeback(found.comeback),
    last: eachOnce(list(found.last).flatMap(readFinished)).slice(-MOST_LAST),
    going: list(found.going)
      .flatMap((one) => (isObject(one) && isText(one.key) ? [{ key: one.key, behind: count(one.behind) }] : []))
      .slice(-MOST_GOING),
  };
}

function readEdition(found: unknown): OfEdition {
  const one = isObject(found) ? found : {};
  const games = count(one.games);
  const lostTo = entries(one.lostTo).map(([who, times]): [string, number] => [who, count(times)]);
  return { games, wins: Math.min(games, count(one.wins)), lostTo: Object.fromEntries(lostTo) };
}

function readComeback(found: unknown): Comeback | null {
  return isObject(found) && isText(found.edition) && count(found.points) > 0
    ? { points: count(found.points), edition: found.edition }
    : null;
}

function readFinished(found: unknown): Finished[] {
  if (!isObject(found) || !isText(found.key) || !isText(found.edition)) return [];
  return [{ key: found.key, at: count(found.at), edition: found.edition, won: found.won === true }];
}

/** The picture of the last games knows them by their keys, so none may be there twice. */
function eachOnce(games: readonly Finished[]): Finished[] {
  return [...new Map(games.map((one) => [one.key, one])).values()];
}

// --- counting -------------------------------------------------------------------------------------

/** A game is being played; the same statistics if that is known already. */
export function seen(kept: Statistics, { key, behind }: Going): Statistics {
  const known = kept.going.find((one) => one.key === key);
  if ((known && known.behind >= behind) || kept.last.some((one) => one.key === key)) return kept;
  return { ...kept, going: [...kept.going.filter((one) => one.key !== key), { key, behind }].slice(-MOST_GOING) };
}

/** A game that was seen while it was played is over; the same statistics if it was counted already. */
export function counted(kept: Statistics, game: Finished & { lostTo: readonly string[] }): Statistics {
  const going = kept.going.find(({ key }) => key === game.key);
  if (!going) return kept;
  const { lostTo, ...finished } = game;
  const before = own(kept.editions, game.edition) ?? { games: 0, wins: 0, lostTo: {} };
  const lost = { ...before.lostTo };
  if (!game.won) for (const who of lostTo) lost[who] = (own(lost, who) ?? 0) + 1;
  const streak = game.won ? kept.streak + 1 : 0;
  const behind = game.won ? going.behind : 0;
  return {
    ...kept,
    editions: {
      ...kept.editions,
      [game.edition]: { games: before.games + 1, wins: before.wins + Number(game.won), lostTo: lost },
    },
    streak,
    longest: Math.max(kept.longest, streak),
    comeback: behind > (kept.comeback?.points ?? 0) ? { points: behind, edition: game.edition } : kept.comeback,
    last: [...kept.last, finished].slice(-MOST_LAST),
    going: kept.going.filter(({ key }) => key !== game.key),
  };
}

// --- looking --------------------------------------------------------------------------------------

export function totals({ editions }: Statistics): { games: number; wins: number } {
  const all = Object.values(editions);
  return { games: all.reduce((sum, one) => sum + one.games, 0), wins: all.reduce((sum, one) => sum + one.wins, 0) };
}

/** The character that was lost to most, over some editions; null if to none. */
export function nemesis(editions: readonly OfEdition[]): { who: string; times: number } | null {
  const times = new Map<string, number>();
  for (const { lostTo } of editions)
    for (const [who, often] of Object.entries(lostTo)) times.set(who, (times.get(who) ?? 0) + often);
  const [most] = [...times].filter(([, often]) => often > 0).sort((one, other) => other[1] - one[1]);
  return most ? { who: most[0], times: most[1] } : null;
}

/** What a player takes along as a file: all that is about games that are over. */
export function exported({ going: _, ...rest }: Statistics): string {
  return `${JSON.stringify({ what: "Last Card statistics", ...rest }, null, 2)}\n`;
}
