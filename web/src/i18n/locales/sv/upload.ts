import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  orDrop: "eller släpp dem här.",
  allowedExtensions: "Tillåtna filtyper: {extensions}",
  anyExtension: "Alla filtyper är tillåtna.",
  typeNotAccepted: "Inte en tillåten filtyp: {extensions}. Ta bort den för att fortsätta.",
  progress_one: "{receivedCount} av {count} mottagen",
  progress_other: "{receivedCount} av {count} mottagna",
  progressOf: "Uppladdning av {name}",
  retry: "Försök igen med {name}",
  remove: "Ta bort {name}",
  skippedDuplicates: "Hoppas över eftersom de redan är valda: {names}",
  unreadable: "Filen går inte längre att läsa. Välj den igen.",
  state: {
    waiting: "Väntar",
    reading: "Läses, {percent} %",
    sending: "Skickas, {percent} %",
    sendingPart: "Skickas: {receivedSize} mottaget, {percent} %",
    received: "{percent} % mottaget",
    offline: "Väntar på anslutning",
    checking: "Skickad, kontrolleras",
    done: "Mottagen",
    failed: "Inte mottagen",
  },
} satisfies Translated<Texts["upload"]>;
