// Who sits on a bot's seat. The server writes `otto@hard` for somebody at a level, `otto` at the usual one, or the name
// of a player without a face, such as `simple`.

export interface Sitter {
  character: string | null;
  level: string;
}

/** Takes the server's word for a bot apart; whoever has no level in it plays at the one that `usual` knows. */
export function sitter(bot: string, usual: (character: string) => string | undefined): Sitter {
  const [who, level] = bot.split("@") as [string, string?];
  const own = usual(who);
  if (level === undefined && own === undefined) return { character: null, level: bot };
  return { character: who, level: level ?? own! };
}

/** What levels were once called, and which one of today is nearest to players that people no longer choose. */
const FORMER: Readonly<Record<string, string>> = {
  newcomer: "easy",
  casual: "medium",
  simple: "medium",
  sharp: "hard",
  random: "easy",
};

/** The level of today for one that was chosen long ago. */
export const levelNow = (id: string) => FORMER[id] ?? id;

/** Whether the server names the bot on a seat only by the seat and its level, in English; the page has its own word. */
export const isNameless = (name: string, seat: number) => new RegExp(`^Bot ${seat} \\([a-z]+\\)$`).test(name);

/** Characters have the same name in every language. */
export const characterName = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
