import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  documentation: {
    lead: "Ett alias visas i stället för dokumentationens namn.",
    add: "Nytt dokumentationsalias",
    edit: "Redigera dokumentationsalias",
    searchHint: "Sök på namn, alias eller kund",
    emptyTitle: "Inga dokumentationsalias än",
  },
  photo: {
    lead: "Ett alias visas i stället för fotots namn.",
    add: "Nytt fotoalias",
    edit: "Redigera fotoalias",
    searchHint: "Sök på namn, alias eller kund",
    emptyTitle: "Inga fotoalias än",
  },
} satisfies Translated<Texts["alias"]>;
