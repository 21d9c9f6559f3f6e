// Keyboard shortcuts of the table. They press the buttons that are there, so they can do nothing that a click can't.

import { prefer } from "../lib/preferences.svelte";
import { open } from "../lib/windows.svelte";

/** The first of them on the table itself: while it turns over, a picture of it lies on the other side. */
const find = <T extends HTMLElement>(selector: string): T | undefined =>
  [...document.querySelectorAll<T>(selector)].find((one) => !one.closest("[inert]"));

const press = (selector: string): boolean => {
  const button = find<HTMLButtonElement>(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
};

const focus = (selector: string): boolean => {
  const target = find(selector);
  target?.focus();
  return target !== undefined;
};

/** Opens log and talk, unless they are open. */
const talk = (): boolean => find(".talk-button[aria-expanded=true]") !== undefined || press(".talk-button");

const KEYS: Record<string, () => boolean> = {
  y: () => press("[data-key=confirm]"),
  d: () => press("[data-key=draw]"),
  k: () => press("[data-key=pass], [data-key=done], [data-key=silent]"),
  u: () => press(".shout .uno"),
  c: () => press(".shout button:not(.uno)"),
  j: () => press("[data-anchor=hand] .jump button"),
  h: () => focus("[data-anchor=hand] .can") || focus("[data-anchor=hand] button"),
  s: () => press(".sort"),
  l: () => talk() && focus("[role=log]"),
  t: () => talk() && focus("#say"),
  "?": () => (open("shortcuts"), true),
  Escape: () => press("[data-key=undo]"),
};

/** Listens for shortcuts; gives back how to stop. */
export function shortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.repeat ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target)
    )
      return;
    if (!prefer.shortcuts && event.key !== "Escape") return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = /^[1-9]$/.test(key) ? press(`.option:nth-child(${key})`) : KEYS[key]?.();
    if (done) event.preventDefault();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return element?.closest?.("input, textarea, select, dialog") != null;
}
