import { told } from "../i18n/index.svelte";
import { Refusal } from "../lib/http";

/** Why something was not possible, in words. */
export function refused(error: unknown): string {
  const { code, say } = error instanceof Refusal ? error : { code: "internal", say: String(error) };
  return told(`refusal.${code}`, say);
}
