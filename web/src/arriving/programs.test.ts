import { expect, test } from "vitest";
import type { PersonInfo, Table } from "../lib/protocol";
import { programAt, socketAddress } from "./programs";

const person = (id: number, program: boolean): PersonInfo => ({
  id,
  name: `P${id}`,
  seat: id,
  present: true,
  ready: true,
  consented: true,
  program,
  tempo: 1,
  face: "",
});
const seat = (person: number | null) => ({ name: "", person, bot: null, stand_in: false });
const table = {
  seats: [seat(1), seat(2), seat(null)],
  people: [person(1, false), person(2, true)],
} as unknown as Table;

test("only a program's seat is a program's", () => {
  expect([0, 1, 2, 7].map((number) => programAt(table, number)?.id)).toEqual([undefined, 2, undefined, undefined]);
});

test("a program opens its socket where the page came from, and as safely", () => {
  expect(socketAddress("K7QM2X", { protocol: "https:", host: "cards.example" })).toBe("wss://cards.example/ws/K7QM2X");
  expect(socketAddress("K7QM2X", { protocol: "http:", host: "localhost:8470" })).toBe("ws://localhost:8470/ws/K7QM2X");
});
