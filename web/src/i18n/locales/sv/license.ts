import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Appar i fält loggar in med en licens, som avgör vad de får göra.",
  add: "Ny licens",
  edit: "Redigera licens",
  searchHint: "Sök på namn, kod eller kund",
  emptyTitle: "Inga licenser än",
  deleteText:
    "Enheter i fält kan ha data som har samlats in med licensen och som då inte längre går att skicka in med koden. Se till att allt har skickats in först. Det går inte att ångra.",
  copyFrom: "Kopiera från",
  copyFromHint: "Kopierar alla inställningar från en annan licens. Namn och kod märks som kopia.",
  copyFromSearch: "Sök bland licenser…",
  expired: "Utgången",
  demo: "Demo",
  columns: { pauseDocumentations: "Lämna över" },
  sections: {
    app: "I appen",
    forced: "Tvingande inställningar",
  },
  generateCode: "Generera",
  guessable: "Går att gissa",
  captions: {
    licenseCode: "Enheter loggar in med den. En genererad kod går inte att gissa.",
    guessableCode: "Koden går att gissa. Generera en ny och ange den på enheterna.",
    changedCode: "Enheter med den tidigare koden kan inte skicka in något förrän den nya har angetts på dem.",
    reverseDocumentationCreation: "Namnet kommer först, sedan mallen.",
    expireDate:
      "Licensen slutar gälla när dagen börjar, och enheterna behåller det som inte har skickats in tills den förlängs. Lämna tomt om den aldrig ska gå ut.",
    logo: "PNG, högst 150 kB. Visas där dokumentationer skapas.",
    useSavedUsername: "Användaren anger ett namn, som sparas till nästa gång.",
    useSavedEmail: "Den adress som angavs senast sparas till nästa gång.",
    emailRequired: "Användaren anger en e-postadress, som sparas med dokumentationen.",
  },
  forced: {
    UNFORCED: "Användaren bestämmer",
    FORCED_YES: "Alltid",
    FORCED_NO: "Aldrig",
  },
  logoTooLarge: "Filen är större än 150 kB",
  logoNotPng: "Filen är inte en PNG-bild",
  logoAlt: "Licensens logotyp",
  removeLogo: "Ta bort logotypen",
} satisfies Translated<Texts["license"]>;
