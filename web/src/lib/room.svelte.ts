// A table as this browser knows it: the socket's messages folded into what the page shows.
// It holds no rules.

import { ownFace } from "../faces/own";
import { t } from "../i18n/index.svelte";
import { isNameless } from "./bots";
import { Connection, type Listener, type Net } from "./connection";
import { Following, type Told, type Welcome } from "./following";
import { edition as loadEdition, Refusal } from "./http";
import { awaited, isPause, isShout, type Move } from "./moves";
import type {
  Bye,
  Edition,
  GameEvent,
  Line,
  No,
  Ok,
  PersonInfo,
  Reason,
  Table,
  View,
  What,
  WireWelcome,
} from "./protocol";
import { prefer, preferences, type Tempo } from "./preferences.svelte";
import { hex } from "./random";
import { sideAfter, sideBefore, type Side } from "./sides";
import { forgetSeat, keepSeat, keptSeat, type KeptSeat } from "./storage";

const LOG_LINES = 400;
/** How long the end of a race is told, in milliseconds. */
const TOLD_FOR = 7000;

/** A line of the log with the names as they were at the time. */
export interface LogLine {
  n: number;
  at: number;
  what?: What;
  events: GameEvent[];
  /** The side in play before it. */
  side: Side;
  mine: number | null;
  seats: string[];
  by: string;
  person: string;
}

/**
 * The end of a race, which is nobody's mistake. `faster`: somebody was, and a card stays in the hand; `went-on`: it
 * stays there because the turn to jump into was over; `too-late`: somebody was faster, for a catch; `in-time`: whoever
 * was to be caught has called.
 */
export interface News {
  kind: "faster" | "went-on" | "too-late" | "in-time";
  /** Whose doing it was, if the server says that. */
  name?: string;
}

/** Shows what happened; told after the view has changed and before that is drawn. */
export type Stage = (events: GameEvent[], before: View | null, after: View) => void;

export class Room implements Listener {
  state = $state<Net>("connecting");
  end = $state.raw<Bye | null>(null);
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  edition = $state.raw<Edition | null>(null);
  you = $state<number | null>(null);
  lines = $state.raw<LogLine[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set());
  /** The last refusal, until something else happens. */
  refusal = $state.raw<No | null>(null);
  /** How a race ended for this player, for a while. */
  news = $state.raw<News | null>(null);
  /** Seats that were caught while they may still call: the catches wait. Others are not told. */
  catching = $state.raw<readonly number[]>([]);
  /** Whether the round or game that is over has ended before the eyes of whoever is at this page. */
  witnessed = $state(false);
  /** Whether the server has a newer page than this one. */
  older = $state(false);
  /** When the clock of the present decision runs out, by performance.now(). */
  clockEnd = $state<number | null>(null);
  /** What the browser keeps about the own seat. */
  seat = $state.raw<KeptSeat | null>(null);
  stage: Stage | null = null;
  /** The last thing that happened while there was no stage for it. */
  unstaged: { events: GameEvent[]; after: View } | null = null;

