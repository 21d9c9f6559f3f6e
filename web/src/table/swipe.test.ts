import { describe, expect, it } from "vitest";
import { hanging, isFar, moved, pressed, PULL, REST, SLOP, type Held, type Point, type Swipe } from "./swipe";

/** Cards of 40 pixels, side by side. */
const under = ({ x }: Point) => `card ${Math.floor(x / 40)}`;
const START = { x: 100, y: 600 };

function stroke(way: readonly [number, number][], touch = true, scrolls = false): Swipe {
  return way.reduce<Swipe>(
    (swipe, [x, y]) => moved(swipe, { x: START.x + x, y: START.y + y }, under),
    pressed("card 2", START, touch, scrolls),
  );
}

describe("a finger on the hand", () => {
  it("that trembles still presses", () => {
    expect(
      stroke([
        [SLOP - 2, 0],
        [0, 2 - SLOP],
        [0, 0],
      ]).phase,
    ).toBe("press");
  });

  it("that moves up takes the card, and plays it only from far above", () => {
    const lifted = stroke([
      [1, -12],
      [3, -30],
    ]);
    expect(lifted).toMatchObject({ phase: "drag", card: "card 2" });
    expect(isFar(lifted, 100)).toBe(false);
    expect(
      isFar(
        stroke([
          [1, -12],
          [3, -61],
        ]),
        100,
      ),
    ).toBe(true);
    expect(
      isFar(
        stroke([
          [1, -12],
          [3, -61],
          [3, -20],
        ]),
        100,
      ),
    ).toBe(false);
  });

  it("that moves sideways looks at one card after the other and takes none", () => {
    const swipe = stroke([
      [12, 2],
      [45, -4],
      [85, 3],
    ]);
    expect(swipe).toMatchObject({ phase: "slide", card: "card 4" });
    expect(isFar(swipe, 100)).toBe(false);
  });

  it("that moves up after sliding takes the card that was looked at last", () => {
    const swipe = stroke([
      [12, 0],
      [85, 0],
      [87, -10],
      [95, -PULL - 1],
      [140, -90],
    ]);
    expect(swipe).toMatchObject({ phase: "drag", card: "card 4" });
    expect(isFar(swipe, 100)).toBe(true);
  });

  it("that slides slowly upwards aslant only looks", () => {
    expect(stroke(Array.from({ length: 40 }, (_, i) => [10 + i * 2, -i * 2])).phase).toBe("slide");
  });

  it("that moves down looks, and takes a card only by moving up again", () => {
    expect(stroke([[0, 20]]).phase).toBe("slide");
    expect(
      stroke([
        [0, 20],
        [0, 20 - PULL],
      ]).phase,
    ).toBe("drag");
  });

  it("leaves moving up and down to a hand that scrolls, but not what comes after moving sideways", () => {
    expect(stroke([[2, -15]], true, true)).toBe(REST);
    expect(stroke([[2, 15]], true, true)).toBe(REST);
    expect(
      stroke(
        [
          [2, 15],
          [90, 15],
        ],
        true,
        true,
      ),
    ).toBe(REST);
    expect(
      stroke(
        [
          [15, 2],
          [16, -30],
        ],
        true,
        true,
      ).phase,
    ).toBe("drag");
  });
});

describe("a mouse on the hand", () => {
  it.each([
    [0, -20],
    [20, 0],
    [0, 20],
  ] as const)("takes the card along, whether it moves by %i, %i", (x, y) => {
    expect(stroke([[x, y]], false, true)).toMatchObject({ phase: "drag", card: "card 2" });
  });
});

describe("a card in the air", () => {
  const lay = { left: 80, top: 580, width: 60 };
  const held = (x: number, y: number, touch: boolean) =>
    hanging({ phase: "drag", card: "", from: START, at: { x, y }, touch } as Held, lay, { width: 360 });

  it("stays under a mouse where it was taken", () => {
    expect(held(110, 570, false)).toEqual({ left: 90, top: 550, width: 60 });
  });

  it("hangs above a finger, large enough to be read", () => {
    const { left, top, width } = held(180, 600, true);
    expect(width).toBeGreaterThanOrEqual(100);
    expect(left + width / 2).toBe(180);
    expect(top + width * 1.5).toBeLessThan(600 - 20);
  });

  it.each([0, 360])("is never off the screen: finger at %i", (x) => {
    const { left, top, width } = held(x, 40, true);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(360);
    expect(top).toBeGreaterThanOrEqual(0);
  });

  it("is large where cards are large anyway", () => {
    expect(
      hanging({ phase: "slide", card: "", from: START, at: START, touch: true }, { ...lay, width: 120 }, { width: 900 })
        .width,
    ).toBe(180);
  });
});
