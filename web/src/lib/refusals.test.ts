import { afterEach, expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { LANGUAGES, speaking } = await import("../i18n/index.svelte");
const { refusalSays, waitSays } = await import("./refusals");
const { refused } = await import("../arriving/refused");
const { ask } = await import("./http");

async function inLanguage(language: string): Promise<void> {
  speaking.language = language;
  speaking.catalogue = (await LANGUAGES[language]!.load()).default;
}

afterEach(() => inLanguage("en"));

test("whoever is refused for a limit is told when to try again", () => {
  const limit = { code: "too-many", say: "at most 20 games" };
  expect(refusalSays({ ...limit, retry: 40 })).toBe(
    "Too many tables or connections come from your network. Try again in 40 seconds.",
  );
  expect(refusalSays({ code: "slow-down", say: "too much", retry: 0.3 })).toBe(
    "That was too much at once. Try again in 1 second.",
  );
  expect(refusalSays(limit)).toBe("Too many tables or connections come from your network. Try again later.");
});

test("what was asked for has words of its own where others would be wrong", () => {
  const limit = { code: "too-many", say: "at most 200 daily deals" };
  expect(refusalSays({ ...limit, retry: 85_620 }, "daily")).toBe(
    "Very many daily deals have been begun from your network. Try again in 24 hours.",
  );
  expect(refusalSays(limit, "daily")).toBe("Very many daily deals have been begun from your network. Try again later.");
  expect(refusalSays({ code: "slow-down", say: "" }, "daily")).toBe(refusalSays({ code: "slow-down", say: "" }));
});

test("what has no such words says the same with and without a time", () => {
  expect(refusalSays({ code: "not-host", say: "", retry: 3 })).toBe(refusalSays({ code: "not-host", say: "" }));
  expect(refusalSays({ code: "new-one", say: "something else", retry: 3 })).toBe("Something else.");
});

test("a time is never too short, and in minutes from a minute and a half on, in hours from an hour and a half", () => {
  expect([0, 1, 1.1, 89].map(waitSays)).toEqual(["in 1 second", "in 1 second", "in 2 seconds", "in 89 seconds"]);
  expect([90, 120, 121, 3600].map(waitSays)).toEqual(["in 2 minutes", "in 2 minutes", "in 3 minutes", "in 60 minutes"]);
  expect([5400, 5401, 85_620].map(waitSays)).toEqual(["in 90 minutes", "in 2 hours", "in 24 hours"]);
});

test.each(Object.keys(LANGUAGES))("it is told in the language %s", async (language) => {
  await inLanguage(language);
  for (const code of ["slow-down", "too-many", "unavailable"]) {
    const says = refusalSays({ code, say: "", retry: 40 });
    expect(says).toContain(waitSays(40));
    expect(says).toMatch(/40/);
    expect(says).not.toMatch(/[{}]/);
  }
  const daily = refusalSays({ code: "too-many", say: "", retry: 7200 }, "daily");
  expect(daily).toContain(waitSays(7200));
  expect(daily).not.toBe(refusalSays({ code: "too-many", say: "", retry: 7200 }));
});

test("the time comes with the server's answer, or in its header", async () => {
  const answers: { body: object; headers: Record<string, string> }[] = [
    { body: { code: "too-many", say: "", retry: 40 }, headers: {} },
    { body: { code: "too-many", say: "" }, headers: { "retry-after": "40" } },
    { body: { code: "too-many", say: "" }, headers: {} },
  ];
  const said: string[] = [];
  for (const { body, headers } of answers) {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status: 429, headers }));
    await ask("/api/tables", {}).catch((error: unknown) => said.push(refused(error)));
  }
  expect(said.map((words) => words.split(". ")[1])).toEqual([
    "Try again in 40 seconds.",
    "Try again in 40 seconds.",
    "Try again later.",
  ]);
});
