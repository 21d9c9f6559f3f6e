// Asking the server over HTTP. A refusal has a code, and a sentence for people.

import type { Character, Edition, EditionBrief, Level } from "./protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly say: string,
    /** Seconds after which the same has a chance again, if that is known. */
    readonly retry?: number,
  ) {
    super(say);
  }
}

export async function ask<T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const post: RequestInit =
    body === undefined
      ? { headers }
      : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  let answer: Response;
  let told: unknown;
  try {
    answer = await fetch(path, post);
    told = await answer.json();
  } catch {
    throw new Refusal("unreachable", "the server can't be reached"); // a code of the page's own
  }
  if (!answer.ok) {
    const {
      code = "internal",
      say = `the server answered ${answer.status}`,
      retry = Number(answer.headers.get("retry-after")) || undefined, // a proxy in front may refuse too
    } = told as { code?: string; say?: string; retry?: number };
    throw new Refusal(code, say, retry);
  }
  return told as T;
}

const found = new Map<string, Promise<unknown>>();

/** Something that does not change while the page is open; a failure is forgotten, so that it can be asked again. */
export function once<T>(path: string): Promise<T> {
  let answer = found.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = ask<T>(path);
    found.set(path, answer);
    answer.catch(() => found.delete(path));
  }
  return answer;
}

export const editions = () => once<{ editions: EditionBrief[] }>("/api/editions").then((answer) => answer.editions);
export const edition = (id: string) => once<Edition>(`/api/editions/${encodeURIComponent(id)}`);
export const bots = () => once<{ levels: Level[]; characters: Character[] }>("/api/levels");
