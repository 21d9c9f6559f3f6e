// What happened as a choreography: what moves from where to where, what is stamped on whom, and when. It is data and
// nothing else; `motion.ts` and `shown.svelte.ts` carry it out, and nobody waits for them.

import { t } from "../i18n/index.svelte";
import type { GameEvent, View } from "../lib/protocol";
import { sideAfter, type Side } from "../lib/sides";
import { colorName } from "../lib/words";

/** Milliseconds at the usual tempo. A card lifts, flies an arc, and lands. */
export const PLAY = 400;
/** The last card of a round flies slowly. */
export const LAST = 700;
/** What a card brings about begins when it touches the pile. */
const TOUCH = 0.8;
const FLIGHT = 380;
const BETWEEN = 70;
/** From card to card when everybody is dealt to, and how long one of them flies. */
const DEAL = 45;
const DEALT = 300;
/** How long an opened hand lies there, and when it is judged and what that costs begins. */
export const SHOWN = 2200;
const JUDGED = 500;
const COSTS = 900;
/** More than so many cards are only a blur: of a dealt table, of what is drawn, and of a hand that changes hands. */
const MOST_DEALT = 32;
const MOST_DRAWN = 12;
const MOST_MOVED = 16;
/** Where on a stamp the drawn cards are counted. */
const COUNT = "+";

/** A pile, or where the cards of a seat are. */
export type Place = "draw" | "discard" | number;

export interface Flight {
  do: "fly";
  at: number;
  lasts: number;
  from: Place;
  to: Place;
  /** The card as this viewer may know it, and the side in play. */
  card: string;
  side: Side;
  /** It is drawn: the last cards of the hand appear with it. Dealt: those from one place to another. Laid: the top. */
  brings?: "drawn" | "top" | readonly [first: number, end: number];
  /** Whether it flies higher than others. */
  high?: boolean;
}

export interface Stamped {
  do: "stamp";
  at: number;
  seat: number;
  text: string;
  tone: "good" | "bad" | "plain";
  /** A colour that is named, as the edition calls it. */
  color?: string;
}

/** Hands, or cards of them, that are opened and judged before the eyes of whoever may see them. */
export interface Showdown {
  do: "show";
  at: number;
  lasts: number;
  side: Side;
  /** What it is about: a challenge, or a duel. */
  event: GameEvent;
  hands: { seat: number; cards: string[]; verdict: string; tone: "good" | "bad" }[];
}

export type Beat =
  | Flight
  | Stamped
  | Showdown
  /** Somebody is hit, or jumps in. */
  | { do: "shake" | "leap"; at: number; seat: number }
  /** The chevrons of the inlay are swept the other way round; another colour wipes around the ring. */
  | { do: "sweep" | "wipe"; at: number }
  /** Paper flies up where somebody sits who has won the round, or the game. */
  | { do: "confetti"; at: number; seat: number; game: boolean };

/** The beats of what happened at once, in the order in which they begin. */
export function beatsOf(events: readonly GameEvent[], before: View | null, after: View): Beat[] {
  return new Choreography(events, before, after).beats.sort((one, other) => one.at - other.at);
}

/** What is stamped on whom when all is over. */
export function lastStamps(beats: readonly Beat[]): Stamped[] {
  const last = new Map<number, Stamped>();
  for (const beat of beats) if (beat.do === "stamp") last.set(beat.seat, beat);
  return [...last.values()];
}

class Choreography {
  beats: Beat[] = [];
  /** When what comes next begins. */
  #at = 0;
  #side: Side;
  /** Who played the card that brings all about. */
  #actor: number | null = null;
  /** The last stamp of each seat, and how many cards it has drawn. */
  readonly #stamps = new Map<number, Stamped>();
  readonly #said = new Map<number, string[]>();
  readonly #drawn = new Map<number, number>();
  #showed: { seat: number; card: string }[] = [];
  #open = false;
  readonly #ends: boolean;

  constructor(
    readonly events: readonly GameEvent[],
    readonly before: View | null,
    readonly after: View,
  ) {
    this.#side = before?.side ?? after.side;
    this.#ends = events.some(({ kind }) => kind === "round-won");
    events.forEach((event, place) => {
      this.#side = sideAfter(this.#side, event);
      this.#take(event, place);
    });
  }

