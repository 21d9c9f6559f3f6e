import { describe, expect, it } from "vitest";
import { NOBODY, PEOPLE } from "./faces";
import { faceOfPerson, faceOfSeat, type Seated } from "./seats";

type Who = string | null | { id: number; face?: string; program?: boolean };

/** A table with a bot, a person, or nobody on each seat, and some who look on. */
function table(seats: Who[], watching: { id: number; face?: string }[] = []): Seated {
  const sitting = seats.flatMap((who, seat) => (who !== null && typeof who === "object" ? [{ ...who, seat }] : []));
  return {
    seats: seats.map((who) => ({
      bot: typeof who === "string" ? who : null,
      person: who !== null && typeof who === "object" ? who.id : null,
    })),
    people: [...sitting, ...watching.map((who) => ({ ...who, seat: null }))].map((who) => ({
      program: false,
      face: "",
      ...who,
    })),
  };
}

const faces = (here: Seated) => here.seats.map((_, seat) => faceOfSeat(here, seat));
const crowd = (count: number, face = "") => Array.from({ length: count }, (_, at) => ({ id: at + 1, face }));

describe("the face of a seat", () => {
  it("is a character's own, at whatever level", () => {
    expect(faces(table(["otto", "pip@expert", "vega@hard"]))).toEqual(["otto", "pip", "vega"]);
  });

  it("is nobody's for bots without a name, programs, and empty seats", () => {
    const here = table(["simple", "medium", "fox", "search@50ms", { id: 3, program: true, face: "fox" }, null]);
    expect(faces(here)).toEqual(here.seats.map(() => NOBODY));
    expect(faceOfSeat(here, 17)).toBe(NOBODY);
  });

  it("is the one that the person chose", () => {
    expect(faces(table([{ id: 1, face: "owl" }, "sol", { id: 2, face: "owl" }]))).toEqual(["owl", "sol", "owl"]);
  });

  it.each(["", "dragon", "pip", NOBODY])("is one of those for people if %o was chosen", (face) => {
    const [own] = faces(table([{ id: 4, face }]));
    expect(PEOPLE).toContain(own);
    expect(faces(table([{ id: 4 }]))).toEqual([own]);
  });

  it("is different for each of as many people as there are faces", () => {
    const here = table(crowd(PEOPLE.length));
    expect(new Set(faces(here)).size).toBe(PEOPLE.length);
  });

  it("is no one's that somebody else chose, as long as there are enough", () => {
    for (const face of PEOPLE) {
      const here = table([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 99, face }]);
      expect(new Set(faces(here)).size).toBe(4);
    }
  });

  it("is different for those who play, however many look on", () => {
    const watching = Array.from({ length: 30 }, (_, at) => ({ id: at + 1 }));
    const here = table(
      Array.from({ length: 10 }, (_, at) => ({ id: 40 + at })),
      watching,
    );
    expect(new Set(faces(here)).size).toBe(10);
    for (const { id } of watching) expect(PEOPLE).toContain(faceOfPerson(here, id));
  });

  it("does not depend on the order in which people are told", () => {
    const here = table([...crowd(6), { id: 9, face: "cat" }]);
    expect(faces({ ...here, people: [...here.people].reverse() })).toEqual(faces(here));
  });

  it("is nobody's for whoever is not at the table", () => {
    expect(faceOfPerson(table(crowd(2)), 7)).toBe(NOBODY);
  });
});
