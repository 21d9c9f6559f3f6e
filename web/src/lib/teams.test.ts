import { describe, expect, it, vi } from "vitest";
import type { Playing } from "./setting";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { arePartners, teamCount, teamLetter } = await import("./teams");

const playing = (settings: Record<string, unknown>, seats: number) =>
  ({ edition: { settings: { teams: false } }, table: { setup: { settings, seats } } }) as unknown as Playing;

describe("teams", () => {
  it("are half as many as players, if they are played at all", () => {
    expect(teamCount(playing({}, 6))).toBe(0);
    expect(teamCount(playing({ teams: true }, 6))).toBe(3);
  });

  it("are those who sit opposite each other", () => {
    expect([0, 1, 2, 3, 4, 5].filter((seat) => arePartners(1, seat, 3))).toEqual([4]);
    expect([0, 1, 2, 3].some((seat) => arePartners(1, seat, 0))).toBe(false);
    expect([0, 1, 2, 3].some((seat) => arePartners(null, seat, 2))).toBe(false);
  });

  it("have letters", () => {
    expect([0, 1, 2, 3].map((seat) => teamLetter(seat, 2))).toEqual(["A", "B", "A", "B"]);
    expect(teamLetter(0, 0)).toBe("");
  });
});
