import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Det som väntar på dig och dina kollegor, och gårdagens foton.",
  review: "Att granska",
  reviewEmpty: "Inget väntar på granskning.",
  reviewAll: "Visa alla {formattedCount}",
  reviewOf: "Granska: {name}",
  handedOver: "Överlämnade, inte hämtade",
  failedDeliveries: "Misslyckade leveranser",
  attention: "Att åtgärda",
  attentionEmpty: "Inget att åtgärda.",
  photos: "Gårdagens foton",
  photosEmpty: "Inga foton i går.",
  photosShown: "{shown} av {formattedCount}",
  allPhotos: "Alla foton",
  photo: "{name} i {documentation}",
  nothingToDo: "Inget att göra",
  nothingToDoText: "Inget väntar på granskning och inget har gått fel.",
  atLeast: "{formattedCount}+",
} satisfies Translated<Texts["overview"]>;
