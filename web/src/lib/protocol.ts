// What goes over the socket and over HTTP, as docs/protocol.md has it. Types only: nothing here knows a rule.

import type {
  Bye,
  Chair,
  CustomRule,
  Line,
  Miss,
  No,
  Ok,
  Options,
  Person,
  Reason,
  Setup,
  Step,
  Table,
  View as WireView,
  Welcome as WireWelcome,
} from "./wire";

export type { Bye, Line, No, Ok, Options, Reason, Setup, Step, Table, WireView, WireWelcome };
export type { Chair as SeatInfo, CustomRule as WrittenRule, Miss as Missed, Person as PersonInfo };
export type { Told as FromServer } from "./wire";

export type Phase = Table["phase"];
export type Watching = Options["watching"];
export type { Ask, LineKind } from "./wire";
/** What a line was, apart from what changed with it. */
export type What = Omit<Line, "n" | "at" | "events" | "missed" | Changes>;
type Changes = "table" | "people" | "view" | "set" | "edit" | "check";
export type WireEvent = NonNullable<Line["events"]>[number];
/** A change of a list, as `splice` takes it: where, how many are removed, and what is put there. */
export type Edit = NonNullable<Line["edit"]>[string];

/** A rule that somebody would like to write: as it is read, or why it can't be. */
export type TriedRule = CustomRule | { rule: string; flaw: Flaw };

export interface Flaw {
  kind: string;
  say: string;
  sentence?: number;
  low?: number;
  high?: number;
  most?: number;
}

/** The game with what the page reads out of the rest of it. */
export interface View extends WireView {
  /** The last of `discard`. */
  top: string;
  sizes: number[];
  /** The own hand. */
  hand: string[];
}

export interface GameEvent {
  kind: string;
  seat?: number;
  card?: string;
  other?: number;
  number?: number;
  word?: string;
}

export const PROTOCOL = 2;

// --- over HTTP ------------------------------------------------------------------------------------

export interface EditionBrief {
  id: string;
  title: string;
  about: string;
  cards: number;
  sides: string[];
  custom_slots: number;
}

export interface Kind {
  symbol: string;
  name: string;
  copies: number;
  points: number;
  number: number | null;
  wild: boolean;
  written: number;
  in_deck: string;
  does: string[];
  turned_up: string[] | "goes back";
  as_last_card: string[];
  steps: { does: Step[]; turned_up: Step[]; as_last_card: Step[] };
}

export interface SideInfo {
  name: "light" | "dark";
  called: string;
  colors: string[];
  letters: string[];
  kinds: Kind[];
  /** By the values of the setting `stacking`: for each Draw card, those that may answer it. */
  stacking: Record<string, Record<string, string[]>>;
}

export interface Edition extends EditionBrief {
  hand: number;
  /** What a player who is caught draws; older servers don't tell. */
  caught_draws?: number;
  /** Whether another wild makes a bluff of a card that can be challenged; older servers don't tell. */
  wild_is_match?: boolean;
  faces: SideInfo[];
  settings: Record<string, unknown>;
  /** Several settings under one name. */
  presets: Record<string, Record<string, unknown>>;
  /** How many players can be partners. */
  teams: number[];
  suggested: CustomRule[];
}

export interface Level {
  name: string;
  says: string;
}

/** Somebody who can sit at a table; `level` is the one usually played at. */
export interface Character {
  id: string;
  name: string;
  level: string;
  says: string;
}

export interface PublicTable {
  code: string;
  edition: string;
  phase: Phase;
  seats: number;
  free: number;
  players: string[];
  watching: Watching;
}

/** What somebody who joined must keep: the token is the key to the seat. */
export interface Key {
  table: string;
  person: number;
  token: string;
}

/** The seat at the table of today's deal. */
export interface DailySeat extends Key {
  day: string;
}

export interface DailyResult {
  /** Points more than the best of the others had; less than 0 for whoever lost. */
  lead: number;
  points: number;
  /** The seat that won each round, 0 the own one; null if nobody did. */
  rounds: (number | null)[];
  place: number;
  /** How many did worse. */
  better: number;
}

/** How a day's deal stands. */
export interface Daily {
  day: string;
  /** Milliseconds until the day is over, and until its cards are told. */
  left: number;
  told: number;
  /** The characters that everybody plays against. */
  bots: string[];
  target: number;
  /** How many have played to the end, and how many of them won. */
  count: number;
  wins: number;
  spread: { low: number | null; high: number | null; count: number }[];
  mine: { table: string; result?: DailyResult } | null;
}

export interface Language {
  subjects: { name: string; group: boolean; needs: string; gives: string }[];
  verbs: {
    form: string;
    means: string;
    count: [number, number] | null;
    needs: string;
    gives: string;
    two_sided: boolean;
  }[];
  limits: { sentences: number; characters: number; words: number };
}

export interface Invitation {
  link: string;
  qr: string[];
}

export interface WireStep {
  seat: number;
  move: string;
  how: "player" | "program" | "bot" | "clock";
  at: number;
  events?: WireEvent[];
  view: WireView;
}

export interface ReplayPart {
  game: number;
  edition: string;
  names: string[];
  setup: Setup;
  custom: CustomRule[];
  eyes: string;
  total: number;
  from: number;
  rounds: number[];
  flips: number[];
  steps: WireStep[];
}