  #take(event: GameEvent, place: number): void {
    const { kind, seat, other, word } = event;
    if (kind === "dealt") this.#deal(event);
    else if (kind === "turned-up") this.#lay("draw", event);
    else if (kind === "named") this.#name(event);
    else if (kind === "hands-open") this.#open = true;
    else if (kind === "vote-result") this.#stamp(this.after.turn, t(`stamp.vote.${word === "yes" ? "yes" : "no"}`));
    else if (seat === undefined) return;
    else if (kind === "played" || kind === "discarded") this.#play(event, seat);
    else if (kind === "drew") this.#draw(event, seat);
    else if (kind === "gave" && other !== undefined) this.#give(event, seat, other);
    else if (kind === "swapped" && other !== undefined) this.#swap(seat, other);
    else if (kind === "hands-moved") this.#moveOn(seat, word === "right" ? -1 : 1);
    else if (kind === "showed" && !this.#open) this.#showed.push({ seat, card: event.card ?? "?" });
    else if (kind === "challenged" && other !== undefined) this.#challenge(event, other, place);
    else if (kind === "won-duel" && other !== undefined) this.#duel(event, seat, other);
    else if (kind === "direction") this.#turn(seat);
    else if (kind === "missed") this.#hit(seat, t("stamp.misses"));
    else if (kind === "caught") this.#hit(seat, t("stamp.caught"));
    else if (kind === "jumped") this.#jump(seat);
    else if (kind === "called") this.#stamp(seat, t("shout.uno"), "good", "leap");
    else if (kind === "again") this.#stamp(seat, t("stamp.again"), "good");
    else if (kind === "flipped") this.#stamp(seat, t("stamp.flips"));
    else if (kind === "voted") this.#stamp(seat, t(word === "yes" ? "option.vote yes" : "option.vote no"));
    else if (kind === "dared") this.#stamp(seat, t("stamp.dares"), "good");
    else if (kind === "chickened") this.#stamp(seat, t("stamp.chickens"), "bad");
    else if (kind === "round-won") this.#win(seat);
  }

  // --- cards --------------------------------------------------------------------------------------

  #fly(flight: Omit<Flight, "do" | "side">): void {
    this.beats.push({ do: "fly", side: this.#side, ...flight });
  }

  /** Round after round from the dealer's left; of a full table not every card is seen flying. */
  #deal({ number = 7 }: GameEvent): void {
    this.beats = [];
    this.#at = 0;
    const { players, dealer } = this.after;
    const rounds = Math.max(1, Math.min(number, Math.floor(MOST_DEALT / players)));
    for (let round = 0; round < rounds; round++)
      for (let i = 1; i <= players; i++) {
        const brings = [Math.floor((round * number) / rounds), Math.floor(((round + 1) * number) / rounds)] as const;
        const seat = ((dealer ?? 0) + i) % players;
        this.#fly({ at: this.#at, lasts: DEALT, from: "draw", to: seat, card: "?", brings });
        this.#at += DEAL;
      }
    this.#at += DEALT;
  }