  #connection: Connection;
  #following = new Following();
  /** The decision whose answer was sent: a second press, or a press while the network is gone, is no second answer. */
  #answering = $state<number>();
  #starting: Promise<No | null> | null = null;
  /** The face that was asked for and is not told yet. */
  #wearing: string | null = null;
  #names = new Map<number, string>();
  #chain: Promise<void> = Promise.resolve();
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly code: string) {
    this.seat = keptSeat(code);
    this.#connection = new Connection(code, this.seat?.token ?? null, this);
  }

  close(): void {
    this.#connection.close();
  }

  // --- who is who -------------------------------------------------------------------------------

  get me(): PersonInfo | null {
    return this.table?.people.find((person) => person.id === this.you) ?? null;
  }

  get mine(): number | null {
    return this.me?.seat ?? null;
  }

  /** Whether nobody else plays but bots. */
  get alone(): boolean {
    return (
      this.mine !== null &&
      this.table!.people.every(({ id, seat, program }) => id === this.you || seat === null || program)
    );
  }

  get host(): boolean {
    return this.table !== null && this.you !== null && this.table.host === this.you;
  }

  /** Whether everybody waits for the own seat. */
  get asked(): boolean {
    return this.view !== null && this.mine !== null && awaited(this.view) === this.mine;
  }

  /** Whether what is asked now has been answered, and the server did not say yet what follows. */
  get sending(): boolean {
    return this.view?.decision !== undefined && this.view.decision === this.#answering;
  }

  personName(id: number | null | undefined): string {
    return (id == null ? undefined : this.#names.get(id)) ?? t("somebody");
  }

  seatName(seat: number): string {
    const info = this.table?.seats[seat];
    if (info?.person != null) return this.#names.get(info.person) ?? info.name;
    if (!info?.bot) return t("seat.empty", { number: seat + 1 });
    return isNameless(info.name, seat) ? t("seat.bot", { number: seat + 1 }) : info.name;
  }

  get seatNames(): string[] {
    return (this.table?.seats ?? []).map((_, seat) => this.seatName(seat));
  }

  // --- asking -----------------------------------------------------------------------------------

  /** Asks the server; a refusal is shown, and given back. */
  async ask(kind: string, more: Record<string, unknown> = {}): Promise<No | null> {
    const answer = await this.#request(kind, more);
    return answer.t === "no" ? answer : null;
  }

  async #request(kind: string, more: Record<string, unknown>): Promise<Ok | No> {
    const answer = await this.#connection.ask(kind, more);
    if (answer.t === "no") this.refusal = answer;
    return answer;
  }

  async move(move: Move): Promise<No | null> {
    const decision = isShout(move) ? undefined : this.view?.decision;
    if (decision !== undefined && decision === this.#answering) return null;
    const outOfTurn = move.kind === "play" && !this.asked;
    this.refusal = this.news = null;
    this.#answering = decision ?? this.#answering;
    const answer = await this.#request("move", { move: move.text, ...(decision !== undefined && { decision }) });
    if (answer.t === "no" && decision === this.#answering) this.#answering = undefined;
    await this.#chain; // what was told before the answer
    if (answer.t === "no") {
      const news = this.#lostRace(move, answer, outOfTurn);
      if (news) this.#tell(news);
      return answer;
    }
    if (answer.waits) this.catching = [...new Set([...this.catching, Number(move.value)])];
    return null;
  }

  /** Asks why a card of the own hand can't be played now; null if it can, or if nobody can say. */
  async why(card: string): Promise<Reason | null> {
    const answer = await this.#connection.ask("why", { card });
    return (answer.t === "ok" && answer.why) || null;
  }

  /** A refusal that only says that others were faster. */
  #lostRace(move: Move, { code, seat }: No, outOfTurn: boolean): News | null {
    if (code === "too-late" && seat !== undefined)
      return { kind: isShout(move) ? "too-late" : "faster", name: this.seatName(seat) };
    return code === "stale" && outOfTurn ? { kind: "went-on" } : null;
  }

  /** Tells something for a while, whatever happens meanwhile; it is no refusal. */
  #tell(news: News): void {
    this.refusal = null;
    this.news = news;
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.news = null), TOLD_FOR);
  }

  /**
   * Own randomness for the coming shuffle, kept beside the commitment that was shown before it; one for each shuffle,
   * however often it is sent.
   */
  #mix(): string {
    const commitment = this.table?.commitment;
    const kept = keptSeat(this.code) ?? this.seat;
    if (kept?.mix && kept.commitment === commitment) return kept.mix;
    const mix = hex(16);
    this.#keep({ mix, commitment, dealt: undefined, quick: false });
    return mix;
  }

  /** Starts the game; pressing twice is starting once. */
  start(): Promise<No | null> {
    this.#starting ??= this.ask("start", { mix: this.#mix() }).finally(() => (this.#starting = null));
    return this.#starting;
  }

  ready(on: boolean): Promise<No | null> {
    return this.ask("ready", on ? { on, mix: this.#mix() } : { on });
  }

  /** Another game with the same people: it begins by itself when all have asked for it, or are ready. */
  async again(): Promise<No | null> {
    const refused = await this.ask("rematch", { again: true });
    if (refused && refused.code !== "not-now") return refused;
    this.refusal = null; // somebody has just asked for it
    await this.#chain; // the new commitment, for which the mix is
    if (this.table?.custom.length && !this.me?.consented) await this.consent();
    return this.ready(true);
  }

  /** The tempo that this browser wishes for, here and at the next tables. */
  tempo(speed: Tempo): Promise<No | null> {
    preferences.set("tempo", speed);
    return this.ask("tempo", { speed });
  }

  /** The face that others see of whoever this browser is. */
  async wear(face: string): Promise<void> {
    if (!this.me || face === (this.#wearing ?? this.me.face)) return;
    this.#wearing = face;
    await this.ask("face", { face });
    await this.#chain; // the line that says so
    if (this.#wearing === face) this.#wearing = null;
  }

  /** After a round: lets the next one wait, or no longer. */
  hold(on: boolean): Promise<No | null> {
    return this.ask("hold", { on });
  }

  consent(): Promise<No | null> {
    return this.ask("consent", { rules: this.table?.rules });
  }

  /** Gives a seat to a program, or a new token to the one that has it; the token is in the answer and nowhere else. */
  program(seat: number, name: string): Promise<Ok | No> {
    this.refusal = null;
    return this.#request("program", { seat, name });
  }

  mute(person: number, on: boolean): Promise<No | null> {
    const muted = new Set(this.muted);
    if (on) muted.add(person);
    else muted.delete(person);
    this.muted = muted;
    return this.ask("mute", { person, on });
  }

  #keep(more: Partial<KeptSeat>): void {
    if (!this.seat) return;
    this.seat = { ...(keptSeat(this.code) ?? this.seat), ...more }; // another tab may have kept something meanwhile
    keepSeat(this.code, this.seat);
  }

  // --- hearing ----------------------------------------------------------------------------------

  heard(message: Line | WireWelcome): void {
    this.#chain = this.#chain.then(() => this.#take(message)).catch((error: unknown) => this.#failed(error));
  }

  /** A message could not be taken in: what it told is missing, so everything is asked for anew. */
  #failed(error: unknown): void {
    if (!(error instanceof Refusal)) reportError(error);
    this.#connection.anew();
  }

  net(state: Net): void {
    this.state = state;
  }

  ended(bye: Bye): void {
    if (bye.code === "wrong-token" || bye.code === "removed") forgetSeat(this.code);
    this.end = bye;
  }

  async #take(message: Line | WireWelcome): Promise<void> {
    if (message.t === "welcome") {
      const welcome = this.#following.welcome(message);
      await this.#seat(welcome.table);
      this.#welcome(welcome);
    } else if (this.#following.going) {
      const told = this.#following.line(message);
      await this.#seat(told.table);
      this.#told(told);
    }
  }

  async #seat(table: Table): Promise<void> {
    if (this.edition?.id !== table.setup.edition) this.edition = await loadEdition(table.setup.edition);
    for (const person of table.people) this.#names.set(person.id, person.name);
    this.table = table;
    if (table.phase === "lobby") this.view = null;
  }

  #welcome(message: Welcome): void {
    this.you = message.you;
    this.muted = new Set(message.muted ?? []);
    this.older =
      Boolean(message.page) && import.meta.env.PROD && message.page !== new URL(ENTRY, location.href).pathname;
    const lines = this.#past(message);
    if (message.lost) lines.push(this.#lost(message));
    this.lines = message.fresh ? lines : [...this.lines, ...lines].slice(-LOG_LINES);
    this.witnessed = false;
    this.unstaged = null;
    this.#see(message.view);
    this.#time(message.view);
    this.refusal = null;
    if (this.me && this.me.tempo !== prefer.tempo) void this.ask("tempo", { speed: prefer.tempo });
    void this.wear(ownFace());
    if (this.seat?.quick && message.table.phase === "lobby" && this.host) void this.#begin();
  }

  /** What this browser was told and the server has no more: said once, at the end of what there is. */
  #lost({ n, lost, past, view }: Welcome): LogLine {
    return this.#line({ n, at: past.at(-1)?.at ?? 0, what: { t: "resumed", lost }, events: [] }, view?.side ?? "light");
  }

  /** A table for one against bots begins by itself: whoever asked for it with one click has agreed to play. */
  async #begin(): Promise<void> {
    if (this.table?.custom.length) await this.consent();
    await this.start();
  }

  #told(message: Told): void {
    const before = this.view;
    if (message.what?.t === "joined" && message.what.person !== undefined)
      this.#names.set(message.what.person, message.what.name ?? "");
    if (message.seen) {
      if (before && message.view && isPause(message.view) && !isPause(before)) this.witnessed = true;
      this.#see(message.view);
      if (message.events.length) this.refusal = null;
    }
    if (message.timed) this.#time(message.view);
    const inTime = message.missed.find(({ why }) => why === "called");
    if (inTime) this.#tell({ kind: "in-time", name: this.seatName(inTime.seat) });
    this.lines = [...this.lines, this.#line(message, before?.side ?? "light")].slice(-LOG_LINES);
    if (message.what?.t === "started" && this.view?.seat != null) this.#keep({ dealt: this.view.hand });
    if (!message.seen || !message.view) return;
    this.unstaged = this.stage ? null : { events: message.events, after: message.view };
    try {
      this.stage?.(message.events, before, message.view);
    } catch (error) {
      reportError(error); // a show that fails must not hold up the game
    }
  }

  #see(view: View | null): void {
    this.view = view;
    this.catching = view?.catching ?? [];
  }

  /** The clock was started anew, or stopped. */
  #time(view: View | null): void {
    this.clockEnd = view?.clock == null ? null : performance.now() + view.clock;
  }

  #past({ past, view }: Welcome): LogLine[] {
    let side = sideBefore(
      past.flatMap(({ events }) => events),
      view?.side ?? "light",
    );
    return past.map((told) => {
      const line = this.#line(told, side);
      side = line.events.reduce(sideAfter, side);
      return line;
    });
  }

  #line({ n, at, what, events }: Pick<Told, "n" | "at" | "what" | "events">, side: Side): LogLine {
    return {
      n,
      at,
      what,
      events,
      side,
      mine: this.mine,
      seats: this.seatNames,
      by: what?.by === undefined ? "" : this.personName(what.by),
      person: what?.person === undefined ? "" : this.personName(what.person),
    };
  }
}

/** The script that this page was started with, by which it knows whether the server has a newer one. */
const ENTRY = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
