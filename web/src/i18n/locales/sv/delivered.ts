import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  title: "Ladda ner filer",
  fromCustomer: "Från {customer}",
  openUntil:
    "Du kan ladda ner till och med {date}. Alla som har länken kan göra det, så dela den med omsorg.",
  summary_one: "{count} fil, {size}",
  summary_other: "{count} filer, {size}",
  downloadAll: "Ladda ner alla som en zip-fil",
  download: "Ladda ner {name}",
  fileRemoved: "Borttagen sedan mejlet skickades",
  someRemoved_one: "{count} fil har tagits bort sedan mejlet skickades",
  someRemoved_other: "{count} filer har tagits bort sedan mejlet skickades",
  someRemovedText: "De andra filerna är oförändrade. Fråga den som skickade länken om du behöver resten.",
  allRemoved: "Filerna har tagits bort",
  allRemovedText: "De togs bort efter att mejlet skickades. Be den som skickade länken om nya.",
  showMore: "Visa fler filer",
  visibleFiles: "Visar {visibleCount} av {count} filer",
  verify: "Kontrollera att en fil är originalet",
  verifyText:
    "Beräkna SHA-256 för filen du har laddat ner och jämför med den här. Om de är lika är filen densamma, byte för byte.",
  noHash: "ingen kontrollsumma",
  unknownLinkText:
    "Den finns inte eller så har filerna tagits bort. Kontrollera att du kopierade hela länken eller be den som skickade den om en ny.",
  expiredLinkText: "Filerna går inte längre att ladda ner. Be den som skickade länken att skicka dem igen.",
} satisfies Translated<Texts["delivered"]>;
