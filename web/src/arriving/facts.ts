// What is special about a table's game, each in a few words.

import { t, told } from "../i18n/index.svelte";
import type { Edition, Setup } from "../lib/protocol";
import { settingOf } from "../lib/setting";
import { houseRules } from "./house";

export function factsOf(
  { settings, options, seats, public: listed }: Setup,
  edition: Edition,
  seatName: (seat: number) => string,
): string[] {
  const value = (name: string) => settingOf(settings, edition, name);
  const dealer = value("dealer");
  const scoring = String(value("scoring"));
  return [
    t("arriving.players", { count: seats }),
    scoring === "hand"
      ? t("arriving.scoring.hand")
      : told(`arriving.fact.${scoring}`, scoring, { target: Number(value("target")) }),
    options.clock === null ? t("arriving.clock.off") : t("arriving.clock.seconds", { count: options.clock }),
    value("uno") !== "race" && told(`arriving.fact.uno.${String(value("uno"))}`, ""),
    value("bluffing") === false && t("arriving.fact.no-bluffing"),
    value("swap_hands") === false && t("arriving.fact.no-swap"),
    value("pairing") === "fixed" && edition.faces.length > 1 && t("arriving.pairing.fixed"),
    value("two_player_reverse") === "turn" && seats === 2 && t("arriving.reverse.turn"),
    typeof dealer === "number" && t("arriving.fact.dealer", { name: seatName(dealer) }),
    !houseRules(value, edition).length && t("arriving.house.booklet"),
    options.watching !== "public" && t(`arriving.watching.${options.watching}`),
    listed && t("arriving.fact.listed"),
  ].filter((fact) => typeof fact === "string");
}
