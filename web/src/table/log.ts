// The log's lines in words: what happened in the game, at the table, and what was said.

import { t, told } from "../i18n/index.svelte";
import { botTitle } from "../lib/bot-words";
import type { GameEvent } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";
import { isUnknown } from "../lib/words";

/** Events in a row that are told at once: several cards of which nothing is known, drawn one after the other. */
export interface Happening {
  event: GameEvent;
  times: number;
}

export function together(events: readonly GameEvent[]): Happening[] {
  const told: Happening[] = [];
  for (const event of events) {
    const last = told.at(-1);
    const alike =
      last &&
      event.kind === "drew" &&
      last.event.kind === "drew" &&
      last.event.seat === event.seat &&
      isUnknown(event.card) &&
      isUnknown(last.event.card);
    if (alike) last.times++;
    else told.push({ event, times: 1 });
  }
  return told;
}

/** What a line says about the table itself; "" if nothing. */
export function roomText({ what, by, person, seats }: LogLine): string {
  if (!what) return "";
  const number = (what.seat ?? 0) + 1;
  const seat = seats[what.seat ?? -1] ?? "";
  switch (what.t) {
    case "moved":
      return what.how === "clock" && seat ? t("room.time-up", { seat }) : "";
    case "readied":
      return what.on ? t("room.ready", { by }) : t("room.unready", { by });
    case "joined":
      return t("room.joined", { name: what.name ?? "" });
    case "seated-bot":
      return t("room.seated-bot", { number, level: botTitle(what.level ?? "") });
    case "seated-program":
      return t("room.seated-program", { number, name: what.name ?? "" });
    case "arrived":
    case "dropped":
    case "removed":
    case "sat":
    case "stood":
    case "cleared":
    case "consented":
    case "took-over":
    case "told":
    case "left":
      return told(`room.${what.t}`, "", { by, person, number, seat });
    case "resumed":
      return what.lost ? t("room.lost", { count: what.lost }) : t("room.resumed");
    case "rematched":
      return t(what.again && by ? "room.rematched.again" : "room.rematched", { by });
    case "paced":
      return t("room.paced", { by, tempo: t("tempo", { speed: what.speed ?? 1 }) });
    case "held":
      return t(what.on ? "room.held" : "room.let-go", { by });
    case "created":
    case "changed":
    case "started":
    case "host-away":
      return told(`room.${what.t}`, "");
    default:
      return "";
  }
}
