// Small sounds, made on the spot: no files, nothing to load. Silent until the player has touched the page,
// as browsers want it, and while sound is switched off.

import { prefer } from "../lib/preferences.svelte";
import type { GameEvent } from "../lib/protocol";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!prefer.sound || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds from now, and how long. */
  at?: number;
  long?: number;
  loud?: number;
  wave?: OscillatorType;
  /** Where the pitch glides to. */
  to?: number;
}

function sing(...notes: Note[]): void {
  const audio = ready();
  if (!audio) return;
  for (const { pitch, at = 0, long = 0.12, loud = 0.12, wave = "triangle", to } of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at;
    tone.type = wave;
    tone.frequency.setValueAtTime(pitch, start);
    if (to) tone.frequency.exponentialRampToValueAtTime(to, start + long);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}

/** A card on the table: a short rustle. */
function rustle(loud = 0.16, long = 0.07): void {
  const audio = ready();
  if (!audio) return;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  volume.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}

const SOUNDS: Record<string, () => void> = {
  played: () => rustle(),
  discarded: () => rustle(0.12),
  gave: () => rustle(0.08, 0.1),
  drew: () => rustle(0.08, 0.1),
  named: () => sing({ pitch: 660, long: 0.1, loud: 0.06 }),
  missed: () => sing({ pitch: 300, to: 220, long: 0.18, loud: 0.07 }),
  direction: () =>
    sing({ pitch: 420, to: 620, long: 0.16, loud: 0.06 }, { pitch: 620, to: 420, at: 0.14, long: 0.16, loud: 0.06 }),
  flipped: () =>
    sing(
      { pitch: 180, to: 720, long: 0.65, loud: 0.1, wave: "sine" },
      { pitch: 90, to: 360, long: 0.65, loud: 0.08, wave: "sine" },
    ),
  swapped: () =>
    sing({ pitch: 500, to: 760, long: 0.18, loud: 0.07 }, { pitch: 760, to: 500, at: 0.16, long: 0.18, loud: 0.07 }),
  called: () => sing({ pitch: 784, long: 0.12 }, { pitch: 1047, at: 0.11, long: 0.2 }),
  caught: () => sing({ pitch: 240, to: 120, long: 0.35, loud: 0.12, wave: "sawtooth" }),
  challenged: () => sing({ pitch: 440, long: 0.1 }, { pitch: 415, at: 0.12, long: 0.16 }),
  "round-won": () => sing({ pitch: 523 }, { pitch: 659, at: 0.12 }, { pitch: 784, at: 0.24, long: 0.3 }),
  "game-won": () =>
    sing({ pitch: 523 }, { pitch: 659, at: 0.12 }, { pitch: 784, at: 0.24 }, { pitch: 1047, at: 0.36, long: 0.5 }),
};

/** The loudest thing that happened is heard, not everything. */
const ORDER = [
  "game-won",
  "round-won",
  "flipped",
  "caught",
  "called",
  "challenged",
  "swapped",
  "direction",
  "missed",
  "played",
  "discarded",
  "gave",
  "drew",
  "named",
];

export function soundOf(events: readonly GameEvent[]): void {
  const loudest = ORDER.find((kind) => events.some((event) => event.kind === kind));
  if (loudest) SOUNDS[loudest]?.();
}

export function yourTurn(): void {
  sing({ pitch: 587, long: 0.1, loud: 0.07 }, { pitch: 880, at: 0.09, long: 0.16, loud: 0.07 });
}
