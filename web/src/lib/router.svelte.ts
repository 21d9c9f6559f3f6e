// Which page is shown: a handful of addresses, without a library.

export type Place =
  | { page: "home" }
  | { page: "new" }
  | { page: "daily" }
  | { page: "statistics" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; game: number | null }
  | { page: "help"; edition: string | null }
  | { page: "nowhere" };

function read(url: URL): Place {
  const parts = url.pathname.split("/").filter(Boolean).map(decode);
  const [first, second, third] = parts;
  if (parts.length === 0) return { page: "home" };
  if ((first === "new" || first === "daily" || first === "statistics") && parts.length === 1) return { page: first };
  if (first === "help" && parts.length <= 2) return { page: "help", edition: second ?? null };
  if (first === "t" && second && parts.length === 2) return { page: "table", code: second.toUpperCase() };
  if (first === "t" && second && third === "replay" && parts.length === 3) {
    const game = Number(url.searchParams.get("game"));
    return { page: "replay", code: second.toUpperCase(), game: Number.isInteger(game) && game > 0 ? game : null };
  }
  return { page: "nowhere" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  /** Whether somebody has gone from one page to another; the first page has the browser's own focus. */
  walked = false;
  place = $state.raw<Place>(read(new URL(location.href)));

  constructor() {
    addEventListener("popstate", () => this.#look());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", path);
    this.walked = true;
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.place = read(new URL(location.href));
  }

  /** A plain link to a page of our own is followed without loading everything anew. */
  #follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
export const go = (path: string, how: "push" | "replace" = "push") => router.go(path, how);
