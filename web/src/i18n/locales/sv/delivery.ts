import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Det som skickas till destinationer, det som har kommit fram och det som har misslyckats.",
  state: {
    PENDING: "I kö",
    RUNNING: "Skickas",
    WAITING: "Väntar på nytt försök",
    DONE: "Levererad",
    FAILED: "Misslyckades",
    CANCELLED: "Avbruten",
  },
  inProgress: "Pågår",
  fileState: { PENDING: "Inte skickad än", SENDING: "Skickas", DONE: "Levererad", FAILED: "Misslyckades" },
  /** What is known of a delivered file: whether it was sent or already there, and how that was verified. */
  arrival: {
    SENT: {
      SIZE: "Skickad; storleken stämmer hos destinationen",
      TAG: "Skickad; versionen stämmer hos destinationen",
      SHA256: "Skickad; destinationen har räknat fram samma SHA-256",
      NONE: "Skickad; destinationen ändrar filer av den här typen, så inget går att jämföra",
    },
    FOUND: {
      SIZE: "Fanns redan där enligt storleken; skickades inte igen",
      TAG: "Fanns redan där, oförändrad sedan den skickades; skickades inte igen",
      SHA256: "Fanns redan där med samma SHA-256; skickades inte igen",
      NONE: "Fanns redan där; skickades inte igen",
    },
  },
  kind: {
    PHOTO: "Foto",
    FILE: "Fil",
    EXTERNAL_FILE: "Extern fil",
    DOCUMENT: "Dokument",
    ZIP: "Zip-fil",
  },
  /** The reason of the failure, and the remedy. */
  error: {
    auth: "Destinationen nekade inloggningen. Rätta inloggningen i exportkonfigurationen och skicka igen.",
    config:
      "Destinationen godtar inte en inställning, eller så är dess certifikat fel. Rätta exportkonfigurationen och skicka igen.",
    refused:
      "Destinationen nekar detta på grund av namn, typ eller storlek, eller för att användaren inte får skriva där. Svaret säger varför.",
    notFound:
      "Webbplatsen, biblioteket eller mappen finns inte hos destinationen. Skapa den eller rätta exportkonfigurationen och skicka igen.",
    conflict:
      "Det finns redan något annat med samma namn hos destinationen. Flytta det eller byt namn på det där och skicka igen.",
    throttled: "Destinationen är överbelastad. Ett nytt försök görs automatiskt.",
    full: "Destinationen är full. Frigör utrymme där och skicka igen.",
    transient:
      "Destinationen svarade inte, eller så misslyckades anslutningen. Ett nytt försök görs automatiskt.",
    source:
      "Ett foto eller en fil som skulle skickas saknas eller är skadad i Siteproof. Ladda upp på nytt och skicka igen.",
    notAllowed:
      "Den som startade exporten har inte längre rätt att exportera, eller så skickar mallen inte längre till destinationen. Någon med behörighet kan skicka igen.",
    unreadableSecret:
      "Siteproof kan inte längre läsa destinationens sparade lösenord eller nyckel. Ange uppgiften på nytt i exportkonfigurationen och skicka igen.",
  },
  /** The same two errors once there are no more retries. */
  finalError: {
    throttled: "Destinationen var överbelastad. Skicka igen senare.",
    transient:
      "Destinationen svarade inte trots flera försök. Kontrollera att den är igång och går att nå, och skicka igen.",
  },
  /** Why the service itself cancelled a delivery. */
  cancelledReason:
    "Dokumentationen har lämnats över eller tagits bort, eller så skickar mallen inte längre hit.",
  /** The message is in English: the destination's response, or the error while connecting to it. */
  errorDetails: "Detaljer: {message}",
  responseCodeAndMessage: "Destinationen svarade {code}: {message}",
  responseCode: "Destinationen svarade {code}.",
  automatic: "Automatiskt",
  unencrypted: "Skickad utan kryptering, även lösenordet",
  writesDirectly:
    "Filerna skrevs direkt under sina namn, eftersom destinationen inte kan byta namn på tillfälliga filer",
  withoutMarkup: "Foton utan markeringar",
  nextAttempt: "Nytt försök {time}",
  nextAttemptSoon: "Nytt försök inom kort",
  failedAttempts_one: "{formattedCount} misslyckat försök",
  failedAttempts_other: "{formattedCount} misslyckade försök",
  progressOf: "Förlopp: {name}",
  bytesProgress: "{sentSize} av {totalSize}",
  planning: "Tar reda på vad som ska skickas",
  filesProgress_one: "{deliveredCount} av {total} fil",
  filesProgress_other: "{deliveredCount} av {total} filer",
  missingCount_one: "{formattedCount} foto eller fil saknas",
  missingCount_other: "{formattedCount} foton och filer saknas",
  notUploaded: "Inte uppladdad",
  searchHint: "Sök på dokumentation, destination eller kund",
  empty: "Inga leveranser än",
  emptyText: "Alla exporter till destinationer visas här, både manuella och automatiska.",
  noMatches: "Inga leveranser matchar",
  fields: {
    documentation: "Dokumentation",
    destination: "Destination",
    state: "Status",
    files: "Filer",
    size: "Storlek",
    exportedBy: "Exporterad av",
    started: "Påbörjad",
    finished: "Klar",
  },
  filters: {
    label: "Filter",
    active: "Aktiva filter",
    all: "Alla",
    remove: "Ta bort filtret {filter}",
    clearAll: "Rensa alla",
    startedFrom: "Påbörjad från och med {day}",
    startedUntil: "Påbörjad till och med {day}",
  },
  destinations: {
    title: "Destinationer",
    period: "De senaste 30 dagarna",
    show: "Visa bara leveranser till {name}",
    delivered: "Levererade",
    failed: "Misslyckade",
    successRate: "Lyckade",
    lastSuccess: "Lyckades senast",
    lastError: "Senaste fel",
    showAll: "Visa alla {formattedCount} destinationer",
    showFewer: "Visa färre",
    resendFailed: "Skicka alla misslyckade igen: {name}",
  },
  resendFailed: {
    title: "Skicka alla misslyckade igen: {name}",
    startDay: "Påbörjade den här dagen eller senare",
    invalidDay: "Välj en dag som inte är senare än i dag",
    counting: "Räknar…",
    noFailures: "Inget har misslyckats sedan den dagen.",
    confirmText_one:
      "{formattedCount} misslyckad leverans skickas igen. Det som har kommit fram skickas inte två gånger.",
    confirmText_other:
      "{formattedCount} misslyckade leveranser skickas igen. Det som har kommit fram skickas inte två gånger.",
    confirm_one: "Skicka {formattedCount} igen",
    confirm_other: "Skicka {formattedCount} igen",
  },
  select: {
    column: "Markera",
    page: "Markera alla på sidan som kan skickas igen",
    row: "Markera {name} till {destination}",
    region: "Markering",
    selectedCount_one: "{formattedCount} markerad",
    selectedCount_other: "{formattedCount} markerade",
    clear: "Avmarkera alla",
    confirmTitle: "Skicka igen",
    confirmText_one:
      "{formattedCount} leverans skickas igen. Det som har kommit fram skickas inte två gånger.",
    confirmText_other:
      "{formattedCount} leveranser skickas igen. Det som har kommit fram skickas inte två gånger.",
  },
  resend: "Skicka igen",
  resendOf: "Skicka igen: {name} till {destination}",
  retryNow: "Försök nu",
  retryNowOf: "Försök nu: {name} till {destination}",
  resending: "{name} skickas till {destination} igen",
  resendingFile: "{path} skickas igen",
  resendingMany_one: "{formattedCount} leverans skickas igen",
  resendingMany_other: "{formattedCount} leveranser skickas igen",
  notResent_one: "{formattedCount} leverans gick inte att skicka igen",
  notResent_other: "{formattedCount} leveranser gick inte att skicka igen",
  cancel: "Avbryt leveransen",
  cancelOf: "Avbryt leveransen: {name} till {destination}",
  cancelTitle: "Vill du avbryta leveransen?",
  cancelText: "{name} slutar skickas till {destination}. Det som har kommit fram ligger kvar där.",
  keepSending: "Fortsätt skicka",
  cancelled: "Leveransen av {name} till {destination} avbröts",
  detailsOf: "Detaljer: {name} till {destination}",
  detailsTitle: "{name} till {destination}",
  about: "Om leveransen",
  deliveredFiles: "{deliveredCount} av {total}",
  files: {
    title: "Filer",
    filter: "Filer som visas",
    all: "Alla",
    failed: "Misslyckade",
    empty: "Det fanns inget att skicka.",
    noFailures: "Ingen fil har misslyckats.",
    notListed: "Filerna listas när leveransen börjar.",
    path: "Sökväg",
    remoteId: "Id hos destinationen: {id}",
    remoteName: "Namn hos destinationen: {path}",
    noHash: "Inte känd förrän filen har skapats",
    copyHash: "Kopiera SHA-256 {hash}…",
    resend: "Skicka igen: {path}",
  },
} satisfies Translated<Texts["delivery"]>;
