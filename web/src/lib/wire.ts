// Made from the server's description of its socket with `make types`; not to be changed by hand.

/** The first message: who, and what was seen last. The table is in the address. */
export interface Hello {
  t: "hello";
  v: number;
  token: string | null;
  last: number | null;
}

/** A move of the own seat, as in the notation but without the seat: `play r7`. */
export interface Move {
  t: "move";
  id: string;
  move: string;
  decision: number | null;
}

/** Ask why a card of the own hand can't be played now. */
export interface Why {
  t: "why";
  id: string;
  card: string;
}

/** What the others vote on has been performed: the vote may open. Clients say `told`. */
export interface Performed {
  t: "told";
  id: string;
}

/** Take a seat before the game: an empty one, or one that a bot has. */
export interface Sit {
  t: "sit";
  id: string;
  seat: number;
}

/** Give the seat up and watch. */
export interface Stand {
  t: "stand";
  id: string;
}

/** Host: put a bot on an empty seat or in place of another bot. */
export interface Bot {
  t: "bot";
  id: string;
  seat: number;
  level: string;
}

/** Host: give a seat to somebody's program, in place of a bot if one is there; or a program's seat a new token. */
export interface Program {
  t: "program";
  id: string;
  seat: number;
  name: string;
}

/** Host: take a bot or a program off a seat. */
export interface Clear {
  t: "clear";
  id: string;
  seat: number;
}

/** Host: remove a person. */
export interface Remove {
  t: "remove";
  id: string;
  person: number;
}

/** Host: change the set-up; what is left out stays. */
export interface Change {
  t: "change";
  id: string;
  edition: string | null;
  settings: Record<string, unknown> | null;
  seats: number | null;
  public: boolean | null;
  options: Options | null;
}

/** How a table is run. Nothing here changes the rules of the game. */
export interface Options {
  clock: number | null;
  uno_grace: number;
  away_grace: number;
  watching: "public" | "delayed" | "off";
  delay: number;
  pace: number;
  program_time: number;
  deal_after: number | null;
}

/** Agree to the rules on the Customizable cards, as numbered in the table's `rules`. */
export interface Consent {
  t: "consent";
  id: string;
  rules: number;
}

/** Be ready, or no longer; with the own randomness for the shuffle, in hexadecimal. */
export interface Ready {
  t: "ready";
  id: string;
  on: boolean;
  mix: string;
}

/** Host: deal. */
export interface Start {
  t: "start";
  id: string;
  mix: string;
}

/** After a game: another one with the same people. */
export interface Rematch {
  t: "rematch";
  id: string;
  again: boolean;
}

/** Leave the table; in a game a bot plays on. */
export interface Leave {
  t: "leave";
  id: string;
}

/** A line of text for everybody. */
export interface Chat {
  t: "chat";
  id: string;
  text: string;
}

/** A quick reaction. */
export interface React {
  t: "react";
  id: string;
  reaction: string;
}

/** Hear nothing more of a person, or hear them again. */
export interface Mute {
  t: "mute";
  id: string;
  person: number;
  on: boolean;
}

/** Wish for bots that are so many times as fast. */
export interface Tempo {
  t: "tempo";
  id: string;
  speed: number;
}

/** Choose a face that others see; an empty one is none. */
export interface Face {
  t: "face";
  id: string;
  face: string;
}

/** After a round: have the next one wait, or no longer. */
export interface Hold {
  t: "hold";
  id: string;
  on: boolean;
}

/** Ask whether the server is there. */
export interface Ping {
  t: "ping";
  id: string;
}

/** The answer to a hello: how everything stands. */
export interface Welcome {
  t: "welcome";
  v: number;
  n: number;
  you: number | null;
  fresh: boolean;
  past: PastLine[];
  lost?: number;
  muted?: number[];
  page?: string;
  table: Table;
  view?: View;
  check?: number;
}

/** A line of a table as a person was told of it; `t` is its kind, `other` if it is nobody else's business. */
export interface PastLine {
  t: LineKind;
  n: number;
  at: number;
  by?: number;
  person?: number;
  name?: string;
  seat?: number;
  level?: string;
  on?: boolean;
  mixes?: string[];
  how?: "player" | "program" | "bot" | "clock";
  lost?: number;
  text?: string;
  reaction?: string;
  again?: boolean;
  speed?: number;
  face?: string;
  events?: [string, (number | null)?, (string | null)?, (number | null)?, (number | null)?, (string | null)?][];
  missed?: Miss[];
}

/** A catch that waited and came to nothing. */
export interface Miss {
  seat: number;
  why: "called" | "caught" | "more" | "over";
}

/** A table as everybody may know it. */
export interface Table {
  code: string;
  phase: "lobby" | "playing" | "over";
  host: number | null;
  setup: Setup;
  daily: string | null;
  seats: Chair[];
  people: Person[];
  rules: number;
  custom: CustomRule[];
  games: number;
  commitment: string;
  again: boolean;
  tempo: number;
  held: number[];
  mixes?: string[];
  secret?: string;
  salt?: string;
}

/** The game that a table plays. */
export interface Setup {
  edition: string;
  settings: Record<string, unknown>;
  seats: number;
  public: boolean;
  options: Options;
}

/** A seat of a table, and who has it. */
export interface Chair {
  name: string;
  person: number | null;
  bot: string | null;
  stand_in: boolean;
}

/** Somebody at a table. */
export interface Person {
  id: number;
  name: string;
  seat: number | null;
  present: boolean;
  ready: boolean;
  consented: boolean;
  program: boolean;
  tempo: number;
  face: string;
}

