// What a game still waits for. The server decides; this only says it in time.

import type { PersonInfo, Table } from "../lib/protocol";

export interface Missing {
  /** The numbers of seats without a person or bot. */
  empty: number[];
  unready: PersonInfo[];
  unagreed: PersonInfo[];
  nobody: boolean;
}

export function missing(table: Table): Missing {
  const players = table.people.filter((person) => person.seat !== null);
  return {
    empty: table.seats.flatMap((seat, number) => (seat.person === null && seat.bot === null ? [number] : [])),
    unready: players.filter((person) => person.id !== table.host && !person.ready),
    unagreed: table.custom.length ? players.filter((person) => !person.consented) : [],
    nobody: players.every((person) => person.program),
  };
}

/** How many seats are left if the empty ones at the end are given up; null if others are empty, or too few are left. */
export function withoutEmpty(table: Table): number | null {
  const { empty } = missing(table);
  const left = table.seats.length - empty.length;
  return empty.length > 0 && empty[0] === left && left >= 2 ? left : null;
}

/** The seats that somebody who comes in can have, empty ones first. */
export function freeSeats(table: Table): number[] {
  const free = table.seats.flatMap((seat, number) =>
    seat.person === null ? [{ number, bot: seat.bot !== null }] : [],
  );
  return free.sort((a, b) => Number(a.bot) - Number(b.bot) || a.number - b.number).map(({ number }) => number);
}
