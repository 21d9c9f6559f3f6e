// The memory of the guide, apart from it so that the preferences can clear it.

import { preferences } from "../lib/preferences.svelte";
import { forget } from "../lib/storage";

/** Where the browser keeps which hints were given. */
export const GIVEN = "lastcard.guide";

export function guideAgain(): void {
  forget(GIVEN);
  preferences.set("guide", "");
}
