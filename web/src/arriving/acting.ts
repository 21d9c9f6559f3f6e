import type { No } from "../lib/protocol";
import type { Room } from "../lib/room.svelte";

/** Asks for something in the lobby; an older refusal is no news any more. */
export function act(room: Room, kind: string, more: Record<string, unknown> = {}): Promise<No | null> {
  room.refusal = null;
  return room.ask(kind, more);
}