/** A rule on a Customizable card. */
export interface CustomRule {
  rule: string;
  says: string;
  steps?: Step[];
  words?: string;
}

/** A sentence of the card language, taken apart. */
export interface Step {
  form: string;
  who?: string;
  n?: number;
  words?: string;
  when?: "yes" | "no";
}

/** The game as its viewer may know it. */
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
  discard: string[];
  draw_size: number;
  draw_top: string | null;
  hands: string[][];
  scores: number[];
  liable: number[];
  called: number[];
  hands_open: boolean;
  notices: [number, string][];
  text: string;
  round_winner: number | null;
  round_points: number[];
  winners: number[];
  moves: string[];
  penalty: number;
  until: number;
  teller: number | null;
  decision: number;
  left: string[][];
  clock: number | null;
  telling: number | null;
  catching: number[];
}

/** A line of a table's log as its receiver may know it, and what changed with it; `t` is its kind. */
export interface Line {
  t: LineKind;
  n: number;
  at: number;
  by?: number;
  person?: number;
  name?: string;
  seat?: number;
  level?: string;
  on?: boolean;
  mixes?: string[];
  how?: "player" | "program" | "bot" | "clock";
  lost?: number;
  text?: string;
  reaction?: string;
  again?: boolean;
  speed?: number;
  face?: string;
  events?: [string, (number | null)?, (string | null)?, (number | null)?, (number | null)?, (string | null)?][];
  missed?: Miss[];
  table?: TableChanges;
  people?: PersonChanges[];
  view?: View;
  set?: ViewChanges;
  edit?: Record<string, [number, number, ...string[]]>;
  check?: number;
}

/** The fields of a table that have a new value. */
export interface TableChanges {
  code?: string;
  phase?: "lobby" | "playing" | "over";
  host?: number | null;
  setup?: Setup;
  daily?: string | null;
  seats?: Chair[];
  people?: Person[];
  rules?: number;
  custom?: CustomRule[];
  games?: number;
  commitment?: string;
  again?: boolean;
  tempo?: number;
  held?: number[];
  mixes?: string[];
  secret?: string;
  salt?: string;
}

/** The fields of a person that have a new value; all of somebody new. */
export interface PersonChanges {
  id: number;
  name?: string;
  seat?: number | null;
  present?: boolean;
  ready?: boolean;
  consented?: boolean;
  program?: boolean;
  tempo?: number;
  face?: string;
}

/** The fields of a view that have a new value; with `asks` a new decision has begun. */
export interface ViewChanges {
  seat?: number | null;
  edition?: string;
  players?: number;
  round?: number;
  dealer?: number;
  turn?: number;
  asks?: [number, Ask];
  side?: "light" | "dark";
  direction?: "left" | "right";
  color?: string | null;
  discard?: string[];
  draw_size?: number;
  draw_top?: string | null;
  hands?: string[][];
  scores?: number[];
  liable?: number[];
  called?: number[];
  hands_open?: boolean;
  notices?: [number, string][];
  text?: string;
  round_winner?: number | null;
  round_points?: number[];
  winners?: number[];
  moves?: string[];
  penalty?: number;
  until?: number;
  teller?: number | null;
  decision?: number;
  left?: string[][];
  clock?: number | null;
  telling?: number | null;
  catching?: number[];
}

/** A request was granted. */
export interface Ok {
  t: "ok";
  id: string;
  n: number;
  waits?: boolean;
  why?: Reason;
  person?: number;
  token?: string;
}

/** Why a card can't be played. */
export interface Reason {
  rule: string;
  say: string;
}

/** A request was refused, and nothing has changed. */
export interface No {
  t: "no";
  id?: string;
  code: string;
  say: string;
  rule?: string;
  seat?: number;
  retry?: number;
}

/** The last message before the server closes the socket. */
export interface Bye {
  t: "bye";
  code: string;
  say: string;
  retry?: number;
}

export type LineKind =
  | "arrived"
  | "changed"
  | "cleared"
  | "consented"
  | "created"
  | "dropped"
  | "faced"
  | "held"
  | "host-away"
  | "joined"
  | "left"
  | "moved"
  | "muted"
  | "other"
  | "paced"
  | "reacted"
  | "readied"
  | "rematched"
  | "removed"
  | "resumed"
  | "said"
  | "sat"
  | "seated-bot"
  | "seated-program"
  | "slept"
  | "started"
  | "stood"
  | "told"
  | "took-over";

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

/** What a client says. */
export type Said =
  | (Omit<Hello, "token" | "last"> & Partial<Hello>)
  | (Omit<Move, "decision"> & Partial<Move>)
  | Why
  | Performed
  | Sit
  | Stand
  | (Omit<Bot, "level"> & Partial<Bot>)
  | Program
  | Clear
  | Remove
  | (Omit<Change, "edition" | "settings" | "seats" | "public" | "options"> & Partial<Change>)
  | Consent
  | (Omit<Ready, "on" | "mix"> & Partial<Ready>)
  | (Omit<Start, "mix"> & Partial<Start>)
  | (Omit<Rematch, "again"> & Partial<Rematch>)
  | Leave
  | Chat
  | React
  | (Omit<Mute, "on"> & Partial<Mute>)
  | Tempo
  | Face
  | (Omit<Hold, "on"> & Partial<Hold>)
  | Ping;

/** What the server says. */
export type Told = Welcome | Line | Ok | No | Bye;
