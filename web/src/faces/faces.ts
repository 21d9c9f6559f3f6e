// All faces by their ids: what a seat shows in place of a number. A server tells ids alone; how one looks, and what
// an id that is not known stands for, is the page's business.

import { CHARACTER_FACES, ROBOT } from "./characters";
import type { Look } from "./look";
import { PEOPLE_FACES } from "./people";

/** The face of bots and programs that have none of their own. */
export const NOBODY = "robot";

/** The ids of the faces that people choose from, in the order in which they are offered. */
export const PEOPLE: readonly string[] = Object.keys(PEOPLE_FACES);

/** The ids of the faces that belong to characters. */
export const CHARACTERS: readonly string[] = Object.keys(CHARACTER_FACES);

const ALL = new Map<string, Look>([...Object.entries({ ...CHARACTER_FACES, ...PEOPLE_FACES }), [NOBODY, ROBOT]]);

/** How a face looks; one that nobody knows looks like nobody's. */
export const lookOf = (id: string): Look => ALL.get(id) ?? ROBOT;
