import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Vad som har hänt med dokumentationerna, det senaste först.",
  kind: "Händelser",
  allKinds: "Allt",
  kinds: {
    CAPTURE: "Skapat och uppladdat",
    REVIEW: "Granskat",
    CHANGE: "Ändrat",
    COMMENT: "Kommentarer",
    DELIVERY: "Leveranser",
  },
  person: "Person",
  personHint: "Användarnamnet, eller skaparen så som enheten anger den.",
  period: "Period",
  documentation: "Dokumentation",
  onlyPerson: "Visa bara {name}",
  unknownPerson: "Okänd",
  automatic: "Automatiskt",
  comment: "Skrev i en tråd",
  delivery: "Leverans till {destination}: {state}",
  empty: "Ingen aktivitet",
  emptyText: "Inget har hänt som filtren stämmer in på.",
  more: "Visa fler",
  searchedTo: "Genomsökt tillbaka till",
  searchOn: "Sök längre tillbaka",
  changed: "Det finns ny aktivitet – visa",
} satisfies Translated<Texts["activity"]>;
