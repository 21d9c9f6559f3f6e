// Editions in words. What the page has no translation for, an edition says itself.

import { told } from "../i18n/index.svelte";
import type { EditionBrief } from "./protocol";

export function titleOf({ id, title }: Pick<EditionBrief, "id" | "title">): string {
  return told(`edition.${id}`, title || id);
}

export function aboutOf({ id, about }: Pick<EditionBrief, "id" | "about">): string {
  return told(`edition.${id}.about`, about);
}
