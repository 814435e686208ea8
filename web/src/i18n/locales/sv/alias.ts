import type { Texts, Translated } from "../../texts";

export default {
  documentation: {
    lead: "Dokumentationer med namnet visas under sitt alias.",
    add: "Nytt dokumentationsalias",
    edit: "Redigera dokumentationsalias",
    searchHint: "Sök namn, alias eller kund",
    emptyTitle: "Inga dokumentationsalias än",
  },
  photo: {
    lead: "Foton med namnet visas under sitt alias.",
    add: "Nytt fotoalias",
    edit: "Redigera fotoalias",
    searchHint: "Sök namn, alias eller kund",
    emptyTitle: "Inga fotoalias än",
  },
} satisfies Translated<Texts["alias"]>;
