// The browser's offer to install the page as an app. It comes once, long before a button for it may be shown.

/** Not in TypeScript's library, as not all browsers have it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class Offer {
  #event = $state.raw<InstallEvent | null>(null);

  get there(): boolean {
    return this.#event !== null;
  }

  listen(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // our own button takes the place of the browser's banner
      this.#event = event as InstallEvent;
    });
    addEventListener("appinstalled", () => (this.#event = null));
  }

  /** Takes the offer up; it can be done only once. */
  async take(): Promise<void> {
    const event = this.#event;
    this.#event = null;
    await event?.prompt().catch(() => undefined);
  }
}

export const offer = new Offer();
