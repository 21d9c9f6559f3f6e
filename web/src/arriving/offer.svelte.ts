// What there is to play. Until the server has answered, these are the editions and levels that the page has words for,
// so that nobody waits and nothing jumps.

import { speaking, told } from "../i18n/index.svelte";
import { characterName, levelNow, sitter } from "../lib/bots";
import { bots as askBots, editions as askEditions } from "../lib/http";
import { prefer } from "../lib/preferences.svelte";
import { aboutOf, titleOf } from "../lib/titles";

interface Named {
  id: string;
  title: string;
  says: string;
}

interface Somebody extends Named {
  level: string;
}

class Offer {
  #editions = $state.raw<Named[] | null>(null);
  #levels = $state.raw<Named[] | null>(null);
  #characters = $state.raw<Somebody[]>([]);

  get editions(): Named[] {
    return (this.#editions ?? worded("edition", "about")).map(({ id, title, says }) => ({
      id,
      title: titleOf({ id, title }),
      says: aboutOf({ id, about: says }),
    }));
  }

  /** The edition last played; the first one if the server does not have that any more. */
  get usual(): string {
    const there = this.#editions;
    return !there || there.some(({ id }) => id === prefer.edition) ? prefer.edition : (there[0]?.id ?? prefer.edition);
  }

  get levels(): Named[] {
    return (this.#levels ?? worded("level", "says")).map(({ id, title, says }) => ({
      id,
      title: told(`level.${id}`, title),
      says: told(`level.${id}.says`, says),
    }));
  }

  /** The level last played against; the usual one if there is no such level any more. */
  get level(): string {
    const level = levelNow(prefer.level);
    return this.levels.some(({ id }) => id === level) ? level : "medium";
  }

  get characters(): Somebody[] {
    return this.#characters.map((one) => ({ ...one, says: told(`character.${one.id}.says`, one.says) }));
  }

  /** Who sits on a bot's seat, and what is said of them. */
  sitter(bot: string): { title: string; level: string; says: string } {
    const { character, level } = sitter(bot, (id) => this.#characters.find((one) => one.id === id)?.level);
    const known = this.characters.find(({ id }) => id === character);
    return {
      title: character === null ? "" : (known?.title ?? characterName(character)),
      level,
      says: known?.says ?? "",
    };
  }

  /** Asks the server; without an answer everything stays as it is. */
  async load(): Promise<void> {
    const [editions, bots] = await Promise.allSettled([askEditions(), askBots()]);
    if (editions.status === "fulfilled")
      this.#editions = editions.value.map(({ id, title, about }) => ({ id, title, says: about }));
    if (bots.status !== "fulfilled") return;
    this.#levels = bots.value.levels.map(({ name, says }) => ({ id: name, title: name, says }));
    this.#characters = bots.value.characters.map(({ name, ...more }) => ({ ...more, title: name }));
  }
}

function worded(kind: string, last: string): Named[] {
  return Object.keys(speaking.catalogue).flatMap((key) => {
    const [first, id, end, ...more] = key.split(".");
    return first === kind && end === last && !more.length ? [{ id: id!, title: id!, says: "" }] : [];
  });
}

export const offer = new Offer();
/** The title of an edition; until the server has told it, that of one without words is its id. */
export const editionTitle = (id: string) =>
  offer.editions.find((one) => one.id === id)?.title ?? titleOf({ id, title: id });
