// The page without a network: keeps what the page is made of, and nothing else. What the server has to say (/api, /ws)
// is always asked for, never kept. Files in /assets have a digest in their names, so a kept one is never wrong.

const PREFIX = "lastcard-page-";
const CACHE = `${PREFIX}1`;
const INDEX = "/";
const EXTRAS = ["/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png"];

/** The assets that the page begins with, as its index names them; the others are kept when they are used. */
function named(index) {
  return Array.from(index.matchAll(/"(\/assets\/[\w.-]+)"/g), ([, path]) => path);
}

/** Keeps the beginning of a new page, and drops all parts of the old one. */
async function keepPage(answer) {
  const cache = await caches.open(CACHE);
  const wanted = new Set(named(await answer.clone().text()));
  await Promise.all(Array.from(wanted, (path) => keepAsset(cache, path)));
  await cache.put(INDEX, answer);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/assets/") && !wanted.has(pathname)) await cache.delete(url);
  }
}

/** An asset from the cache, or from the server and kept. */
async function keepAsset(cache, request) {
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer.ok ? answer : null;
}

async function isNew(answer) {
  const kept = await caches.match(INDEX);
  return !kept || (await kept.text()) !== (await answer.clone().text());
}

/** The page from the server if it can be had, else as it was last. */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.type === "basic") {
      const copy = answer.clone();
      event.waitUntil(
        isNew(copy)
          .then((fresh) => fresh && keepPage(copy))
          .catch(() => undefined),
      );
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(INDEX);
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const cache = await caches.open(CACHE);
  return (await keepAsset(cache, request)) ?? fetch(request);
}

/** Small files that keep their names: as the server has them, else as kept. */
async function extra(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(EXTRAS);
  await keepPage(await fetch(INDEX, { cache: "no-cache" }));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (/^\/(api|ws)(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (EXTRAS.includes(pathname)) event.respondWith(extra(request));
});
