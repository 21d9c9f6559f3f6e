import { afterEach, describe, expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { LANGUAGES, speaking } = await import("../i18n/index.svelte");
const { begin, percent, playerKey, shapesOf, shareText, standing } = await import("./daily");
const { keepSeat, keptSeat } = await import("../lib/storage");
const { dayWords } = await import("./times");

const deal = { day: "2026-11-19", count: 15 };
const result = { lead: 132, points: 212, rounds: [0, 2, null, 0], place: 5, better: 10 };
const LINK = "https://cards.example/daily";

async function inLanguage(language: string): Promise<void> {
  speaking.language = language;
  speaking.catalogue = (await LANGUAGES[language]!.load()).default;
}

afterEach(() => inLanguage("en"));

describe("the text for others", () => {
  it("says how it went, and nothing of the cards", () => {
    expect(shareText(deal, result, LINK)).toBe(
      [
        "Last Card, daily deal 2026-11-19",
        "Won: 212 points, 4 rounds. Better than 71\u00a0% of 14 others.",
        "◆ ◇ · ◆",
        LINK,
      ].join("\n"),
    );
  });

  it("compares with nobody where nobody else played", () => {
    const text = shareText({ ...deal, count: 1 }, { ...result, lead: -5, points: 1, rounds: [1] }, LINK);
    expect(text.split("\n").slice(1, 3)).toEqual(["Lost: 1 point, 1 round.", "◇"]);
  });

  it.each(Object.keys(LANGUAGES))("has all figures in %s, and no place left open", async (language) => {
    await inLanguage(language);
    const text = shareText(deal, result, LINK);
    for (const figure of ["2026-11-19", "212", "4", "71", "14", "◆ ◇ · ◆", LINK]) expect(text).toContain(figure);
    expect(text).not.toMatch(/[{}]/);
  });
});

it("counts those who did worse among all others", () => {
  expect([percent({ better: 0 }, 2), percent({ better: 1 }, 2), percent({ better: 0 }, 1)]).toEqual([0, 100, null]);
  expect(percent({ better: 999 }, 1001)).toBe(99); // and not all of them
  expect(shapesOf([])).toBe("");
});

it("is known again by a key that never stands in an address", async () => {
  const asked: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push([path, init]);
    return new Response(JSON.stringify({ table: "K7QM2X", token: "t" }), { status: 201 });
  });
  expect(playerKey()).toBeNull();
  await standing();
  expect(asked[0]![1].headers).toEqual({});
  await begin();
  const key = playerKey()!;
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.parse(asked[1]![1].body as string)).toMatchObject({ player: key });
  keepSeat("K7QM2X", { ...keptSeat("K7QM2X")!, dealt: ["r5"] });
  await begin();
  expect(keptSeat("K7QM2X")).toEqual({ token: "t", dealt: ["r5"] });
  expect(JSON.parse(asked[2]![1].body as string)).toMatchObject({ player: key });
  await standing("2026-11-18");
  expect(asked[3]![0]).toBe("/api/daily?day=2026-11-18");
  expect(asked[3]![1].headers).toEqual({ authorization: `Bearer ${key}` });
  expect(asked.some(([path]) => path.includes(key))).toBe(false);
});

it("tells days in words", async () => {
  expect(dayWords("2026-11-19")).toBe("Thursday, November 19, 2026");
  expect(dayWords("no day")).toBe("no day");
  await inLanguage("de");
  expect(dayWords("2026-11-19")).toBe("Donnerstag, 19. November 2026");
});
