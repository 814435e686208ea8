import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  documentation: {
    lead: "Dokumentationer med ett visst namn visas under sitt alias.",
    add: "Nytt dokumentationsalias",
    edit: "Redigera dokumentationsalias",
    searchHint: "Sök på namn, alias eller kund",
    emptyTitle: "Inga dokumentationsalias än",
  },
  photo: {
    lead: "Foton med ett visst namn visas under sitt alias.",
    add: "Nytt fotoalias",
    edit: "Redigera fotoalias",
    searchHint: "Sök på namn, alias eller kund",
    emptyTitle: "Inga fotoalias än",
  },
} satisfies Translated<Texts["alias"]>;
