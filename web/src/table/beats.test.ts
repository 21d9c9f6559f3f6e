import { expect, test, vi } from "vitest";
import type { GameEvent, View } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { beatsOf, lastStamps, LAST, PLAY } = await import("./beats");
type Beat = ReturnType<typeof beatsOf>[number];
type Flight = Extract<Beat, { do: "fly" }>;

const table = (more: Partial<View> = {}): View =>
  ({
    players: 4,
    dealer: 0,
    seat: 0,
    side: "light",
    turn: 1,
    winners: [],
    hands: [["r1", "r2"], ["?", "?", "?"], ["?"], ["?"]],
    ...more,
  }) as unknown as View;

const beats = (...events: Partial<GameEvent>[]) => beatsOf(events as GameEvent[], table(), table());
const flights = (all: readonly Beat[]) => all.filter((beat): beat is Flight => beat.do === "fly");
const ways = (all: readonly Beat[]) => flights(all).map(({ from, to }) => `${from} to ${to}`);
const stamps = (all: readonly Beat[]) =>
  all.flatMap((beat) => (beat.do === "stamp" ? [`${beat.seat}: ${beat.text}`] : []));
const last = (all: readonly Beat[]) => lastStamps(all).map(({ seat, text }) => `${seat}: ${text}`);
const played = (seat: number, card = "r5") => ({ kind: "played", seat, card });
const drew = (seat: number, card = "?") => ({ kind: "drew", seat, card });

test("cards are dealt one by one from the dealer's left, and then one is turned up", () => {
  const all = flights(beats({ kind: "dealt", number: 7 }, { kind: "turned-up", card: "r5" }));
  expect(all).toHaveLength(29);
  expect(ways(all).slice(0, 5)).toEqual(["draw to 1", "draw to 2", "draw to 3", "draw to 0", "draw to 1"]);
  expect(all.slice(0, 3).map(({ at }) => at)).toEqual([0, 45, 90]);
  expect(all.slice(0, 28).every(({ card }) => card === "?")).toBe(true);
  expect(all.at(-1)).toMatchObject({ from: "draw", to: "discard", brings: "top", card: "r5" });
});

test("of a full table fewer cards are seen flying, and all of them arrive", () => {
  const full = table({ players: 10 });
  const all = flights(beatsOf([{ kind: "dealt", number: 7 }], null, full));
  expect(all).toHaveLength(30);
  expect(all.filter(({ to }) => to === 4).map(({ brings }) => brings)).toEqual([
    [0, 2],
    [2, 4],
    [4, 7],
  ]);
});

test("a deal after a round on the dark side forgets what was before it", () => {
  const all = beatsOf(
    [
      { kind: "dealer", seat: 2 },
      { kind: "dealt", number: 7 },
    ],
    table({ side: "dark" }),
    table(),
  );
  expect(flights(all).every(({ side }) => side === "light")).toBe(true);
});

test("what a card costs comes when it has landed, 70 milliseconds apart, and is counted at the face", () => {
  const all = beats(played(1), drew(2), drew(2), { kind: "missed", seat: 2 });
  const [laid, ...drawn] = flights(all);
  expect(laid).toMatchObject({ at: 0, lasts: PLAY, from: 1, to: "discard" });
  expect(drawn.map(({ at }) => at)).toEqual([320, 390]);
  expect(stamps(all)).toEqual(["2: +1", "2: +2", "2: +2 turn missed"]);
  expect(all.filter((beat) => beat.do === "shake")).toEqual([{ do: "shake", at: 460, seat: 2 }]);
});

test("nobody is hit who draws by choice, and a call is not counted over", () => {
  expect(stamps(beats(drew(1)))).toEqual([]);
  expect(last(beats({ kind: "called", seat: 1 }, drew(1), drew(1)))).toEqual(["1: UNO!"]);
});

test("whoever is caught reads so, and then how many cards it costs", () => {
  const all = beats({ kind: "caught", seat: 3, other: 0 }, drew(3), drew(3));
  expect(stamps(all)).toEqual(["3: Caught!", "3: Caught! +1", "3: Caught! +2"]);
});

test("of a hundred cards a dozen fly, and all are counted", () => {
  const all = beats(played(1), ...Array.from({ length: 100 }, () => drew(2)));
  expect(ways(all).filter((way) => way === "draw to 2")).toHaveLength(12);
  expect(last(all)).toEqual(["2: +100"]);
});

