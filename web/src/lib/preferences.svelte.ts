// What a player has chosen for this browser: name, language, looks, sound. Kept from visit to visit.

import type { Sort } from "../table/order";
import { keep, kept } from "./storage";

const KEY = "lastcard.preferences";

export const LENGTHS = ["", "hand", "200", "500"] as const;
export type Length = (typeof LENGTHS)[number];
export const TEMPOS = [1, 2, 4] as const;
export type Tempo = (typeof TEMPOS)[number];

const USUAL = {
  name: "",
  /** The face that others see; "" is any. */
  face: "",
  /** The edition last played, for the one-click game. */
  edition: "classic",
  /** How many play in the one-click game, and how well the bots do. */
  seats: 4,
  level: "medium",
  /** The house rules of the one-click game: "" is as in the booklet. */
  preset: "" as "" | "party",
  /** How long the one-click game is: "" is as the booklet has it, else a single hand, or to so many points. */
  length: "" as Length,
  /** How many times as fast as usual bots shall play. */
  tempo: 1 as Tempo,
  /** "" is the browser's language. */
  language: "",
  theme: "system" as "system" | "light" | "dark",
  motion: "system" as "system" | "full" | "less",
  sound: true,
  /** How loud, from 0 to 100. */
  volume: 70,
  /** Whether a phone shakes at the own turn and when its player is hit. */
  vibration: true,
  shapes: true,
  shortcuts: true,
  /** The size of cards in the own hand. */
  cards: "medium" as "small" | "medium" | "large",
  /** In which order the own cards lie. */
  sort: "color" as Sort,
  /** Whether log and talk lie beside a wide table: "" is where there is room for both. */
  rail: "" as "" | "open" | "shut",
  /** "" shows the guide in the first game. */
  guide: "" as "" | "done",
};

export type Preferences = typeof USUAL;

class Kept {
  all = $state<Preferences>({ ...USUAL, ...known(kept<Partial<Preferences>>(KEY)) });

  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
    this.all[name] = value;
    keep(KEY, $state.snapshot(this.all));
  }
}

/** Only what is still a preference, and of the right type: the browser may have kept something older. */
function known(found: Partial<Preferences> | null): Partial<Preferences> {
  if (found === null || typeof found !== "object") return {};
  const right: Partial<Preferences> = Object.fromEntries(
    Object.entries(found).filter(
      ([name, value]) => Object.hasOwn(USUAL, name) && typeof value === typeof USUAL[name as keyof Preferences],
    ),
  );
  if (right.volume !== undefined) right.volume = Math.min(100, Math.max(0, right.volume)); // the browser takes no other
  return right;
}

export const preferences = new Kept();
/** The preferences themselves, to read. */
export const prefer = preferences.all;

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export function moves(): boolean {
  return prefer.motion === "full" || (prefer.motion === "system" && !lessMotion.matches);
}
