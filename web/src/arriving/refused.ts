import { t, told } from "../i18n/index.svelte";
import { Refusal } from "../lib/http";
import type { Flaw } from "../lib/protocol";
import { refusalSays } from "../lib/refusals";

/** Why something was not possible, in words. */
export function refused(error: unknown, asked?: "daily"): string {
  return refusalSays(error instanceof Refusal ? error : { code: "internal", say: String(error) }, asked);
}

/** Why a rule can't be written on a card. */
export function flawed({ kind, say, sentence, ...allowed }: Flaw): string {
  const why = told(`flaw.${kind}`, say, allowed);
  return sentence === undefined
    ? t("arriving.workshop.wrong", { why })
    : t("arriving.workshop.wrong-sentence", { sentence, why });
}
