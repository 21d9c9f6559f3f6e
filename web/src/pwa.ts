// The page as an app: it opens without a network and can be installed. Only the built page is; while it is worked on,
// nothing should come from a cache.

import { offer } from "./help/offer.svelte";

export function beAnApp(): void {
  offer.listen();
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // without it the page works all the same, so there is nobody to tell of a failure
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
