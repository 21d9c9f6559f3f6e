import { expect, test } from "vitest";
import type { PersonInfo, SeatInfo, Table } from "../lib/protocol";
import { freeSeats, missing, withoutEmpty } from "./missing";

const person = (id: number, seat: number | null, more: Partial<PersonInfo> = {}): PersonInfo => ({
  id,
  name: `P${id}`,
  seat,
  present: true,
  ready: false,
  consented: false,
  program: false,
  tempo: 1,
  face: "",
  ...more,
});
const of = (seats: (number | "bot" | null)[], people: PersonInfo[], custom: Table["custom"] = []): Table => ({
  code: "K7QM2X",
  phase: "lobby",
  host: 1,
  rules: 1,
  custom,
  games: 0,
  commitment: "",
  again: false,
  daily: null,
  tempo: 1,
  held: [],
  setup: {
    edition: "classic",
    settings: {},
    seats: seats.length,
    public: false,
    options: {
      clock: 45,
      uno_grace: 1,
      away_grace: 60,
      watching: "public",
      delay: 120,
      pace: 1,
      program_time: 5,
      deal_after: null,
    },
  },
  seats: seats.map((who): SeatInfo => ({
    name: "",
    person: typeof who === "number" ? who : null,
    bot: who === "bot" ? "casual" : null,
    stand_in: false,
  })),
  people,
});

test("a game waits for empty seats and guests who are not ready, but not for the host", () => {
  const { empty, unready, unagreed } = missing(of([1, 2, null], [person(1, 0), person(2, 1)]));
  expect(empty).toEqual([2]);
  expect(unready.map(({ id }) => id)).toEqual([2]);
  expect(unagreed).toEqual([]);
});

test("with rules on Customizable cards every player must agree, but nobody who looks on", () => {
  const table = of([1, "bot"], [person(1, 0), person(2, null)], [{ rule: "custom-4", says: "" }]);
  expect(missing(table).unagreed.map(({ id }) => id)).toEqual([1]);
});

test("empty seats can be given up if they are the last ones and two are left", () => {
  expect(withoutEmpty(of([1, 2, null, null], [person(1, 0), person(2, 1)]))).toBe(2);
  expect(withoutEmpty(of([1, null, 2], [person(1, 0), person(2, 2)]))).toBeNull();
  expect(withoutEmpty(of([1, null], [person(1, 0)]))).toBeNull();
  expect(withoutEmpty(of([1, "bot"], [person(1, 0)]))).toBeNull();
});

test("somebody who comes in gets an empty seat before that of a bot", () => {
  expect(freeSeats(of([1, "bot", null], [person(1, 0)]))).toEqual([2, 1]);
});

test("a program counts as no person who plays, and its seat is not to be had", () => {
  const program = person(2, 1, { program: true, ready: true, consented: true });
  expect(missing(of(["bot", 2], [person(1, null), program])).nobody).toBe(true);
  expect(missing(of([1, 2], [person(1, 0), program])).nobody).toBe(false);
  expect(freeSeats(of(["bot", 2], [person(1, null), program]))).toEqual([0]);
});
