import { expect, test } from "vitest";
import { readCode } from "./codes";

test("a code is read as it is", () => expect(readCode("K7QM2X")).toBe("K7QM2X"));

test("small letters, spaces and dashes are forgiven", () => {
  expect(readCode(" k7q m2x ")).toBe("K7QM2X");
  expect(readCode("k7q-m2x")).toBe("K7QM2X");
});

test("a whole link has a code", () => {
  expect(readCode("https://cards.example/t/k7qm2x")).toBe("K7QM2X");
  expect(readCode("Come! http://10.0.0.4:8470/t/K7QM2X?from=chat")).toBe("K7QM2X");
  expect(readCode("/t/K7QM2X/replay")).toBe("K7QM2X");
});

test("what is too short, too long or nothing at all is no code", () => {
  for (const text of ["", "K7QM2", "K7QM2XX", "https://cards.example/t/K7QM2XX", "https://cards.example/"])
    expect(readCode(text)).toBeNull();
});
