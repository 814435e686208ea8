export default {
  lead: "Dokument som har skapats i bakgrunden. Vart och ett sparas tills det går ut.",
  searchHint: "Sök fil, dokumentation, användare, kund",
  download: "Ladda ner: {name}",
  empty: "Inga exporterade dokument",
  emptyText: "Dokument som skapas i bakgrunden sparas här en tid.",
  fields: {
    fileName: "Filnamn",
    documentationName: "Dokumentation",
    userName: "Användare",
    size: "Storlek",
    expireDate: "Går ut",
    lastModified: "Senast ändrad",
  },
};
