// What levels and bots are called in the language that is spoken.

import { told } from "../i18n/index.svelte";
import { characterName, levelNow } from "./bots";

export const levelTitle = (id: string) => told(`level.${id}`, "") || told(`level.${levelNow(id)}`, id);

/** A bot in one line of the table's log: who, if it has a name, and how well it plays, as far as the word says it. */
export function botTitle(bot: string): string {
  const [who, level] = bot.split("@") as [string, string?];
  if (level !== undefined) return `${characterName(who)} (${levelTitle(level)})`;
  return told(`character.${who}.says`, "") ? characterName(who) : levelTitle(who);
}
