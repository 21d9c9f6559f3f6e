// A rule in words, by its id. At the table a short form tells why something is not possible; the help page has all of
// it.

import { has, list, t, told, type Values } from "../i18n/index.svelte";
import type { Edition, Kind } from "../lib/protocol";
import { kindName, sideName } from "../lib/words";
import { allKinds, challengeOf, isBluff, shownIn } from "./chapters";

/** The short explanation of a rule, for the table. Empty if there is nothing to say. */
export function ruleText(rule: string, edition: Edition | null = null): string {
  if (has(`help.why.${rule}`)) return told(`help.why.${rule}`, "");
  return edition ? ruleSentences(rule, edition) : told(`help.rule.${rule}`, "");
}

/** The whole explanation, as it is in an edition: by what its cards do, then for two sides, then for all. */
export function ruleSentences(rule: string, edition: Edition): string {
  const base = `help.rule.${rule}`;
  if (rule === "see-3") return shows(base, edition);
  const special = SPECIAL[rule]?.(edition);
  const sides = edition.faces.length > 1 ? [`${base}.sides`] : [];
  const keys = [...(special ? [`${base}.${special}`] : []), ...sides, base];
  const key = keys.find(has);
  return key === undefined ? "" : told(key, "", factsOf(edition));
}

/** Rules that read otherwise where an edition's cards are out of the ordinary. */
const SPECIAL: Record<string, (edition: Edition) => string | false> = {
  "turn-1": (edition) => !allKinds(edition).some(({ wild }) => wild) && "no-wilds",
  "bluff-1": ({ id, wild_is_match: counts = id === "flip-transformers" }) => counts && "wilds",
  "out-1": (edition) => !lastDraws(edition).length && "no-draws",
  "out-2": (edition) => allKinds(edition).some(actsAtTheEnd) && "told",
};

/** Whether a card does something as a last one that is neither a draw nor a flip. */
function actsAtTheEnd({ steps }: Kind): boolean {
  return steps.as_last_card.some(({ form }) => !/draws|flips|names the colour if/.test(form));
}

function lastDraws(edition: Edition): Kind[] {
  return allKinds(edition).filter(({ steps }) => steps.as_last_card.some(({ form }) => form.startsWith("{who} draws")));
}

/** Who gets to know what is shown, on each occasion that the edition has. */
function shows(base: string, edition: Edition): string {
  const { challenge, swap, duel } = shownIn(edition);
  const keys = [challenge && base, swap && `${base}.swap`, duel && `${base}.duel`].filter((key) => key !== false);
  return keys.map((key) => told(key, "")).join(" ");
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
    caught: t("cards", { count: edition.caught_draws ?? 2 }),
    target: String(edition.settings.target),
    light: called(light),
    dark: called(dark),
    bluffs: names(kinds.filter(isBluff)),
    last_draws: names(lastDraws(edition)),
    plain_light: names((light?.kinds ?? []).filter((kind) => kind.wild && !isBluff(kind))),
    plain_dark: names((dark?.kinds ?? []).filter((kind) => kind.wild && !isBluff(kind))),
    extra: challengeOf(edition) ?? 0,
  };
}

function names(kinds: readonly Kind[]): string {
  return list([...new Set(kinds.map(kindName))]);
}
