// What is played: a setting that was chosen, else what a chosen preset says, else the edition's usual one.

import type { Edition } from "./protocol";

export type Settings = Record<string, unknown>;
/** What an edition says about settings. */
export type Usual = Pick<Edition, "settings" | "presets">;

/** The value of a setting. Tables that were made long ago may still name a preset. */
export function settingOf(chosen: Settings, edition: Usual | null, name: string): unknown {
  if (name in chosen) return chosen[name];
  const preset = edition?.presets[String(chosen.preset)] ?? {};
  return name in preset ? preset[name] : edition?.settings[name];
}
