// Days in the words of the page's language.

import { speaking } from "../i18n/index.svelte";

/** A day as the server names it, 2026-11-19, in words. */
export function dayWords(day: string): string {
  const found = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(found.getTime())
    ? day
    : new Intl.DateTimeFormat(speaking.language, { dateStyle: "full", timeZone: "UTC" }).format(found);
}
