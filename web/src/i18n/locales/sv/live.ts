import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  changed_one: "{count} ändring – visa",
  changed_other: "{count} ändringar – visa",
  changedBy: "Ändrad av {names} – visa",
  others: "{names} med flera",
} satisfies Translated<Texts["live"]>;
