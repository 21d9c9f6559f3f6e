// A rule in words, by its id. At the table a short form tells why something is not possible; the help page has all of it.

import { has, list, told, type Values } from "../i18n/index.svelte";
import type { Edition, Kind } from "../lib/protocol";
import { kindName, sideName } from "../lib/words";
import { allKinds, challengeOf, isBluff } from "./chapters";

/** The short explanation of a rule, for the table. Empty if there is nothing to say. */
export function ruleText(rule: string, edition: Edition | null = null): string {
  if (has(`help.why.${rule}`)) return told(`help.why.${rule}`, "");
  return edition ? ruleSentences(rule, edition) : told(`help.rule.${rule}`, "");
}

/** The whole explanation, as it is in an edition: its own words, those of two-sided editions, or those for all. */
export function ruleSentences(rule: string, edition: Edition): string {
  const base = `help.rule.${rule}`;
  const keys = [`${base}.${edition.id}`, ...(edition.faces.length > 1 ? [`${base}.sides`] : []), base];
  const key = keys.find(has);
  return key === undefined ? "" : told(key, "", factsOf(edition));
}

/** Where the help page explains a rule. */
export function ruleLink(rule: string, edition: string): string {
  return `/help/${edition}#rule-${rule}`;
}

/** What the texts tell about an edition, from its data. */
export function factsOf(edition: Edition): Values {
  const kinds = allKinds(edition);
  const [light, dark] = edition.faces;
  const called = (side: typeof light) => (side ? sideName(edition, side.name) : "");
  return {
    cards: edition.cards,
    hand: edition.hand,
    target: String(edition.settings.target),
    light: called(light),
    dark: called(dark),
    bluffs: names(kinds.filter(isBluff)),
    last_draws: names(kinds.filter(({ steps }) => steps?.as_last_card.some(({ form }) => form.startsWith("{who} draws")))),
    plain_light: names((light?.kinds ?? []).filter((kind) => kind.wild && !isBluff(kind))),
    plain_dark: names((dark?.kinds ?? []).filter((kind) => kind.wild && !isBluff(kind))),
    extra: challengeOf(edition) ?? 0,
  };
}

function names(kinds: readonly Kind[]): string {
  return list([...new Set(kinds.map(kindName))]);
}
