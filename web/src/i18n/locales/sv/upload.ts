import type { Texts, Translated } from "../../texts";

export default {
  orDrop: "eller släpp dem här.",
  extensions: "Tillåtna: {extensions}",
  anyExtension: "Alla slags filer är tillåtna.",
  notAccepted: "Inte någon av {extensions}. Ta bort den för att gå vidare.",
  confirmed_one: "{done} av {count} mottagna",
  confirmed_other: "{done} av {count} mottagna",
  sentOf: "Skickat av {name}",
  retry: "Försök igen: {name}",
  remove: "Ta bort {name}",
  unreadable: "Filen kan inte längre läsas. Välj den igen.",
  state: {
    waiting: "Väntar",
    reading: "Läses, {percent} %",
    sending: "Skickas, {percent} %",
    sendingPart: "Skickas: {received} mottaget, {percent} %",
    received: "Mottaget: {percent} %",
    offline: "Väntar på nätet",
    checking: "Skickad; tjänsten kontrollerar den",
    done: "Mottagen",
    failed: "Inte mottagen",
  },
} satisfies Translated<Texts["upload"]>;
