import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  orDrop: "eller släpp dem här.",
  extensions: "Tillåtna filtyper: {extensions}",
  anyExtension: "Alla filtyper är tillåtna.",
  notAccepted: "Inte en tillåten filtyp: {extensions}. Ta bort den för att fortsätta.",
  confirmed_one: "{done} av {count} mottagen",
  confirmed_other: "{done} av {count} mottagna",
  sentOf: "Uppladdning av {name}",
  retry: "Försök igen med {name}",
  remove: "Ta bort {name}",
  alreadyChosen: "Hoppas över eftersom de redan är valda: {names}",
  unreadable: "Filen går inte längre att läsa. Välj den igen.",
  state: {
    waiting: "Väntar",
    reading: "Läses, {percent} %",
    sending: "Skickas, {percent} %",
    sendingPart: "Skickas: {received} mottaget, {percent} %",
    received: "{percent} % mottaget",
    offline: "Väntar på anslutning",
    checking: "Skickad, kontrolleras",
    done: "Mottagen",
    failed: "Inte mottagen",
  },
} satisfies Translated<Texts["upload"]>;
