import { describe, expect, it, vi } from "vitest";
import type { Playing } from "./teams";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { arePartners, partnerOf, teamCount, teamLetter, teamOf } = await import("./teams");

const playing = (settings: Record<string, unknown>, seats: number) =>
  ({
    edition: { settings: { teams: false }, presets: { pairs: { teams: true } }, teams: [4, 6, 8, 10] },
    table: { setup: { settings, seats } },
  }) as unknown as Playing;

describe("teams", () => {
  it("are half as many as players, if they are played at all", () => {
    expect(teamCount(playing({}, 6))).toBe(0);
    expect(teamCount(playing({ teams: true }, 6))).toBe(3);
    expect(teamCount(playing({ preset: "pairs" }, 4))).toBe(2);
    expect(teamCount(playing({ teams: true }, 5))).toBe(0);
    expect(teamCount({ ...playing({ teams: true }, 4), edition: null })).toBe(0);
  });

  it("are those who sit opposite each other", () => {
    expect([0, 1, 2, 3].map((seat) => partnerOf(seat, 2))).toEqual([2, 3, 0, 1]);
    expect(partnerOf(4, 3)).toBe(1);
    expect(partnerOf(0, 0)).toBeNull();
    expect([teamOf(4, 3), teamOf(4, 0)]).toEqual([[4, 1], [4]]);
    expect([0, 1, 2, 3, 4, 5].filter((seat) => arePartners(1, seat, 3))).toEqual([4]);
    expect([0, 1, 2, 3].some((seat) => arePartners(1, seat, 0))).toBe(false);
    expect([0, 1, 2, 3].some((seat) => arePartners(null, seat, 2))).toBe(false);
  });

  it("have letters", () => {
    expect([0, 1, 2, 3].map((seat) => teamLetter(seat, 2))).toEqual(["A", "B", "A", "B"]);
    expect(teamLetter(0, 0)).toBe("");
  });
});
