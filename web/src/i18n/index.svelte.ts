// All words of the page come from catalogues: one folder for each language, the same keys in all of them.
// English is always there; another language is loaded when it is chosen.
//
// A message may have {places}. A message with a number has one form for each plural of its language, as
// "cards.one", "cards.other", and is asked for as t("cards", { count }); a count that is no number is as many.

import { prefer } from "../lib/preferences.svelte";
import english from "./en";

export type Catalogue = Record<string, string>;

type Singular<K> = K extends `${infer Base}.${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Base : K;
export type Key = Singular<keyof typeof english>;
export type Values = Record<string, string | number>;

/** The languages there are, each by its own name, with the direction of its script. */
export const LANGUAGES: Record<string, { name: string; right?: boolean; load: () => Promise<{ default: Catalogue }> }> =
  {
    en: { name: "English", load: () => Promise.resolve({ default: english }) },
    de: { name: "Deutsch", load: () => import("./de") },
    es: { name: "Español", load: () => import("./es") },
    fr: { name: "Français", load: () => import("./fr") },
    ar: { name: "العربية", right: true, load: () => import("./ar") },
  };

class Speaking {
  language = $state("en");
  catalogue = $state.raw<Catalogue>(english);
  plurals = $derived(new Intl.PluralRules(this.language));
}

export const speaking = new Speaking();

/** Whether there is a language of this name; a language kept as "__proto__" is none, whatever objects inherit. */
const isLanguage = (name: string): boolean => Object.hasOwn(LANGUAGES, name);

/** The language to speak: the chosen one, else the first of the browser's that there is. */
export function wanted(): string {
  if (isLanguage(prefer.language)) return prefer.language;
  return navigator.languages.map((tag) => tag.split("-")[0]!.toLowerCase()).find(isLanguage) ?? "en";
}

export async function speak(language: string): Promise<void> {
  const spoken = isLanguage(language) ? language : "en";
  const chosen = LANGUAGES[spoken]!;
  const { default: catalogue } = await chosen.load().catch(() => ({ default: english as Catalogue }));
  speaking.language = spoken;
  speaking.catalogue = catalogue;
  document.documentElement.lang = speaking.language;
  document.documentElement.dir = chosen.right ? "rtl" : "ltr";
}

function find(key: string, values: Values): string | undefined {
  const { catalogue, plurals } = speaking;
  const exact = catalogue[key];
  if (exact !== undefined) return exact;
  if (values.count !== undefined) {
    const plural = typeof values.count === "number" ? plurals.select(values.count) : "other";
    const form = catalogue[`${key}.${plural}`] ?? catalogue[`${key}.other`];
    if (form !== undefined) return form;
  }
  const fallback = english as Catalogue;
  return catalogue === fallback ? undefined : (fallback[key] ?? fallback[`${key}.other`]);
}

function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place));
}

/** A message of the catalogue. */
export function t(key: Key, values: Values = {}): string {
  return fill(find(key, values) ?? key, values);
}

/** A message whose key is made of data; what the server says stands in where a catalogue has none. */
export function told(key: string, fallback: string, values: Values = {}): string {
  const message = find(key, values);
  return message === undefined ? fallback : fill(message, values);
}

/** What the server says in English, translated if the catalogue means the same by this key. */
export function translated(key: string, said: string): string {
  return (english as Catalogue)[key] === said ? told(key, said) : said;
}

/** A message in pieces, so that a place can be filled with something that is not text. */
export function pieces(key: string, values: Values = {}): { text?: string; place?: string }[] {
  const message = find(key, values) ?? key;
  return message
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { place: piece.slice(1, -1) } : { text: piece }));
}

/** Whether a catalogue has a message. */
export function has(key: string): boolean {
  return find(key, {}) !== undefined;
}

/** Names in a row: "Ann, Bob and Cleo". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(speaking.language, { type: "conjunction" }).format(names);
}
