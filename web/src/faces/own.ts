// The face that this browser's player has chosen.

import { prefer } from "../lib/preferences.svelte";
import { isFace } from "./seats";

/** Its id; "" if none was chosen, or if it is a face no more. */
export const ownFace = () => (isFace(prefer.face) ? prefer.face : "");
