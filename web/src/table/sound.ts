// What is heard and felt at a table. Silent until the player has touched the page, as browsers want it, and while sound
// is switched off; how sounds are made is loaded with the first one.

import { prefer } from "../lib/preferences.svelte";
import type { GameEvent } from "../lib/protocol";
import { isHit, LOUD, soundFor, VARIANTS, Variants, type Sound } from "../sound/sounds";

/** What comes later than this is of no use any more: the first sound has to be loaded. */
const TOO_LATE = 400;
/** Seconds after a card that the own turn is told, so that both are heard. */
const AFTER = 0.16;

let context: AudioContext | null = null;
let studio: Promise<Studio> | null = null;
const made = new Map<string, AudioBuffer>();
const variants = new Variants();

function ready(): AudioContext | null {
  if (
    !prefer.sound ||
    !prefer.volume ||
    !navigator.userActivation?.hasBeenActive ||
    typeof AudioContext === "undefined"
  )
    return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

type Studio = typeof import("../sound/render");

function bufferOf(audio: AudioContext, { render, RATE }: Studio, sound: Sound, variant: number): AudioBuffer {
  const key = `${sound} ${variant}`;
  let buffer = made.get(key);
  if (!buffer) {
    const samples = render(sound, variant);
    buffer = audio.createBuffer(1, samples.length, RATE);
    buffer.getChannelData(0).set(samples);
    made.set(key, buffer);
  }
  return buffer;
}

/** Loads how sounds are made; then makes them one by one while there is nothing else to do. */
async function opened(audio: AudioContext): Promise<Studio> {
  const studio = await import("../sound/render");
  const all = Object.keys(LOUD).flatMap((sound) =>
    Array.from({ length: VARIANTS }, (_, variant) => [sound as Sound, variant] as const),
  );
  const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 100));
  const next = () => {
    const one = all.pop();
    if (!one) return;
    bufferOf(audio, studio, ...one);
    later(next);
  };
  later(next);
  return studio;
}

export async function play(sound: Sound, after = 0): Promise<void> {
  const audio = ready();
  if (!audio) return;
  const asked = performance.now();
  try {
    studio ??= opened(audio);
    const buffer = bufferOf(audio, await studio, sound, variants.next(sound));
    if (performance.now() - asked > TOO_LATE) return;
    const source = audio.createBufferSource();
    const volume = audio.createGain();
    volume.gain.value = LOUD[sound] * (prefer.volume / 100) ** 2; // ears hear ratios
    source.buffer = buffer;
    source.connect(volume).connect(audio.destination);
    source.start(audio.currentTime + after);
  } catch {
    studio = null; // without a network the next sound tries again
  }
}

/** Lets a device that can do so shake, if that is wanted: so many milliseconds on, off, on. */
function shake(...pattern: number[]): void {
  if (prefer.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

export function soundOf(events: readonly GameEvent[], mine: number | null = null): void {
  const sound = soundFor(events);
  if (sound) void play(sound);
  if (mine !== null && isHit(events, mine)) shake(90, 40, 60);
}

export function yourTurn(): void {
  void play("turn", AFTER);
  shake(35);
}
