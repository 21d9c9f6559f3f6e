import { describe, expect, it } from "vitest";
import { AstrayError, crc32, digestOf, eventOf, Following, stepOf } from "./following";
import type { Line, Table, WireView, WireWelcome } from "./protocol";

/** Makes sure that nothing that was told is ever changed. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const view = (more: Partial<WireView> = {}): WireView => ({
  seat: 1,
  edition: "classic",
  players: 2,
  round: 1,
  dealer: 0,
  turn: 1,
  asks: [1, "play"],
  side: "light",
  direction: "left",
  color: "red",
  discard: ["b2", "r5"],
  draw_size: 91,
  draw_top: null,
  hands: [
    ["?", "?", "?"],
    ["r7", "g4"],
  ],
  scores: [0, 0],
  liable: [],
  called: [],
  hands_open: false,
  penalty: 0,
  until: 0,
  notices: [],
  text: "",
  teller: null,
  round_winner: null,
  round_points: [0, 0],
  winners: [],
  moves: ["play r7", "draw"],
  left: [],
  decision: 8,
  clock: 45000,
  telling: null,
  catching: [],
  ...more,
});

const table = {
  code: "K7QM2X",
  phase: "playing",
  host: 1,
  games: 1,
  commitment: "c0",
  mixes: ["", ""],
} as unknown as Table;

function welcomed(more: Partial<WireWelcome> = {}): Following {
  const following = new Following();
  const message = { v: 2, n: 8, you: 2, fresh: true, past: [], table, view: view(), ...more };
  following.welcome(frozen({ t: "welcome", ...message }));
  return following;
}

const line = (more: Partial<Line> = {}): Line => frozen({ t: "moved", n: 9, at: 1, ...more });

describe("a welcome", () => {
  it("gives the whole view with what follows from it, and the past as lines", () => {
    const told = new Following().welcome({
      t: "welcome",
      v: 2,
      n: 8,
      you: 2,
      fresh: true,
      past: [
        { t: "moved", n: 7, at: 5, seat: 0, how: "bot", events: [["drew", 0, "?"]] },
        { t: "other", n: 8, at: 6 },
      ],
      table,
      view: view(),
    });
    expect(told.view).toMatchObject({ top: "r5", sizes: [3, 2], hand: ["r7", "g4"] });
    expect(told.past).toEqual([
      { n: 7, at: 5, what: { t: "moved", seat: 0, how: "bot" }, events: [{ kind: "drew", seat: 0, card: "?" }] },
      { n: 8, at: 6, events: [] },
    ]);
  });

  it("may have no game", () => {
    expect(welcomed({ view: undefined }).line(line({ t: "said", text: "Hi" }))).toMatchObject({
      view: null,
      seen: false,
      what: { t: "said", text: "Hi" },
    });
  });

  it("without a seat has no own hand", () => {
    const told = welcomed({ view: view({ seat: null }) }).line(line());
    expect(told.view?.hand).toEqual([]);
  });
});

describe("a line", () => {
  it("sets fields and edits lists, and leaves what was told before as it was", () => {
    const following = welcomed();
    const before = following.line(line()).view!;
    const told = following.line(
      line({
        n: 10,
        seat: 1,
        events: [["played", 1, "r7"]],
        set: { turn: 0, asks: [0, "play"], moves: [] },
        edit: { discard: [2, 0, "r7"], "hands.1": [0, 1] },
      }),
    );
    expect(told.view).toMatchObject({
      turn: 0,
      asks: [0, "play"],
      moves: [],
      discard: ["b2", "r5", "r7"],
      hands: [["?", "?", "?"], ["g4"]],
      top: "r7",
      sizes: [3, 1],
      hand: ["g4"],
    });
    expect(told).toMatchObject({ what: { t: "moved", seat: 1 }, events: [{ kind: "played", seat: 1, card: "r7" }] });
    expect(before).toMatchObject({ top: "r5", sizes: [3, 2], hand: ["r7", "g4"], moves: ["play r7", "draw"] });
    expect(before.discard).toEqual(["b2", "r5"]);
    expect(before.hands).toEqual([
      ["?", "?", "?"],
      ["r7", "g4"],
    ]);
  });

  it("replaces in the middle of a list and puts in several", () => {
    const told = welcomed().line(line({ edit: { "hands.0": [1, 1, "b1", "b2"], discard: [0, 2] } }));
    expect(told.view?.hands[0]).toEqual(["?", "b1", "b2", "?"]);
    expect(told.view?.discard).toEqual([]);
  });

  it("begins a decision whenever it says who is asked, also if that is the same as before", () => {
    const following = welcomed();
    expect(following.line(line({ set: { turn: 0 } })).view?.decision).toBe(8);
    expect(following.line(line({ n: 10, set: { asks: [1, "play"] } })).view?.decision).toBe(10);
    expect(following.line(line({ n: 11, edit: { discard: [0, 1] } })).view?.decision).toBe(10);
  });

  it("says whether the clock was told anew", () => {
    const following = welcomed();
    expect(following.line(line({ set: { liable: [0] } }))).toMatchObject({ seen: true, timed: false });
    expect(following.line(line({ n: 10, set: { clock: 45000 } }))).toMatchObject({ seen: true, timed: true });
    expect(following.line(line({ n: 11, set: { clock: null } })).view?.clock).toBe(null);
    expect(following.line(line({ n: 12, view: view() }))).toMatchObject({ seen: true, timed: true });
    expect(following.line(line({ n: 13 }))).toMatchObject({ seen: false, timed: false });
    expect(following.line(line({ n: 14, set: { asks: [1, "play"] } }))).toMatchObject({ seen: true, timed: true });
  });

  it("takes what is new of people, and who is new", () => {
    const following = welcomed();
    following.line(line({ table: { people: [] } }));
    const told = (n: number, people: Line["people"]) => following.line(line({ n, t: "readied", people })).table.people;
    const before = told(10, [{ id: 1, name: "Ann", ready: false }]);
    const after = told(11, [
      { id: 2, name: "Bob" },
      { id: 1, ready: true },
    ]);
    expect(after).toEqual([
      { id: 1, name: "Ann", ready: true },
      { id: 2, name: "Bob" },
    ]);
    expect(before).toEqual([{ id: 1, name: "Ann", ready: false }]);
  });

  it("replaces the whole view", () => {
    const told = welcomed().line(line({ view: view({ round: 2, discard: ["y1"], decision: 9 }) }));
    expect(told.view).toMatchObject({ round: 2, top: "y1", decision: 9 });
  });

  it("changes the table field by field", () => {
    const told = welcomed().line(line({ t: "host-away", table: { host: 2 } }));
    expect(told.table).toEqual({ ...table, host: 2 });
    expect(told.view?.top).toBe("r5");
    expect(table.host).toBe(1);
  });

  it("back to the lobby forgets the game and the shuffle", () => {
    const over = { ...table, phase: "over" as const, secret: "5e", salt: "5a" };
    const told = welcomed({ table: over }).line(
      line({ t: "rematched", table: { phase: "lobby", commitment: "c1", people: [] } }),
    );
    expect(told.view).toBe(null);
    expect(told.table).toEqual({ code: "K7QM2X", phase: "lobby", host: 1, games: 1, commitment: "c1", people: [] });
  });

  it("that is nobody else's business only counts", () => {
    const told = welcomed().line(line({ t: "other" }));
    expect(told.what).toBe(undefined);
    expect(told.n).toBe(9);
  });
});

describe("what does not fit", () => {
  it("is a gap, a change of nothing, or a change of no list", () => {
    expect(() => welcomed().line(line({ n: 10 }))).toThrow(AstrayError);
    expect(() => new Following().line(line())).toThrow(AstrayError);
    expect(() => welcomed({ view: undefined }).line(line({ set: { turn: 0 } }))).toThrow(AstrayError);
    expect(() => welcomed().line(line({ edit: { "hands.7": [0, 1] } }))).toThrow(AstrayError);
    expect(() => welcomed().line(line({ edit: { turn: [0, 1] } }))).toThrow(AstrayError);
  });

  it("ends the following until the next welcome", () => {
    const following = welcomed();
    expect(() => following.line(line({ n: 12 }))).toThrow(AstrayError);
    expect(following.going).toBe(false);
    following.welcome({ t: "welcome", v: 2, n: 12, you: 2, fresh: true, past: [], table, view: view() });
    expect(following.going).toBe(true);
    expect(following.line(line({ n: 13 })).view?.top).toBe("r5");
  });
});

describe("the digest", () => {
  it("is zlib's CRC-32", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array())).toBe(0);
  });

  it("leaves out the clock and what is read out of the rest, and does not depend on the order", () => {
    const one = welcomed().line(line()).view!;
    const reversed = Object.fromEntries(Object.entries({ ...view({ clock: 3 }) }).reverse()) as unknown as WireView;
    const other = welcomed({ view: reversed }).line(line()).view!;
    expect(digestOf(one)).toBe(DIGEST);
    expect(digestOf(other)).toBe(DIGEST);
    expect(digestOf({ ...one, text: "Straße 🂡" })).toBe(DIGEST_WITH_WORDS);
  });

  it("must be that of the server, in a welcome and after a line", () => {
    expect(welcomed({ check: DIGEST }).line(line({ check: DIGEST })).view).not.toBe(null);
    expect(() => welcomed({ check: DIGEST + 1 })).toThrow(AstrayError);
    expect(() => welcomed().line(line({ set: { turn: 0 }, check: DIGEST }))).toThrow(AstrayError);
    expect(() => welcomed({ view: undefined }).line(line({ check: DIGEST }))).toThrow(AstrayError);
  });
});

/** Both from Python: zlib.crc32 of json.dumps(sorted(view.items()), separators=(",", ":"), ensure_ascii=False) */
const DIGEST = 3646699776;
const DIGEST_WITH_WORDS = 3934185427;

describe("events", () => {
  it("have what they have", () => {
    expect(eventOf(["missed", 2])).toEqual({ kind: "missed", seat: 2 });
    expect(eventOf(["dealt", null, null, null, 7])).toEqual({ kind: "dealt", number: 7 });
    expect(eventOf(["named", 0, null, null, null, "red"])).toEqual({ kind: "named", seat: 0, word: "red" });
    expect(eventOf(["gave", 0, "r7", 1])).toEqual({ kind: "gave", seat: 0, card: "r7", other: 1 });
  });

  it("of a replay come with a whole view", () => {
    const step = stepOf({ seat: 0, move: "draw", how: "bot", at: 4, events: [["drew", 0, "?"]], view: view() });
    expect(step.events).toEqual([{ kind: "drew", seat: 0, card: "?" }]);
    expect(step.view).toMatchObject({ top: "r5", sizes: [3, 2], hand: ["r7", "g4"] });
    expect(stepOf({ seat: 0, move: "draw", how: "bot", at: 4, view: view() }).events).toEqual([]);
  });
});
