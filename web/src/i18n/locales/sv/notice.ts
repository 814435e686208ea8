import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  unreadLabel: "Oläst:",
  readAll: "Markera alla som lästa",
  empty: "Inga aviseringar",
  emptyText:
    "Här ser du när filer kommer in via dina länkar, när exporter blir klara eller misslyckas, när något skickas tillbaka till dig eller tilldelas dig och när någon skriver till dig i en tråd.",
  kinds: {
    FILES_CAME_one: "En fil har kommit in via din länk",
    FILES_CAME_other: "{count} filer har kommit in via din länk",
    UPLOAD_HANGS: "Några foton eller filer saknas eller har avvisats",
    EXPORT_FAILED: "Exporten till {destination} misslyckades",
    EXPORT_READY: "Exporten är klar: {destination}",
    SENT_BACK: "Skickat tillbaka till dig",
    RETAKEN: "Det du skickade tillbaka har åtgärdats",
    MENTIONED: "{author} nämnde dig",
    REPLIED: "{author} skrev i en tråd",
    RETAKE_LATE: "Det du skickade tillbaka har inte besvarats i tid",
    ASSIGNED_one: "{author} har tilldelat dig en dokumentation",
    ASSIGNED_other: "{author} har tilldelat dig {count} dokumentationer",
  },
  reviewBy: "Granskas senast {day}",
} satisfies Translated<Texts["notice"]>;
