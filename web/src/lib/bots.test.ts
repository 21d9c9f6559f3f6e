import { describe, expect, it } from "vitest";
import { characterName, isNameless, levelNow, sitter } from "./bots";

const usual = (id: string) => ({ otto: "medium" })[id];

describe("who sits on a bot's seat", () => {
  it("is somebody at the level that is written, or at the usual one", () => {
    expect(sitter("otto@hard", usual)).toEqual({ character: "otto", level: "hard" });
    expect(sitter("otto", usual)).toEqual({ character: "otto", level: "medium" });
  });
  it("may have no name", () => {
    expect(sitter("simple", usual)).toEqual({ character: null, level: "simple" });
    expect([isNameless("Bot 3 (simple)", 3), isNameless("Otto", 3), isNameless("Bot 3 (simple)", 2)]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it("plays at a level that is known by its former name", () => {
    expect(["newcomer", "casual", "sharp", "hard"].map(levelNow)).toEqual(["easy", "medium", "hard", "hard"]);
  });
  it("is called the same everywhere", () => {
    expect(characterName("otto")).toBe("Otto");
  });
});
