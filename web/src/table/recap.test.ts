import { expect, test, vi } from "vitest";
import type { Edition, GameEvent } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { colorBefore, hits, scenesOf } = await import("./recap");

let n = 0;
/** What seat `seat` brought about by one move. */
function moved(seat: number, ...events: Partial<GameEvent>[]): LogLine {
  return {
    n: ++n,
    at: 0,
    what: { t: "moved", seat },
    events: events as GameEvent[],
    side: "light",
    mine: 0,
    seats: [],
    by: "",
    person: "",
  };
}

/** Scenes as "1 played r5 > 2 drew ? x2, 2 missed". */
const say = (lines: LogLine[], most = 4) =>
  scenesOf(lines, most).map(({ cause, effects }) => {
    const words = [cause, ...effects].map(({ event: { seat, kind, card, word }, times }) =>
      [seat, kind, card, word, times > 1 && `x${times}`]
        .filter((part) => part !== undefined && part !== false)
        .join(" "),
    );
    return words.length > 1 ? `${words[0]} > ${words.slice(1).join(", ")}` : words[0];
  });

const played = (seat: number, card: string) => ({ kind: "played", seat, card });
const drew = (seat: number, card = "?") => ({ kind: "drew", seat, card });

test("a card that hits the next player is one scene with what it costs", () => {
  const lines = [moved(1, played(1, "r+2"), drew(2), drew(2), { kind: "missed", seat: 2 })];
  expect(say(lines)).toEqual(["1 played r+2 > 2 drew ? x2, 2 missed"]);
});

test("a colour, a challenge and its end belong to the card that they are about", () => {
  const lines = [
    moved(1, played(1, "W+4")),
    moved(1, { kind: "named", seat: 1, word: "blue" }),
    moved(2, { kind: "challenged", seat: 2, other: 1, word: "guilty" }, drew(1), drew(1), drew(1), drew(1)),
  ];
  expect(say(lines)).toEqual(["1 played W+4 > 1 named blue, 2 challenged guilty, 1 drew ? x4"]);
});

test("whoever takes what a card costs begins no scene of the own", () => {
  const lines = [moved(1, played(1, "W+4")), moved(2, { kind: "accepted", seat: 2 }, drew(2), drew(2))];
  expect(say(lines)).toEqual(["1 played W+4 > 2 drew ? x2"]);
});

test("a draw of one's own choice is a scene, also after a new draw pile was made", () => {
  const lines = [
    moved(1, drew(1)),
    moved(2, { kind: "reshuffled", number: 9 }, drew(2)),
    moved(2, { kind: "kept", seat: 2 }),
  ];
  expect(say(lines)).toEqual(["1 drew ?", "2 drew ?"]);
});

test("a call belongs to the card of its player, or stands for itself", () => {
  const call = (seat: number) => moved(seat, { kind: "called", seat });
  expect(say([moved(1, played(1, "r5")), call(1), call(2)])).toEqual(["1 played r5 > 1 called", "2 called"]);
});

test("a jump-in is told with its card, and a catch with what it costs", () => {
  const jump = moved(3, { kind: "jumped", seat: 3, other: 1 }, played(3, "r5"));
  const caught = moved(0, { kind: "caught", seat: 3, other: 0 }, drew(3), drew(3));
  expect(say([jump, caught])).toEqual(["3 played r5 > 3 jumped", "3 caught > 3 drew ? x2"]);
});

test("only the last scenes are told", () => {
  const lines = Array.from({ length: 9 }, (_, i) => moved(i % 3, played(i % 3, `r${i}`)));
  expect(say(lines, 2)).toEqual(["1 played r7", "2 played r8"]);
});

test("a scene hits whoever draws, misses or is caught by somebody else's doing", () => {
  const of = (...events: Partial<GameEvent>[]) => scenesOf([moved(1, ...events)], 1)[0]!;
  expect(hits(of(played(1, "r+2"), drew(0), { kind: "missed", seat: 0 }), 0)).toBe(true);
  expect(hits(of(played(1, "r+2"), drew(0)), 2)).toBe(false);
  expect(hits(of(played(1, "W+4"), { kind: "challenged", seat: 0, other: 1 }, drew(1)), 1)).toBe(false);
  expect(hits(of({ kind: "caught", seat: 0, other: 1 }), 0)).toBe(true);
  expect(hits(of(drew(1)), 1)).toBe(false);
  expect(hits(of(played(1, "r+2"), drew(0)), null)).toBe(false);
});

test("nothing is told of the round before", () => {
  const dealt = { kind: "dealt", number: 7 };
  const lines = [
    moved(1, played(1, "r5"), { kind: "round-won", seat: 1 }),
    moved(-1, dealt, { kind: "turned-up", card: "b3" }),
  ];
  expect(say(lines)).toEqual(["turned-up b3"]);
});

test("the colour before a wild is that of the card below it, or the one that was named for it", () => {
  const printed = { name: "light", colors: ["red", "green"], letters: ["r", "g"], kinds: [] };
  const edition = { faces: [printed] } as unknown as Edition;
  const wild = moved(2, played(2, "W+4"), { kind: "named", seat: 2, word: "red" });
  expect(colorBefore([moved(1, played(1, "g5")), wild], edition)).toBe("green");
  expect(colorBefore([wild, wild], edition)).toBe("red");
  expect(colorBefore([wild], edition)).toBe(null);
});
