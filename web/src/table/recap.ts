// The last things that happened, each as cause and effect: what somebody did, and what came of it for whom.
// They are read from the lines of the log, which know no more than this viewer does.

import { faceOf, sideOf, WILD } from "../lib/faces";
import type { Edition, GameEvent } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";
import { sideAfter, withSides, type Side } from "../lib/sides";
import { isUnknown } from "../lib/words";

/** Something that happened, on which side of the cards, and how many draws alike it stands for. */
export interface Part {
  event: GameEvent;
  side: Side;
  times: number;
}

export interface Scene {
  /** The line that it begins with. */
  n: number;
  cause: Part;
  effects: Part[];
  /** The line with the names as they were. */
  line: LogLine;
}

/** What begins a scene; all else belongs to the one that is going on. */
const CAUSES = new Set(["played", "passed", "turned-up", "caught", "round-void"]);
/** What nobody needs to be told twice: it follows from the rest, is asked below, or is on the score sheet. */
const UNTOLD = new Set([
  "dealer-draw", "dealer", "dealt", "went-back", "kept", "accepted", "reshuffled", "voted", "chose", "game-won",
  "hands-closed", "notices-lifted", "dared", "notice", "stacked",
]); // prettier-ignore
/** What may stand before a draw that somebody chose, and does not cause it. */
const BESIDE = new Set(["reshuffled", "take-instead"]);

/** After these whole hands are shown: who may see them has them on the table. Of a duel its two cards are told. */
const OPENED = new Set(["challenged", "hands-open"]);
const DUEL = 2;

/** The last scenes, the latest at the end. */
export function scenesOf(lines: readonly LogLine[], most: number): Scene[] {
  const scenes: Scene[] = [];
  for (const line of recent(lines, most)) {
    let side = line.side;
    line.events.forEach((event, place) => {
      side = sideAfter(side, event);
      if (event.kind === "dealt") scenes.length = 0; // the last round is over
      if (UNTOLD.has(event.kind)) return;
      const part = { event, side, times: 1 };
      const going = scenes.at(-1);
      if (!going || begins(line, place, going)) scenes.push({ n: line.n, cause: part, effects: [], line });
      else add(going, part);
    });
  }
  return scenes.slice(-most);
}

/** As many lines as are needed, from the end: more than one line may tell of a card, and a draw may be many events. */
function recent(lines: readonly LogLine[], most: number): LogLine[] {
  return lines.filter(({ events }) => events.length > 0).slice(-most * 6);
}

function begins({ events, what }: LogLine, place: number, going: Scene): boolean {
  const { kind, seat } = events[place]!;
  if (CAUSES.has(kind)) return going.cause.event.kind !== "jumped" || kind !== "played";
  if (kind === "jumped") return true;
  if (kind === "called") return going.cause.event.seat !== seat;
  const first = events.findIndex((event) => !BESIDE.has(event.kind));
  return kind === "drew" && seat === what?.seat && first === place;
}

/** What comes of a card; a jump-in is told with its card, and cards of which nothing is known are counted. */
function add(scene: Scene, part: Part): void {
  if (scene.cause.event.kind === "jumped" && part.event.kind === "played") {
    scene.effects.push(scene.cause);
    scene.cause = part;
    return;
  }
  if (part.event.kind === "showed" && scene.effects.some(({ event }) => OPENED.has(event.kind))) return;
  if (part.event.kind === "won-duel" && scene.effects.filter(({ event }) => event.kind === "showed").length > DUEL)
    scene.effects = scene.effects.filter(({ event }) => event.kind !== "showed");
  const last = scene.effects.at(-1) ?? scene.cause;
  const alike = part.event.kind === "drew" && last.event.kind === "drew" && last.event.seat === part.event.seat;
  if (alike && last === scene.cause && !isUnknown(last.event.card)) scene.effects.push(part);
  else if (alike) last.times++;
  else scene.effects.push(part);
}

/** A part of a scene as a sign: somebody's face, a card, or a word or two. */
export type Sign =
  | { kind: "arrow" | "misses" }
  | { kind: "face"; seat: number }
  | { kind: "card"; card: string; side: Side }
  | { kind: "color"; part: Part }
  | { kind: "says"; key: string; n?: number };

/** What is said of an effect in a word or two, where a face says whose it is. */
const SAID: Record<string, string> = {
  called: "recap.uno",
  caught: "stamp.caught",
  jumped: "stamp.jumps",
  direction: "stamp.turns",
  flipped: "stamp.flips",
  swapped: "stamp.swaps",
  "hands-moved": "stamp.hands-move",
  "won-duel": "stamp.wins",
  dared: "stamp.dares",
  chickened: "stamp.chickens",
  again: "stamp.again",
  "round-won": "stamp.out",
};

/** A scene in signs: who, with which card, and what came of it for whom; a face stands before all that is its own. */
export function signsOf({ cause, effects }: Scene): Sign[] {
  const signs: Sign[] = [];
  let last: number | undefined;
  const add = (part: Part) => {
    const { kind, seat, card, word } = part.event;
    const sign = signOf(part);
    if (!sign) return;
    if (seat !== undefined && seat !== last) signs.push({ kind: "face", seat });
    last = seat ?? last;
    signs.push(sign);
    const isOpen = kind === "drew" && !isUnknown(card) && part.times === 1;
    if (isOpen) signs.push({ kind: "card", card: card!, side: part.side });
    if (kind === "challenged" && word) signs.push({ kind: "says", key: SAID_OF[word] ?? "stamp.lawful" });
  };
  add(cause);
  if (effects.length) signs.push({ kind: "arrow" });
  effects.forEach(add);
  return signs;
}

const SAID_OF: Record<string, string> = { guilty: "stamp.bluff", innocent: "stamp.lawful" };

function signOf(part: Part): Sign | null {
  const { kind, card, word } = part.event;
  if ((kind === "played" || kind === "turned-up" || kind === "discarded") && card)
    return { kind: "card", card, side: part.side };
  if (kind === "drew") return { kind: "says", key: "recap.more", n: part.times };
  if (kind === "missed") return { kind: "misses" };
  if (kind === "named") return { kind: "color", part };
  if (kind === "challenged") return { kind: "says", key: "recap.doubts" };
  if (kind === "vote-result") return { kind: "says", key: `stamp.vote.${word === "yes" ? "yes" : "no"}` };
  const key = SAID[kind];
  return key ? { kind: "says", key } : null;
}

/** Whether something happened to a seat that it did not do itself: it drew, missed a turn, or was caught. */
export function hits(scene: Scene, seat: number | null): boolean {
  if (seat === null) return false;
  const { cause, effects } = scene;
  if (cause.event.kind === "caught" && cause.event.seat === seat) return true;
  const reaches = ({ event }: Part) => isHit(event) && (event.seat === seat || event.other === seat);
  return cause.event.seat !== seat && effects.some(reaches);
}

const isHit = ({ kind }: GameEvent): boolean => kind === "drew" || kind === "missed" || kind === "swapped";

/** The colour that was in play before the wild on the discard pile was played; null if that can't be told any more. */
export function colorBefore(lines: readonly LogLine[], edition: Edition): string | null {
  let before: string | null = null;
  let color: string | null = null;
  for (const line of lines)
    for (const { event, side } of withSides(
      line.events.map((event) => ({ event })),
      line.side,
    )) {
      if (event.kind === "named") color = event.word ?? null;
      if ((event.kind === "played" || event.kind === "turned-up" || event.kind === "flipped") && event.card) {
        const face = faceOf(edition, event.card, sideOf({ side }));
        before = color;
        if (face.color !== WILD) color = face.color;
      }
    }
  return before;
}
