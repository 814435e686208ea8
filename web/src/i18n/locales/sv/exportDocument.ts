export default {
  lead: "Dokument som har skapats i bakgrunden. Varje dokument sparas tills det går ut.",
  searchHint: "Sök på fil, dokumentation, användare eller kund",
  download: "Ladda ner: {name}",
  empty: "Inga exporterade dokument än",
  emptyText: "Dokument som skapas i bakgrunden visas här tills de går ut.",
  state: { MAKING: "Skapas", READY: "Klart", FAILED: "Misslyckades" },
  fields: {
    state: "Status",
    fileName: "Filnamn",
    documentationName: "Dokumentation",
    userName: "Användare",
    size: "Storlek",
    expireDate: "Går ut",
    lastModified: "Senast ändrad",
  },
};
