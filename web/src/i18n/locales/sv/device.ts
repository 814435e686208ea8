import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  lead: "Telefoner och surfplattor enligt deras senaste rapport.",
  searchHint: "Sök på id, användare, telefon, version, licens eller kund",
  emptyTitle: "Inga enheter än",
  emptyText: "En enhet visas här när den har loggat in med en licens.",
  notFound: "Enheten finns inte eller har tagits bort",
  about: "Om enheten",
  settings: "Appens inställningar",
  copyId: "Kopiera id {id}",
  copiedId: "Kopierat id!",
  fields: {
    deviceId: "Enhets-id",
    username: "Användare",
    phoneModel: "Telefon",
    osVersion: "Operativsystem",
    appVersion: "Appversion",
    availableStorageSpace: "Ledigt utrymme",
    currentLicenseCode: "Aktuell licens",
    licenses: "Licenser",
    lastUpdated: "Senast aktiv",
    deletePhotosAfterUpload: "Ta bort foton efter uppladdning",
    backupToLibrary: "Säkerhetskopiera till fotobiblioteket",
    uploadOnWifiOnly: "Ladda bara upp via wifi",
    darkMode: "Mörkt läge",
  },
} satisfies Translated<Texts["device"]>;
