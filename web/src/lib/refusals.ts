// Why the server did not do something, in words; and when to try again, if it knows that.

import { t, told } from "../i18n/index.svelte";
import { sentence } from "./sentence";

export interface Refused {
  code: string;
  /** The server's own words, for codes without words of the page. */
  say: string;
  /** Seconds after which the same has a chance again. */
  retry?: number;
}

/** From so many seconds on minutes are told. */
const MINUTES_FROM = 90;

/** "in 40 seconds", "in 3 minutes": never too soon. */
export function waitSays(retry: number): string {
  const seconds = Math.max(1, Math.ceil(retry));
  return seconds < MINUTES_FROM
    ? t("wait.seconds", { count: seconds })
    : t("wait.minutes", { count: Math.ceil(seconds / 60) });
}

export function refusalSays({ code, say, retry }: Refused): string {
  const plain = told(`refusal.${code}`, sentence(say));
  return retry === undefined ? plain : told(`refusal.${code}.in`, plain, { time: waitSays(retry) });
}
