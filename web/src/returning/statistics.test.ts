import { describe, expect, it } from "vitest";
import { counted, exported, MOST_LAST, nemesis, nothing, read, seen, totals, type Statistics } from "./statistics";

const game = (number: number, won: boolean, lostTo: string[] = [], edition = "classic") => ({
  key: `K7QM2X.${number}`,
  at: 1000 * number,
  edition,
  won,
  lostTo,
});

/** Plays games to their end, one after the other; each was seen before. */
function played(games: ReturnType<typeof game>[], before: Statistics = nothing(), behind = 0): Statistics {
  return games.reduce((kept, one) => counted(seen(kept, { key: one.key, behind }), one), before);
}

describe("counting", () => {
  it("adds up games, wins and streaks, by edition", () => {
    const kept = played([game(1, true), game(2, true), game(3, false, ["otto"], "flip"), game(4, true)]);
    expect(totals(kept)).toEqual({ games: 4, wins: 3 });
    expect([kept.streak, kept.longest]).toEqual([1, 2]);
    expect(kept.editions.flip).toEqual({ games: 1, wins: 0, lostTo: { otto: 1 } });
    expect(kept.last.map(({ won }) => won)).toEqual([true, true, false, true]);
  });

  it("counts no game twice", () => {
    const once = played([game(1, true)]);
    expect(counted(once, game(1, true))).toBe(once);
    expect(played([game(1, true)], once)).toBe(once);
  });

  it("counts no game that was not seen while it was played", () => {
    const none = nothing();
    expect(counted(none, game(1, true))).toBe(none);
  });

  it("keeps the largest deficit that was overcome, of games that were won", () => {
    const key = "K7QM2X.1";
    let kept = [20, 90, 40].reduce((before, behind) => seen(before, { key, behind }), nothing());
    expect(kept.going).toEqual([{ key, behind: 90 }]);
    kept = counted(kept, game(1, true));
    expect(kept.comeback).toEqual({ points: 90, edition: "classic" });
    kept = played([game(2, false)], kept, 300);
    expect(kept.comeback?.points).toBe(90);
    expect(played([game(3, true)], kept, 50).comeback?.points).toBe(90);
    expect(played([game(4, true, [], "flip")], kept, 91).comeback).toEqual({ points: 91, edition: "flip" });
  });

  it("remembers who won what was lost, and nobody of what was won", () => {
    const kept = played([
      game(1, false, ["otto"]),
      game(2, false, ["otto", "fern"]),
      game(3, true, ["pip"]),
      game(4, false, ["fern"], "flip"),
      game(5, false, ["fern"], "flip"),
    ]);
    expect(nemesis(Object.values(kept.editions))).toEqual({ who: "fern", times: 3 });
    expect(nemesis([kept.editions.classic!])).toEqual({ who: "otto", times: 2 });
    expect(nemesis([])).toBeNull();
  });

  it("stays small, however much is played", () => {
    let kept = played(Array.from({ length: 500 }, (_, number) => game(number, number % 3 === 0)));
    for (let number = 0; number < 500; number++) kept = seen(kept, { key: `AAAAAA.${number}`, behind: 1 });
    expect(totals(kept).games).toBe(500);
    expect(kept.last).toHaveLength(MOST_LAST);
    expect(JSON.stringify(kept).length).toBeLessThan(8000);
    expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });
});

describe("reading what the browser keeps", () => {
  it("begins anew where there is nothing that can be read", () => {
    for (const broken of [null, undefined, 7, "games", [], {}, { version: "1" }, { version: 0 }, { version: -1 }])
      expect(read(broken)).toEqual(nothing());
  });

  it("leaves alone what a newer page has written", () => {
    expect(read({ version: 2, editions: "something else" })).toBeNull();
  });

  it("takes what is right and drops what is broken", () => {
    const found = read({
      version: 1,
      editions: { classic: { games: 3, wins: 9, lostTo: { otto: 2, fern: "x" } }, flip: null, "": { games: 1 } },
      streak: 4,
      longest: "many",
      comeback: { points: -5, edition: "classic" },
      last: [
        { key: "A.1", at: 4, edition: "classic", won: false },
        { key: "A.1", at: 5, edition: "classic", won: true },
        { key: 7 },
        null,
        "x",
      ],
      going: [{ key: "A.2", behind: Infinity }, {}],
    });
    expect(found).toEqual({
      version: 1,
      editions: {
        classic: { games: 3, wins: 3, lostTo: { otto: 2, fern: 0 } },
        flip: { games: 0, wins: 0, lostTo: {} },
      },
      streak: 4,
      longest: 4,
      comeback: null,
      last: [{ key: "A.1", at: 5, edition: "classic", won: true }],
      going: [{ key: "A.2", behind: 0 }],
    });
  });

  it("takes no more of it than it would write", () => {
    const editions = Object.fromEntries(Array.from({ length: 5000 }, (_, number) => [`e${number}`, { games: 1 }]));
    const last = Array.from({ length: 5000 }, (_, number) => ({ key: `A.${number}`, at: 0, edition: "x", won: true }));
    const found = read({ version: 1, editions, last, going: last });
    expect(JSON.stringify(found).length).toBeLessThan(20_000);
  });

  it("is not fooled by names that mean something to the language", () => {
    const found = read(
      JSON.parse('{"version": 1, "editions": {"__proto__": {"games": 5}, "constructor": {"games": 1}}}'),
    );
    expect(totals(found!)).toEqual({ games: 1, wins: 0 });
    const kept = played([game(1, false, ["toString"], "constructor"), game(2, true, [], "constructor")]);
    expect(kept.editions.constructor).toEqual({ games: 2, wins: 1, lostTo: { toString: 1 } });
  });
});

it("is taken along without games that still go on", () => {
  const kept = seen(played([game(1, true)]), { key: "A.9", behind: 0 });
  const file = JSON.parse(exported(kept)) as Record<string, unknown>;
  expect(file).toMatchObject({ what: "Last Card statistics", version: 1, streak: 1, last: [{ key: "K7QM2X.1" }] });
  expect(file).not.toHaveProperty("going");
});
