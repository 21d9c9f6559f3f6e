// Days and waiting times in the words of the page's language.

import { speaking } from "../i18n/index.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A day as the server names it, 2026-11-19, in words. */
export function dayWords(day: string): string {
  const found = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(found.getTime())
    ? day
    : new Intl.DateTimeFormat(speaking.language, { dateStyle: "full", timeZone: "UTC" }).format(found);
}

/** "in 5 hours", "in 12 minutes": never too soon. */
export function inWords(wait: number): string {
  const words = new Intl.RelativeTimeFormat(speaking.language, { numeric: "always" });
  return wait > 90 * MINUTE
    ? words.format(Math.ceil(wait / HOUR), "hour")
    : words.format(Math.max(1, Math.ceil(wait / MINUTE)), "minute");
}
