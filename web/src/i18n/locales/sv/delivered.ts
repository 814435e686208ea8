import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  title: "Ladda ner filer",
  from: "Från {customer}",
  openUntil: "Du kan ladda ner till och med {date}. Det kan alla som har länken, så dela den med omsorg.",
  summary_one: "{count} fil, {size}",
  summary_other: "{count} filer, {size}",
  all: "Ladda ner alla som en zip-fil",
  one: "Ladda ner {name}",
  gone: "Borttagen sedan mejlet skickades",
  someGone_one: "{count} fil har tagits bort sedan mejlet skickades",
  someGone_other: "{count} filer har tagits bort sedan mejlet skickades",
  someGoneText: "De andra filerna är oförändrade. Fråga den som skickade länken om du behöver resten.",
  allGone: "Filerna har tagits bort",
  allGoneText: "De togs bort efter att mejlet skickades. Be den som skickade länken om nya.",
  more: "Visa fler filer",
  shown: "Visar {shown} av {count} filer",
  check: "Kontrollera att en fil är originalet",
  checkText:
    "Beräkna SHA-256 för filen du har laddat ner och jämför med den här. Om de är lika är filen densamma, byte för byte.",
  noHash: "ingen kontrollsumma",
  unknown:
    "Den finns inte eller så har filerna tagits bort. Kontrollera att du kopierade hela länken eller be den som skickade den om en ny.",
  expired: "Filerna går inte längre att ladda ner. Be den som skickade länken att skicka dem igen.",
} satisfies Translated<Texts["delivered"]>;
