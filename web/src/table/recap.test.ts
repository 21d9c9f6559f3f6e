import { expect, test, vi } from "vitest";
import type { Edition, GameEvent } from "../lib/protocol";
import type { LogLine } from "../lib/room.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { colorBefore, hits, scenesOf, signsOf } = await import("./recap");

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

/** A scene in signs: "@1 r+2 > @2 +2 misses". */
const signs = (...events: Partial<GameEvent>[]) =>
  signsOf(scenesOf([moved(1, ...events)], 1)[0]!)
    .map((sign) => {
      if (sign.kind === "face") return `@${sign.seat}`;
      if (sign.kind === "card") return sign.card;
      if (sign.kind === "says") return sign.n === undefined ? sign.key : `+${sign.n}`;
      return sign.kind === "arrow" ? ">" : sign.kind;
    })
    .join(" ");

test("in signs a face stands before all that is its own, and is there once", () => {
  expect(signs(played(1, "r+2"), drew(2), drew(2), { kind: "missed", seat: 2 })).toBe("@1 r+2 > @2 +2 misses");
  expect(signs(played(1, "W"), { kind: "named", seat: 1, word: "blue" })).toBe("@1 W > color");
  expect(signs(drew(1))).toBe("@1 +1");
  expect(signs({ kind: "caught", seat: 3, other: 0 }, drew(3), drew(3))).toBe("@3 stamp.caught > +2");
});

test("a hand that was shown for a challenge is not told card by card, and the cards of a duel are", () => {
  const showed = (seat: number, card: string) => ({ kind: "showed", seat, card });
  const challenge = { kind: "challenged", seat: 2, other: 1, word: "guilty" };
  expect(say([moved(1, played(1, "W+4"), challenge, showed(1, "g3"), showed(1, "g4"), drew(1))])).toEqual([
    "1 played W+4 > 2 challenged guilty, 1 drew ?",
  ]);
  const won = { kind: "won-duel", seat: 1, other: 2 };
  expect(say([moved(1, played(1, "WP"), showed(1, "g3"), showed(2, "g1"), won)])).toEqual([
    "1 played WP > 1 showed g3, 2 showed g1, 1 won-duel",
  ]);
  expect(say([moved(1, played(1, "WM"), showed(1, "g3"), showed(1, "g5"), showed(2, "g1"), won)])).toEqual([
    "1 played WM > 1 won-duel",
  ]);
});
