// The daily deal as this browser knows it: asking the server, a key to be known again by, and what is told to others.

import { t } from "../i18n/index.svelte";
import { ask } from "../lib/http";
import { prefer } from "../lib/preferences.svelte";
import type { Daily, DailyResult, DailySeat } from "../lib/protocol";
import { hex } from "../lib/random";
import { keep, keepSeat, kept, keptSeat } from "../lib/storage";

const KEY = "lastcard.daily";

/** What this browser says to be known again on the same day; null if it never played. */
export function playerKey(): string | null {
  const found = kept<{ player?: unknown }>(KEY)?.player;
  return typeof found === "string" && /^[\w-]{22,64}$/.test(found) ? found : null;
}

function newKey(): string {
  const player = hex(16);
  keep(KEY, { player });
  return player;
}

/** How a day's deal stands, today's if none is named. */
export function standing(day?: string): Promise<Daily> {
  const player = playerKey();
  const headers: Record<string, string> = player ? { authorization: `Bearer ${player}` } : {};
  return ask<Daily>(day ? `/api/daily?day=${encodeURIComponent(day)}` : "/api/daily", undefined, headers);
}

/** The code of the table of today's deal: a new one, or the one that was begun. */
export async function begin(): Promise<string> {
  const name = prefer.name.trim() || t("arriving.guest");
  const { table, token } = await ask<DailySeat>("/api/daily", { name, player: playerKey() ?? newKey() });
  keepSeat(table, { ...keptSeat(table), token }); // who goes on has the first hand there, to check the shuffle by
  return table;
}

/** Of those who did worse, in whole percent of all others, never too many; null if nobody else played. */
export function percent({ better }: Pick<DailyResult, "better">, count: number): number | null {
  return count > 1 ? Math.floor((100 * better) / (count - 1)) : null;
}

const OWN = "◆";
const THEIRS = "◇";
const NOBODYS = "·";

/** A shape for each round: full where the own seat, 0, won it. */
export function shapesOf(rounds: readonly (number | null)[]): string {
  return rounds.map((seat) => (seat === null ? NOBODYS : seat === 0 ? OWN : THEIRS)).join(" ");
}

/** What can be sent to others: it says how it went, and nothing of the cards. */
export function shareText({ day, count }: Pick<Daily, "day" | "count">, result: DailyResult, link: string): string {
  const part = percent(result, count);
  const how = t(result.lead > 0 ? "daily.share.won" : "daily.share.lost", {
    points: t("daily.points", { count: result.points }),
    rounds: t("daily.rounds", { count: result.rounds.length }),
  });
  const others = part === null ? "" : t("daily.share.better", { percent: part, others: count - 1 });
  return [t("daily.share.title", { day }), [how, others].filter(Boolean).join(" "), shapesOf(result.rounds), link]
    .filter(Boolean)
    .join("\n");
}
