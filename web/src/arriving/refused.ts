import { t, told } from "../i18n/index.svelte";
import { Refusal } from "../lib/http";
import type { Flaw } from "../lib/protocol";

/** Why something was not possible, in words. */
export function refused(error: unknown): string {
  const { code, say } = error instanceof Refusal ? error : { code: "internal", say: String(error) };
  return told(`refusal.${code}`, say);
}

/** Why a rule can't be written on a card. */
export function flawed({ kind, say, sentence, ...allowed }: Flaw): string {
  const why = told(`flaw.${kind}`, say, allowed);
  return sentence === undefined
    ? t("arriving.workshop.wrong", { why })
    : t("arriving.workshop.wrong-sentence", { sentence, why });
}
