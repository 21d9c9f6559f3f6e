// Follows a table: keeps what it was told whole, and changes it by what each line says has changed. What was given out
// once is never changed, so that what was before a line can be held against what is after it. It knows no rule.

import type {
  Edit,
  GameEvent,
  Line,
  Missed,
  Table,
  View,
  What,
  WireEvent,
  WireStep,
  WireView,
  WireWelcome,
} from "./protocol";

/** A line, and the whole table and game after it. */
export interface Told {
  n: number;
  at: number;
  /** What the line was; nothing if it is none of our business. */
  what?: What;
  events: GameEvent[];
  missed: Missed[];
  table: Table;
  view: View | null;
  /** Whether the view was told anew, and whether the clock in it begins anew. */
  seen: boolean;
  timed: boolean;
}

/** A welcome with the past taken apart as lines are. */
export interface Welcome extends Omit<WireWelcome, "past" | "view" | "check"> {
  past: Pick<Told, "n" | "at" | "what" | "events">[];
  view: View | null;
}

export interface ReplayStep extends Omit<WireStep, "events" | "view"> {
  events: GameEvent[];
  view: View;
}

/** What was followed is not what the server has: everything must be told anew. */
export class AstrayError extends Error {}

export class Following {
  /** Where things stand; null before a welcome, and after something that did not fit. */
  #now: { n: number; table: Table; view: View | null } | null = null;

  /** Whether there is something to follow. */
  get going(): boolean {
    return this.#now !== null;
  }

  /** Begins with the whole of it. */
  welcome({ past, view: told, check, ...message }: WireWelcome): Welcome {
    this.#now = null;
    const view = told ? wholeOf(told) : null;
    compare(view, check);
    this.#now = { n: message.n, table: message.table, view };
    return { ...message, past: past.map(lineOf), view };
  }

  /** Goes one line further. */
  line(line: Line): Told {
    const before = this.#now;
    this.#now = null;
    if (line.n !== (before?.n ?? NaN) + 1) throw new AstrayError("a line is missing");
    const table = tableAfter(before!.table, line);
    const view = viewAfter(table.phase === "lobby" ? null : before!.view, line);
    compare(view, line.check);
    this.#now = { n: line.n, table, view };
    const seen = Boolean(line.view ?? line.set ?? line.edit);
    const timed = Boolean(line.view ?? line.set?.asks) || (line.set !== undefined && "clock" in line.set);
    return { ...lineOf(line), missed: line.missed ?? [], table, view, seen, timed };
  }
}

function compare(view: View | null, check: number | undefined): void {
  if (check !== undefined && (!view || digestOf(view) !== check))
    throw new AstrayError("the view is not as the server has it");
}

/** A step of a replay, which is told whole. */
export function stepOf({ events = [], view, ...step }: WireStep): ReplayStep {
  return { ...step, events: events.map(eventOf), view: wholeOf(view) };
}

export function eventOf([kind, seat, card, other, number, word]: WireEvent): GameEvent {
  const event: GameEvent = { kind };
  if (seat != null) event.seat = seat;
  if (card != null) event.card = card;
  if (other != null) event.other = other;
  if (number != null) event.number = number;
  if (word != null) event.word = word;
  return event;
}

/** What a line was, apart from what changed with it. */
function lineOf(line: Line): Pick<Told, "n" | "at" | "what" | "events"> {
  const { n, at, events = [], missed: _m, ...rest } = line;
  const { table: _t, people: _p, view: _v, set: _s, edit: _e, check: _c, ...what } = rest;
  return { n, at, events: events.map(eventOf), ...(what.t !== "other" && { what }) };
}

function tableAfter(before: Table, { table: changes = {}, people: news }: Line): Table {
  const after = { ...before, ...changes };
  if (changes.phase === "lobby") for (const old of ["mixes", "secret", "salt"] as const) delete after[old];
  if (news) {
    const people = new Map(after.people.map((person) => [person.id, person]));
    for (const person of news) people.set(person.id, { ...people.get(person.id)!, ...person });
    after.people = [...people.values()];
  }
  return after;
}

function viewAfter(before: View | null, { n, view, set, edit }: Line): View | null {
  if (view) return wholeOf(view);
  if (!set && !edit) return before;
  if (!before) throw new AstrayError("a change came before a view");
  const after: WireView = { ...before, ...set };
  if (set?.asks) after.decision = n;
  if (set?.asks?.[1] === "play") after.turn = set.asks[0];
  for (const [path, change] of Object.entries(edit ?? {})) put(after, path.split("."), change);
  return wholeOf(after);
}

/** Changes the list at a path, in place of which there is a new one then, as of all that it lies in. */
function put(holder: object, [name, ...rest]: string[], [start, remove, ...insert]: Edit): void {
  const inside = holder as Record<string, unknown>;
  const list = inside[name!];
  if (!Array.isArray(list)) throw new AstrayError(`a change of ${name}, which is no list`);
  const copy: unknown[] = [...list];
  if (rest.length) put(copy, rest, [start, remove, ...insert]);
  else copy.splice(start, remove, ...insert);
  inside[name!] = copy;
}

function wholeOf(view: WireView): View {
  const { seat, hands, discard } = view;
  return {
    ...view,
    top: discard.at(-1) ?? "?",
    sizes: hands.map(({ length }) => length),
    hand: seat === null ? [] : (hands[seat] ?? []),
  };
}

// --- the digest -----------------------------------------------------------------------------------

/** Fields that the server's digest has not: the clock runs, the others are read out of the rest. */
const NOT_IN_DIGEST: ReadonlySet<string> = new Set(["clock", "top", "sizes", "hand"]);

/** The number of a view: the CRC-32 of its fields as a list of pairs, sorted by name. */
export function digestOf(view: View): number {
  const pairs = Object.entries(view)
    .filter(([name]) => !NOT_IN_DIGEST.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return crc32(new TextEncoder().encode(JSON.stringify(pairs)));
}

export function crc32(bytes: Uint8Array): number {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}