test("a challenged hand opens to who was shown it, is judged, and then costs", () => {
  const guilty = { kind: "challenged", seat: 0, other: 1, word: "guilty" };
  const open = beats(guilty, { kind: "showed", seat: 1, card: "g3" }, drew(1), drew(1));
  const [shown] = open.filter((beat) => beat.do === "show");
  expect(shown?.hands).toEqual([{ seat: 1, cards: ["g3"], verdict: "A bluff!", tone: "bad" }]);
  expect(flights(open)[0]!.at).toBeGreaterThan(shown!.at + 500);
  expect(last(open)).toEqual(["1: A bluff! +2"]);
  const [hidden] = beats({ ...guilty, word: "innocent" }).filter((beat) => beat.do === "show");
  expect(hidden?.hands[0]).toMatchObject({ cards: ["?", "?", "?"], verdict: "No bluff" });
});

test("of a duel both cards are shown, and who wins", () => {
  const all = beats(
    { kind: "showed", seat: 1, card: "g3" },
    { kind: "showed", seat: 2, card: "b9" },
    { kind: "won-duel", seat: 2, other: 1 },
  );
  const [shown] = all.filter((beat) => beat.do === "show");
  expect(shown?.hands.map(({ seat, cards, verdict }) => [seat, cards, verdict])).toEqual([
    [2, ["b9"], "Winner!"],
    [1, ["g3"], ""],
  ]);
});

test("hands change places, and move on the way that play runs", () => {
  expect(new Set(ways(beats({ kind: "swapped", seat: 0, other: 1 })))).toEqual(new Set(["0 to 1", "1 to 0"]));
  const left = ways(beats({ kind: "hands-moved", seat: 0, word: "left" }));
  expect(new Set(left)).toEqual(new Set(["0 to 1", "1 to 2", "2 to 3", "3 to 0"]));
  const right = ways(beats({ kind: "hands-moved", seat: 0, word: "right" }));
  expect(new Set(right)).toEqual(new Set(["0 to 3", "1 to 0", "2 to 1", "3 to 2"]));
});

test("whoever jumps in leaps, and the card flies high", () => {
  const all = beats({ kind: "jumped", seat: 3, other: 1 }, played(3));
  expect(all).toContainEqual({ do: "leap", at: 0, seat: 3 });
  expect(flights(all)[0]!.high).toBe(true);
});

test("a direction is swept and a colour wiped when the card has landed", () => {
  expect(beats(played(1), { kind: "direction", seat: 1, word: "right" })).toContainEqual({ do: "sweep", at: 320 });
  const named = beats({ kind: "named", seat: 1, word: "blue" });
  expect(named).toContainEqual({ do: "wipe", at: 0 });
  expect(named).toContainEqual(expect.objectContaining({ do: "stamp", text: "blue", color: "blue" }));
});

test("the last card flies slowly, and then paper flies where the winner sits", () => {
  const all = beats(played(2), { kind: "round-won", seat: 2, number: 30 });
  expect(flights(all)[0]!.lasts).toBe(LAST);
  expect(all).toContainEqual({ do: "confetti", at: LAST * 0.8, seat: 2, game: false });
});

test("every beat has a caption for whoever wants no motion", () => {
  const told: [Partial<GameEvent>, string][] = [
    [{ kind: "direction", seat: 1, word: "left" }, "1: The other way!"],
    [{ kind: "flipped", seat: 1, word: "dark" }, "1: Everything flips!"],
    [{ kind: "swapped", seat: 1, other: 2 }, "1: hands swapped"],
    [{ kind: "hands-moved", seat: 1, word: "left" }, "1: All hands move on!"],
    [{ kind: "missed", seat: 1 }, "1: turn missed"],
    [{ kind: "again", seat: 1 }, "1: once more!"],
    [{ kind: "jumped", seat: 1, other: 2 }, "1: Jump-in!"],
    [{ kind: "called", seat: 1 }, "1: UNO!"],
    [{ kind: "voted", seat: 1, word: "yes" }, "1: Yes"],
    [{ kind: "vote-result", seat: 2, word: "no" }, "1: The vote: no"],
    [{ kind: "dared", seat: 1, word: "sing" }, "1: dare taken"],
    [{ kind: "chickened", seat: 1, word: "sing" }, "1: chickened out"],
    [{ kind: "round-won", seat: 1, number: 0 }, "1: Out of cards!"],
  ];
  for (const [event, says] of told) expect(last(beats(event))[0]).toBe(says);
});
