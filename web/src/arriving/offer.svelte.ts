// What there is to play. Until the server has answered, these are the editions and levels that the page has words for,
// so that nobody waits and nothing jumps.

import { speaking, told } from "../i18n/index.svelte";
import { editions as askEditions, levels as askLevels } from "../lib/http";
import { prefer } from "../lib/preferences.svelte";
import { aboutOf, titleOf } from "../lib/titles";

interface Named {
  id: string;
  title: string;
  says: string;
}

class Offer {
  #editions = $state.raw<Named[] | null>(null);
  #levels = $state.raw<Named[] | null>(null);

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

  /** Asks the server; without an answer everything stays as it is. */
  async load(): Promise<void> {
    const [editions, levels] = await Promise.allSettled([askEditions(), askLevels()]);
    if (editions.status === "fulfilled")
      this.#editions = editions.value.map(({ id, title, about }) => ({ id, title, says: about }));
    if (levels.status === "fulfilled")
      this.#levels = levels.value.map(({ name, says }) => ({ id: name, title: name, says }));
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
export const levelTitle = (id: string) => told(`level.${id}`, id);
