import { t, told } from "../i18n/index.svelte";
import { Refusal } from "../lib/http";

/** Why something was not possible, in words. */
export function refused(error: unknown): string {
  const { code, say } = error instanceof Refusal ? error : { code: "internal", say: String(error) };
  return told(`refusal.${code}`, say);
}

/** Why a rule can't be written on a card. */
export function refusedRule(error: Refusal): string {
  if (!error.flaw) return refused(error);
  const { kind, ...about } = error.flaw;
  const why = told(`flaw.${kind}`, error.say, about);
  return about.sentence === undefined ? t("arriving.workshop.wrong", { why }) : t("arriving.workshop.wrong-sentence", { sentence: about.sentence, why });
}
