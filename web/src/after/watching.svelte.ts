// Where somebody is in a replay: the step, whose eyes, and whether it plays by itself.

import { Reel } from "./reel.svelte";

export const SPEEDS = [1, 2, 4] as const;
/** How long a step is shown at the first speed, in milliseconds. */
const STEP = 1000;

export class Watching {
  at = $state(0);
  eyes = $state("open");
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  readonly reel: Reel;

  constructor(code: string, game: number | null) {
    this.reel = new Reel(code, game);
  }

  get last(): number {
    return (this.reel.head?.total ?? 1) - 1;
  }

  /** The step that is looked at, if it is there already. */
  get step() {
    return this.reel.step(this.eyes, this.at);
  }

  /** To a step, by hand: that ends the playing. */
  go(step: number): void {
    this.playing = false;
    this.at = Math.min(Math.max(step, 0), this.last);
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last) this.at = 0;
    this.playing = !this.playing;
  }

  /** Plays until it is stopped. A step that is still on its way is waited for. */
  run(): () => void {
    const timer = setInterval(() => {
      if (this.at >= this.last) this.playing = false;
      else if (this.step) this.at++;
    }, STEP / this.speed);
    return () => clearInterval(timer);
  }

  /** What a key does; false if nothing. In a script from right to left, forward is to the left. */
  press(key: string, rightToLeft: boolean): boolean {
    const forward = rightToLeft ? "ArrowLeft" : "ArrowRight";
    if (key === forward) this.go(this.at + 1);
    else if (key === "ArrowRight" || key === "ArrowLeft") this.go(this.at - 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.last);
    else if (key === " ") this.toggle();
    else return false;
    return true;
  }
}
