import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Senaste först. Att ångra skickar inget. Det som redan är levererat finns kvar hos mottagaren.",
  empty: "Det finns inget att ångra.",
  step: "Ångra: {step}",
} satisfies Translated<Texts["undo"]>;
