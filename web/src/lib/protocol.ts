// What goes over the socket and over HTTP, as docs/protocol.md has it. Types only: nothing here knows a rule.

export type Phase = "lobby" | "playing" | "over";
export type Watching = "public" | "delayed" | "off";
export type Ask =
  | "play"
  | "drawn"
  | "color"
  | "challenge"
  | "target"
  | "discard"
  | "vote"
  | "dare"
  | "uno"
  | "catch"
  | "stack"
  | "jump"
  | "give"
  | "round over"
  | "game over";

export interface Options {
  clock: number | null;
  uno_grace: number;
  away_grace: number;
  watching: Watching;
  delay: number;
  pace: number;
}

export interface Setup {
  edition: string;
  settings: Record<string, unknown>;
  seats: number;
  public: boolean;
  options: Options;
}

export interface SeatInfo {
  name: string;
  person: number | null;
  bot: string | null;
  stand_in: boolean;
}

export interface PersonInfo {
  id: number;
  name: string;
  seat: number | null;
  present: boolean;
  ready: boolean;
  consented: boolean;
}

/** A sentence of the card language, taken apart. */
export interface Step {
  form: string;
  who?: string;
  n?: number;
  words?: string;
  when?: "yes" | "no";
}

export interface WrittenRule {
  rule: string;
  says: string;
  steps?: Step[];
  words?: string;
}

/** A rule that somebody would like to write: as it is read, or why it can't be. */
export type TriedRule = WrittenRule | { rule: string; flaw: Flaw };

export interface Flaw {
  kind: string;
  say: string;
  sentence?: number;
  low?: number;
  high?: number;
  most?: number;
}

export interface Table {
  code: string;
  phase: Phase;
  host: number | null;
  setup: Setup;
  seats: SeatInfo[];
  people: PersonInfo[];
  rules: number;
  custom: WrittenRule[];
  games: number;
  commitment: string;
  mixes?: string[];
  secret?: string;
  salt?: string;
}

export interface Reason {
  rule: string;
  say: string;
}

export interface View {
  seat: number | null;
  edition: string;
  players: number;
  round: number;
  dealer: number;
  turn: number;
  asks: [number, Ask];
  side: "light" | "dark";
  direction: "left" | "right";
  color: string | null;
  top: string;
  discard: string[];
  draw_size: number;
  draw_top: string | null;
  sizes: number[];
  hand: string[];
  hands: string[][];
  scores: number[];
  liable: number[];
  called: number[];
  hands_open: boolean;
  /** Cards of an open penalty, and how often until the colour comes after those. */
  penalty: number;
  until: number;
  notices: [number, string][];
  text: string;
  /** Whose performance the open vote is about. */
  teller: number | null;
  round_winner: number | null;
  round_points: number[];
  winners: number[];
  moves: string[];
  decision?: number;
  clock?: number | null;
  /** Who has to perform something before the vote on it opens. */
  telling?: number | null;
  /** The seats that catches of yours wait for. */
  catching?: number[];
  why?: (number | null)[];
  reasons?: Reason[];
  /** All hands, laid open to be counted when a round is over. */
  left?: string[][];
}

export interface GameEvent {
  kind: string;
  seat?: number;
  card?: string;
  other?: number;
  number?: number;
  word?: string;
  text: string;
}

export interface What {
  t: string;
  by?: number;
  person?: number;
  name?: string;
  seat?: number;
  level?: string;
  on?: boolean;
  mixes?: string[];
  how?: "player" | "bot" | "clock";
  text?: string;
  reaction?: string;
}

/** A catch of yours that waited for the end of the grace and came to nothing. */
export interface Missed {
  seat: number;
  why: "called" | "caught" | "more" | "over";
}

export interface Told {
  t: "event";
  n: number;
  at: number;
  what?: What;
  events?: GameEvent[];
  missed?: Missed[];
  view?: View;
  table?: Table;
}

export interface Welcome {
  t: "welcome";
  v: number;
  n: number;
  you: number | null;
  fresh: boolean;
  past: Told[];
  muted?: number[];
  page?: string;
  table: Table;
  view?: View;
}

export interface Ok {
  t: "ok";
  id: string;
  n: number;
  /** A catch, which waits for the end of the grace. */
  waits?: boolean;
}

export interface No {
  t: "no";
  id?: string;
  code: string;
  say: string;
  rule?: string;
  /** Who was faster, if it is too late. */
  seat?: number;
}

export interface Bye {
  t: "bye";
  code: string;
  say: string;
}

export type FromServer = Told | Welcome | Ok | No | Bye;

export const PROTOCOL = 1;

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
  suggested: WrittenRule[];
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

export interface ReplayStep {
  seat: number;
  move: string;
  how: "player" | "bot" | "clock";
  at: number;
  events?: GameEvent[];
  view: View;
}

export interface ReplayPart {
  game: number;
  edition: string;
  names: string[];
  setup: Setup;
  custom: WrittenRule[];
  eyes: string;
  total: number;
  from: number;
  rounds: number[];
  flips: number[];
  steps: ReplayStep[];
}
