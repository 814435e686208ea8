import type { Texts, Translated } from "../../texts";

export default {
  lead: "Telefoner och surfplattor så som de senast rapporterade sig.",
  searchHint: "Sök id, användare, telefon, version, licens eller kund",
  emptyTitle: "Inga enheter än",
  emptyText: "En enhet syns här när den har loggat in med en licens.",
  notFound: "Enheten finns inte, eller finns inte längre",
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
    lastUpdated: "Senast sedd",
    deletePhotosAfterUpload: "Ta bort foton efter uppladdning",
    backupToLibrary: "Säkerhetskopiera till fotobiblioteket",
    uploadOnWifiOnly: "Ladda bara upp via wifi",
    darkMode: "Mörkt läge",
  },
} satisfies Translated<Texts["device"]>;