  #lay(from: Place, { card = "?", kind }: GameEvent, high = false): void {
    const lasts = this.#ends && kind === "played" ? LAST : PLAY;
    const brings = kind === "discarded" ? undefined : "top";
    this.#fly({ at: this.#at, lasts, from, to: "discard", card, brings, high });
    this.#at += lasts * TOUCH;
  }

  #play(event: GameEvent, seat: number): void {
    if (event.kind === "played") this.#actor = seat;
    this.#lay(seat, event, this.#stamps.get(seat)?.text === t("stamp.jumps"));
  }

  /** The cards come one by one, and are counted at the face of whoever did not choose to draw them. */
  #draw({ card = "?" }: GameEvent, seat: number): void {
    const count = (this.#drawn.get(seat) ?? 0) + 1;
    this.#drawn.set(seat, count);
    if (count <= MOST_DRAWN) this.#fly({ at: this.#at, lasts: FLIGHT, from: "draw", to: seat, card, brings: "drawn" });
    const made = this.#actor !== null && this.#actor !== seat;
    if (made || count > 1 || this.events.some(({ kind }) => kind === "challenged" || kind === "caught"))
      this.#stamp(seat, null, "bad", undefined, FLIGHT * TOUCH);
    this.#at += BETWEEN;
  }

  #give({ card = "?" }: GameEvent, seat: number, other: number): void {
    this.#fly({ at: this.#at, lasts: PLAY, from: seat, to: other, card, brings: "drawn" });
    this.#at += BETWEEN;
  }

  #swap(seat: number, other: number): void {
    this.#hand(seat, other, MOST_MOVED / 4);
    this.#hand(other, seat, MOST_MOVED / 4);
    for (const one of [seat, other]) this.#stamp(one, t("stamp.swaps"), "plain", undefined, PLAY);
    this.#at += PLAY;
  }

  #moveOn(actor: number, step: number): void {
    const { players } = this.after;
    const each = Math.max(1, Math.floor(MOST_MOVED / players));
    for (let seat = 0; seat < players; seat++) this.#hand(seat, (seat + step + players) % players, each);
    this.#stamp(actor, t("stamp.hands-move"));
    this.#at += PLAY;
  }

  /** The first cards of a hand stand for all of it. */
  #hand(from: number, to: number, most: number): void {
    const cards = this.before?.hands[from] ?? [];
    cards.slice(0, most).forEach((card, i) => this.#fly({ at: this.#at + i * 40, lasts: PLAY + 120, from, to, card }));
  }

  // --- what is shown --------------------------------------------------------------------------------

  /** The hand that was challenged: open to who is shown it, for all others as far as they know it; then the verdict. */
  #challenge(event: GameEvent, other: number, place: number): void {
    const open = this.events.slice(place).flatMap((one) => (one.kind === "showed" ? [one.card ?? "?"] : []));
    const guilty = event.word === "guilty";
    const [verdict, tone] = [t(guilty ? "stamp.bluff" : "stamp.lawful"), guilty ? "bad" : "good"] as const;
    const cards = open.length ? open : (this.before?.hands[other] ?? []);
    this.#show(event, [{ seat: other, cards, verdict, tone }]);
    this.#stamp(other, verdict, tone, undefined, JUDGED);
    this.#showed = [];
    this.#open = true; // what follows in the events is this hand
    this.#at += COSTS;
    if (!guilty) this.beats.push({ do: "shake", at: this.#at, seat: event.seat! });
  }

  #duel(event: GameEvent, winner: number, loser: number): void {
    const hands = [winner, loser].map((seat) => ({
      seat,
      cards: this.#showed.filter((one) => one.seat === seat).map(({ card }) => card),
      verdict: seat === winner ? t("stamp.wins") : "",
      tone: "good" as const,
    }));
    this.#show(event, hands);
    this.#stamp(winner, t("stamp.wins"), "good", undefined, JUDGED);
    this.#showed = [];
    this.#at += COSTS;
  }

  #show(event: GameEvent, hands: Showdown["hands"]): void {
    this.beats.push({ do: "show", at: this.#at, lasts: SHOWN, side: this.#side, event, hands });
  }

  // --- people ---------------------------------------------------------------------------------------

  #turn(seat: number): void {
    this.beats.push({ do: "sweep", at: this.#at });
    this.#stamp(seat, t("stamp.turns"));
  }

  #name({ seat, word }: GameEvent): void {
    this.beats.push({ do: "wipe", at: this.#at });
    if (seat !== undefined && word) this.#stamp(seat, colorName(word), "plain", undefined, 0, word);
  }

  #hit(seat: number, words: string): void {
    this.#stamp(seat, words, "bad", "shake", this.#drawn.has(seat) ? FLIGHT * TOUCH : 0);
  }

  #jump(seat: number): void {
    this.#stamp(seat, t("stamp.jumps"), "good", "leap");
  }

  #win(seat: number): void {
    const game = this.events.some(({ kind }) => kind === "game-won");
    this.#stamp(seat, t("stamp.out"), "good");
    for (const winner of game ? this.after.winners : [seat])
      this.beats.push({ do: "confetti", at: this.#at, seat: winner, game });
  }

  /** One more thing on somebody's stamp; null: only the count of the cards goes on. */
  #stamp(
    seat: number,
    words: string | null,
    tone: Stamped["tone"] = "plain",
    motion?: "shake" | "leap",
    after = 0,
    color?: string,
  ): void {
    if (motion && !this.beats.some((beat) => beat.do === motion && beat.seat === seat))
      this.beats.push({ do: motion, at: this.#at, seat });
    const before = this.#stamps.get(seat);
    if (words === null && before?.tone === "good") return; // a call is more than the cards after it
    const parts = tone === "bad" && before?.tone === "bad" ? this.#said.get(seat)! : [];
    if (words !== null || !parts.includes(COUNT)) parts.push(words ?? COUNT);
    this.#said.set(seat, parts);
    const text = parts.map((part) => (part === COUNT ? `+${this.#drawn.get(seat) ?? 0}` : part)).join(" ");
    const stamp: Stamped = { do: "stamp", at: this.#at + after, seat, text, tone, ...(color && { color }) };
    this.#stamps.set(seat, stamp);
    this.beats.push(stamp);
  }
}
