import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  suggestion: {
    lead: "Importera förslag från andra system till förslagslistor, enligt schema eller direkt.",
    add: "Ny import av förslag",
    edit: "Redigera import av förslag",
    list: "Förslagslista",
    searchList: "Sök bland förslagslistor…",
    emptyTitle: "Inga importer av förslag än",
    entries: "Förslag",
  },
  expectedAnswer: {
    lead: "Importera förväntade svar från andra system till listor, enligt schema eller direkt.",
    add: "Ny import av förväntade svar",
    edit: "Redigera import av förväntade svar",
    list: "Lista med förväntade svar",
    searchList: "Sök bland listor med förväntade svar…",
    emptyTitle: "Inga importer av förväntade svar än",
    entries: "Svar",
  },
  tabs: { label: "Konfigurationer och händelser", configurations: "Konfigurationer", events: "Händelser" },
  searchConfigurations: "Sök på namn, lista, typ eller kund",
  searchEvents: "Sök på konfiguration, typ eller meddelande",
  noEvents: "Inga importer har körts än",
  refresh: "Uppdatera",
  chooseCustomerFirst: "Välj en kund först.",
  run: {
    button: "Importera nu: {name}",
    title: "Importera nu",
    text: "Är du säker på att du vill starta ett importjobb för den här konfigurationen?",
  },
  runAnyway: {
    title: "Importera ändå",
    text: "Det som inte längre finns i källan tas bort ur listan, även om det är mer än hälften. Det som har lagts till manuellt finns kvar.",
  },
  fields: {
    type: "Typ",
    frequency: "Frekvens",
    disabled: "Inaktiverad",
    state: "Status",
    configuration: "Konfiguration",
    result: "Resultat",
    message: "Meddelande",
    nextRunAt: "Nästa körning",
    changes: "Ändringar",
    added: "Tillagda",
    updated: "Uppdaterade",
    removed: "Borttagna",
    startedBy: "Startad av",
    started: "Startad",
    finished: "Klar",
  },
  notes: {
    RAMSITE_3GIS:
      "RAMSITE har inget publikt API, så listan måste beskrivas här. Fråga 3GIS efter adresserna. Filter som du fyller i skickas med som parametrar och begränsar listan.",
    SHAREPOINT_FOLDERS: "Varje mapp direkt i sökvägen blir ett förslag.",
    SHAREPOINT_TEXT_FILE:
      "Varje rad blir ett förslag: ett namn, eller namn;lat;lng eller namn;y;x (RT90) med position. UTF-8, UTF-16 och Windows-1252 går att läsa.",
    NEXT_PROJECT:
      "Namnen på projekten i Next Project blir förslag. Skapa en åtkomsttoken så som Next beskriver på next-tech.readme.io. Den går inte ut.",
    NEXT_CUSTOMER:
      "Namnen på aktiva kunder i Next Project blir förslag. Skapa en åtkomsttoken så som Next beskriver på next-tech.readme.io. Den går inte ut.",
    NEXT_USER:
      "Aktiva användare i Next Project blir förslag. Skapa en åtkomsttoken så som Next beskriver på next-tech.readme.io. Den går inte ut.",
  },
  hints: {
    path: "Bibliotekets namn i webbadressen och eventuella mappar i det: Shared Documents/Projekt",
    scope: "Ändra bara om din organisations Microsoft-moln kräver det.",
    fileName: "Med filändelse: platser.txt",
    columns:
      "Fält hos en användare i Next, åtskilda med semikolon, i samma ordning som listans kolumner: fullname;email;employeeno. Om fältet är tomt används fullname.",
    baseUrl: "Adressen som sökvägen läggs till efter. Obligatorisk.",
    apiKeyPrefix: "Ett ord före API-nyckeln i headern, till exempel Bearer.",
    listPath:
      "GET, svarar med en lista i JSON. Obligatorisk. För en lista i flera sidor anges {page}, {offset} eller {cursor} där API:et vill ha det.",
    nextKey:
      "Nyckeln i JSON för adressen till nästa sida, eller för dess markör om sökvägen har {cursor}. Punkter anger nästlade objekt: paging.next",
    nameKey: "Nyckeln för radens namn i JSON. Punkter anger nästlade objekt: site.name",
    latKey: "Nyckeln för radens latitud i JSON, eller y i RT90.",
    lngKey: "Nyckeln för radens longitud i JSON, eller x i RT90.",
    answerName: "Nyckeln för radens svar i JSON. Obligatorisk.",
    validValues: "Åtskilda med semikolon. Om fältet är ifyllt tas andra värden inte med.",
    templateTaskIds:
      "Uppgifter som listan gäller, utöver listans egna. Andra svar på dem markeras som oväntade när en dokumentation slutförs.",
    templateTaskNames: "Namn på de uppgifter som listan gäller, i alla mallar, åtskilda med semikolon.",
  },
  about: "Importen",
  onSchedule: "Enligt schema",
  changes: {
    noChanges: "Inga ändringar",
    added: "{formattedCount} tillagda",
    updated: "{formattedCount} uppdaterade",
    removed: "{formattedCount} borttagna",
  },
  confirmationText_one:
    "{removedCount} importerad post finns inte längre bland de {sourceCount} i källan. Det är mer än hälften, så inget har ändrats.",
  confirmationText_other:
    "{removedCount} importerade poster finns inte längre bland de {sourceCount} i källan. Det är mer än hälften, så inget har ändrats.",
  captions: {
    disabled: "En inaktiverad import körs bara när du startar den manuellt.",
  },
  state: { active: "Aktiv", disabled: "Inaktiverad" },
  result: {
    queued: "I kö",
    running: "Pågår",
    success: "Lyckades",
    needsConfirmation: "Stoppad: väntar på ditt svar",
    failed: "Misslyckades",
  },
  frequency: {
    HOURLY: "Varje timme",
    DAILY: "Varje dag",
    WEEKLY: "Varje vecka",
    MONTHLY: "Varje månad",
    YEARLY: "Varje år",
  },
} satisfies Translated<Texts["imports"]>;
