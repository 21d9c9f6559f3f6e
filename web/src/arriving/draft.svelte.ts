// A table as its host imagines it: what the form shows and what is sent. Only what was chosen is kept, so a choice
// survives a look at another edition.

import { t } from "../i18n/index.svelte";
import { edition as loadEdition, Refusal } from "../lib/http";
import type { Edition, Options, Table, WrittenRule } from "../lib/protocol";
import { settingOf } from "../lib/setting";
import { differing } from "./differing";
import { keptHouseRules } from "./house";
import { rulesOf, slotOf, type Slot } from "./slots";

export const USUAL_OPTIONS: Options = {
  clock: 45,
  uno_grace: 1,
  away_grace: 60,
  watching: "public",
  delay: 120,
  pace: 1,
  program_time: 5,
  deal_after: null,
};

export class Draft {
  edition = $state("");
  seats = $state(4);
  public = $state(false);
  /** The level of the bots on the other seats; null leaves the seats to friends. */
  fill = $state<string | null>(null);
  options = $state<Options>({ ...USUAL_OPTIONS });
  slots = $state<Slot[]>([]);
  /** The edition with all its cards and usual settings, once it is here. */
  about = $state.raw<Edition | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  #chosen = $state<Record<string, unknown>>({});
  #written: readonly WrittenRule[] = [];

  constructor(edition: string, table?: Table) {
    if (table) {
      const { seats, options, settings } = table.setup;
      this.seats = seats;
      this.public = table.setup.public;
      this.options = { ...USUAL_OPTIONS, ...options };
      this.#chosen = { ...settings };
      this.#written = table.custom;
    } else {
      this.#chosen = keptHouseRules();
    }
    void this.choose(edition);
  }

  async choose(edition: string): Promise<void> {
    if (edition === this.edition && this.about) return;
    this.edition = edition;
    this.refusal = null;
    try {
      const about = await loadEdition(edition);
      if (this.edition === edition) this.#take(about);
    } catch (error) {
      this.refusal = error as Refusal;
    }
  }

  #take(about: Edition): void {
    this.about = about;
    const rules = (this.#chosen.custom ?? about.settings.custom ?? []) as string[];
    if (about.custom_slots && this.slots.length !== about.custom_slots) {
      this.slots = Array.from({ length: about.custom_slots }, (_, place) =>
        slotOf(rules[place], about.suggested, this.#written[place]),
      );
    }
  }

  /** Whether the chosen edition has a setting. */
  has(name: string): boolean {
    return this.about !== null && name in this.about.settings;
  }

  get twoSided(): boolean {
    return (this.about?.faces.length ?? 1) > 1;
  }

  value(name: string): unknown {
    return settingOf(this.#chosen, this.about, name);
  }

  set(name: string, value: unknown): void {
    this.#chosen[name] = value;
  }

  /** The seat that deals first; null if the players draw for it, or there are too few seats for the chosen one. */
  get dealer(): number | null {
    const seat = this.value("dealer");
    return typeof seat === "number" && seat < this.seats ? seat : null;
  }

  /** Why this can't be played, in words; empty if it can. */
  get flaw(): string {
    const alone = this.value("teams") === true && this.about !== null && !this.about.teams.includes(this.seats);
    return alone ? t("house.teams.need", { count: this.seats }) : "";
  }

  /** What the server is told: only what differs from the usual. */
  get setup(): Record<string, unknown> {
    const usual = this.about?.settings ?? {};
    const chosen = {
      ...Object.fromEntries(Object.keys(usual).map((name) => [name, $state.snapshot(this.value(name))])),
      dealer: this.dealer,
      ...(this.slots.length && { custom: rulesOf(this.slots) }),
    };
    return {
      edition: this.edition,
      seats: this.seats,
      public: this.public,
      settings: differing(chosen, usual),
      options: differing({ ...$state.snapshot(this.options) }, { ...USUAL_OPTIONS }),
    };
  }
}
