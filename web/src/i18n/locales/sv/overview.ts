import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Det som väntar på dig och dina kollegor.",
  review: "Att granska",
  reviewNone: "Inget väntar på granskning.",
  reviewMore: "Visa alla {shown}",
  reviewOf: "Granska: {name}",
  handedOver: "Överlämnade, inte hämtade",
  failedDeliveries: "Misslyckade leveranser",
  see: "Att åtgärda",
  seeNone: "Inget att åtgärda.",
  photos: "Gårdagens foton",
  photosNone: "Inga foton i går.",
  photosMore: "De senaste av {shown}",
  photo: "{name} i {documentation}",
  done: "Inget att göra",
  doneText: "Inget väntar på granskning och inget har gått fel.",
  atLeast: "{shown}+",
} satisfies Translated<Texts["overview"]>;
