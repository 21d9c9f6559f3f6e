// One socket to a table: says hello, comes back when it is lost, and sends again what was not answered.
// It knows nothing of what the messages mean.

import { PROTOCOL, type Bye, type FromServer, type Line, type No, type Ok, type WireWelcome } from "./protocol";
import { hex } from "./random";

/** Goodbyes after which it makes sense to come back. */
const COME_BACK = new Set(["restart", "unavailable", "slow-down", "too-many", "changed"]);
const FIRST_DELAY = 400;
const LONGEST_DELAY = 8000;
const ANEW_DELAY = 2000;
/** How often a socket is asked for a sign of life, and how long it may owe one before it counts as dead. */
const PING = 10_000;
const PATIENCE = 12_000;

export type Net = "connecting" | "online" | "lost" | "ended";

export interface Listener {
  heard(message: Line | WireWelcome): void;
  net(state: Net): void;
  /** The last message: the server wants nobody to come back. */
  ended(bye: Bye): void;
}

interface Waiting {
  message: Record<string, unknown>;
  done(answer: Ok | No): void;
}

export class Connection {
  /** The number of the last line that was heard. */
  last: number | null = null;
  #socket: WebSocket | null = null;
  #welcomed = false;
  #over = false;
  #delay = FIRST_DELAY;
  /** Since when a sign of life is owed, by performance.now(): a welcome, or anything after a ping. */
  #owed: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval>;
  #waiting = new Map<string, Waiting>();
  #prefix = hex(4);
  #count = 0;

  constructor(
    readonly code: string,
    readonly token: string | null,
    readonly listener: Listener,
  ) {
    this.#beat = setInterval(() => this.#listen(), PING);
    addEventListener("online", this.#now);
    addEventListener("offline", this.#gone);
    document.addEventListener("visibilitychange", this.#seen);
    this.#open();
  }

  /** Sends a request, until it is answered. */
  ask(t: string, more: Record<string, unknown> = {}): Promise<Ok | No> {
    const id = `${this.#prefix}-${++this.#count}`;
    const message = { t, id, ...more };
    return new Promise((resolve) => {
      this.#waiting.set(id, { message, done: resolve });
      if (this.#welcomed) this.#send(message);
    });
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#gone);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket?.close();
  }

  /** Forgets what was heard and comes in again, to be told everything anew. */
  anew(): void {
    this.last = null;
    if (this.#over || !this.#welcomed) return;
    this.#delay = Math.max(this.#delay, ANEW_DELAY);
    this.#drop();
    this.#lost();
  }

  #open(): void {
    this.#owed = performance.now();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.code)}`);
    this.#socket = socket;
    socket.onopen = () => {
      const hello: Record<string, unknown> = { t: "hello", v: PROTOCOL };
      if (this.token !== null) hello.token = this.token;
      if (this.last !== null) hello.last = this.last;
      this.#send(hello);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#lost();
    };
  }

  #take(message: FromServer): void {
    this.#owed = null;
    if (message.t === "ok" || message.t === "no") {
      const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
      if (message.id !== undefined) this.#waiting.delete(message.id);
      waiting?.done(message);
      return;
    }
    if (message.t === "bye") {
      if (!COME_BACK.has(message.code)) this.#end(message);
      return;
    }
    this.last = message.n;
    this.listener.heard(message);
    if (message.t === "welcome") {
      this.#welcomed = true;
      this.#delay = FIRST_DELAY;
      this.listener.net("online");
      for (const { message: again } of this.#waiting.values()) this.#send(again);
    }
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #end(bye: Bye): void {
    this.close();
    this.listener.net("ended");
    this.listener.ended(bye);
  }

  #lost(): void {
    this.#welcomed = false;
    if (this.#over) return;
    this.listener.net("lost");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#delay * (0.7 + 0.6 * Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  /** The browser says that the network is back: no need to wait. */
  #now = (): void => {
    this.#delay = FIRST_DELAY;
    if (this.#over || this.#welcomed) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.#open();
  };

  /** The page is looked at again: a browser may have kept the timers of a hidden one waiting. */
  #seen = (): void => {
    if (document.hidden) return;
    if (this.#socket) this.#listen();
    else this.#now();
  };

  /** The browser says that the network is gone: the socket will find out only much later. */
  #gone = (): void => {
    if (this.#over) return;
    this.#drop();
    this.#lost();
  };

  /** Gives the present socket up without waiting for it. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /**
   * A socket that owes a sign of life for long is dead, whatever the browser thinks. Only what was asked for counts:
   * a hidden page is woken rarely, and long silence in between says nothing.
   */
  #listen(): void {
    if (!this.#socket || this.#over) return;
    const now = performance.now();
    if (this.#owed !== null && now - this.#owed > PATIENCE) {
      this.#drop();
      this.#lost();
    } else if (this.#owed === null) {
      this.#owed = now;
      this.#send({ t: "ping", id: `${this.#prefix}-ping` });
    }
  }
}
