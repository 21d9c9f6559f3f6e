// Which room the page is in: day, dusk or night. The dark side of the cards is always night.

import { prefer } from "./preferences.svelte";

const darkScreen = matchMedia("(prefers-color-scheme: dark)");

class RoomLight {
  /** The side of the cards on the table, if there is one. */
  side = $state<"light" | "dark">("light");
  #dark = $state(darkScreen.matches);

  constructor() {
    darkScreen.addEventListener("change", () => (this.#dark = darkScreen.matches));
  }

  get room(): "day" | "dusk" | "night" {
    return this.of(this.side);
  }

  /** The room for a side of the cards. */
  of(side: "light" | "dark"): "day" | "dusk" | "night" {
    if (side === "dark") return "night";
    const dark = prefer.theme === "dark" || (prefer.theme === "system" && this.#dark);
    return dark ? "dusk" : "day";
  }
}

export const roomLight = new RoomLight();
