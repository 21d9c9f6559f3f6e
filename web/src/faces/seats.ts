// Which face a seat shows: a character's own, the one that a person chose, or one picked for whoever chose none.

import { CHARACTERS, NOBODY, PEOPLE } from "./faces";

/** What of a table decides who has which face. */
export interface Seated {
  seats: readonly { person: number | null; bot: string | null }[];
  people: readonly { id: number; seat: number | null; program: boolean; face: string }[];
}

/** The id of the face that a seat shows; nobody's for an empty one. */
export function faceOfSeat(table: Seated, seat: number): string {
  const { person = null, bot = null } = table.seats[seat] ?? {};
  if (person !== null) return faceOfPerson(table, person);
  const character = bot?.split("@")[0] ?? "";
  return CHARACTERS.includes(character) ? character : NOBODY;
}

/** The id of the face that a person at the table shows. */
export function faceOfPerson(table: Seated, person: number): string {
  return facesOf(table.people).get(person) ?? NOBODY;
}

/** Whether this is a face that people can choose. */
export const isFace = (id: string) => PEOPLE.includes(id);

/**
 * Everybody has the face of their choice. Whoever chose none, or one that this page does not know, has one that is
 * picked by their number, and that nobody at the table has as long as there are enough; first those who play.
 */
function facesOf(people: Seated["people"]): Map<number, string> {
  const faces = new Map<number, string>();
  const others: Seated["people"][number][] = [];
  for (const one of people) {
    if (one.program) faces.set(one.id, NOBODY);
    else if (isFace(one.face)) faces.set(one.id, one.face);
    else others.push(one);
  }
  const taken = new Set(faces.values());
  others.sort((a, b) => Number(a.seat === null) - Number(b.seat === null) || a.id - b.id);
  for (const { id } of others) {
    const own = (id * STEP) % PEOPLE.length;
    const order = [...PEOPLE.slice(own), ...PEOPLE.slice(0, own)];
    const face = order.find((one) => !taken.has(one)) ?? order[0]!;
    faces.set(id, face);
    taken.add(face);
  }
  return faces;
}

/** People are numbered as they come: so those who come one after the other are not offered neighbours. */
const STEP = 5;
