import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  title: "Diskussion",
  start: "Starta en tråd",
  about: "Om",
  documentation: "Dokumentationen",
  placeholder: "Skriv en kommentar. Skriv @ för att nämna en kollega eller dem i fält.",
  mention: "Vem du vill nämna",
  crew: {
    link: "Länken {date}",
    LICENSE: "{name} (syns på licensens enheter)",
    LINK: "{name} (ser det på länkens sida och kan svara)",
    byLink: "via länken",
  },
  send: "Skicka",
  reply: "Svara",
  edit: "Redigera kommentaren",
  edited: "redigerad",
  unanswered: "Obesvarad",
  resolve: "Markera som löst",
  reopen: "Öppna igen",
  resolved: "Löst",
  resolvedBy: "Löst av {name}",
  resolvedCount_one: "{count} löst",
  resolvedCount_other: "{count} lösta",
  none: "Inga trådar",
  allResolved: "Alla trådar är lösta.",
} satisfies Translated<Texts["thread"]>;
