import { beforeEach, expect, test, vi } from "vitest";
import type { GameEvent } from "../lib/protocol";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { prefer } = await import("../lib/preferences.svelte");
const { play, soundOf, yourTurn } = await import("./sound");
await import("../sound/render");

const vibrate = vi.fn();
/** How loud each sound was that was started. */
const started: number[] = [];

class Audio {
  state = "running";
  currentTime = 0;
  destination = {};
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createGain = () => ({ gain: { value: 1 }, connect: (next: unknown) => next });
  createBufferSource = () => {
    let gain = { gain: { value: 0 }, connect: (next: unknown) => next };
    return {
      buffer: null,
      connect: (next: typeof gain) => (gain = next),
      start: () => started.push(gain.gain.value),
    };
  };
}
vi.stubGlobal("AudioContext", Audio);
vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });

beforeEach(() => {
  started.length = 0;
  vibrate.mockClear();
  Object.assign(prefer, { sound: true, volume: 100, vibration: true });
});

test("a sound is as loud as is wanted, and silent while sound is switched off", async () => {
  await play("laid");
  prefer.volume = 50;
  await play("laid");
  expect(started).toHaveLength(2);
  expect(started[1]! / started[0]!).toBeCloseTo(0.25);
  prefer.volume = 0;
  await play("laid");
  Object.assign(prefer, { volume: 100, sound: false });
  await play("laid");
  expect(started).toHaveLength(2);
});

test("a phone shakes at the own turn and when its player is hit, if that is wanted", () => {
  const missed = [{ kind: "missed", seat: 1 }] as GameEvent[];
  yourTurn();
  soundOf(missed, 1);
  expect(vibrate).toHaveBeenCalledTimes(2);
  soundOf(missed, 0);
  soundOf(missed);
  prefer.vibration = false;
  yourTurn();
  soundOf(missed, 1);
  expect(vibrate).toHaveBeenCalledTimes(2);
});
