// Why the server did not do something, in words; and when to try again, if it knows that.

import { has, t, told } from "../i18n/index.svelte";
import { sentence } from "./sentence";

export interface Refused {
  code: string;
  /** The server's own words, for codes without words of the page. */
  say: string;
  /** Seconds after which the same has a chance again. */
  retry?: number;
}

/** From so many seconds on minutes are told, and from so many minutes on hours. */
const MORE_FROM = 90;

/** "in 40 seconds", "in 3 minutes", "in 5 hours": never too soon. */
export function waitSays(wait: number): string {
  const seconds = Math.max(1, Math.ceil(wait));
  if (seconds < MORE_FROM) return t("wait.seconds", { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes <= MORE_FROM
    ? t("wait.minutes", { count: minutes })
    : t("wait.hours", { count: Math.ceil(minutes / 60) });
}

/** A refusal in words. What was asked for may have words of its own for it: `too-many` of "daily" are no tables. */
export function refusalSays({ code, say, retry }: Refused, asked = ""): string {
  const own = `refusal.${code}.${asked}`;
  const key = asked && has(own) ? own : `refusal.${code}`;
  const plain = told(key, sentence(say));
  return retry === undefined ? plain : told(`${key}.in`, plain, { time: waitSays(retry) });
}
