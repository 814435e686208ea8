/*
 * The field crews, their devices and sites. People are invented; the towns' positions are real.
 */

export interface Worker {
  name: string;
  deviceId: string;
  phoneModel: string;
  osVersion: string;
  /** Maker and model as the camera writes them. */
  camera: string;
}

export const workers: readonly Worker[] = [
  {
    name: "Tuva E",
    deviceId: "7b21c04fd98a4e10",
    phoneModel: "iPhone15,4",
    osVersion: "iOS 18.5",
    camera: "Apple iPhone 15",
  },
  {
    name: "Nils-Aron B",
    deviceId: "a83f5510cc7d42b9",
    phoneModel: "SM-G525F",
    osVersion: "Android 14",
    camera: "samsung SM-G525F",
  },
  {
    name: "Moa L",
    deviceId: "19d4e7b2f0334ac8",
    phoneModel: "SM-A546B",
    osVersion: "Android 15",
    camera: "samsung SM-A546B",
  },
  {
    name: "Isak R",
    deviceId: "e05c9a7741bb4f63",
    phoneModel: "Pixel 8",
    osVersion: "Android 16",
    camera: "Google Pixel 8",
  },
  {
    name: "Ylva S",
    deviceId: "4cc81f2e90d74175",
    phoneModel: "XQ-DC54",
    osVersion: "Android 15",
    camera: "Sony XQ-DC54",
  },
  {
    name: "Edvin K",
    deviceId: "d2709e3ab51c4c0e",
    phoneModel: "TC58",
    osVersion: "Android 13",
    camera: "Zebra TC58",
  },
];

export interface Site {
  name: string;
  lat: number;
  lng: number;
}

const site = (name: string, lat: number, lng: number): Site => ({ name, lat, lng });

/** Norrfiber's masts, cabinets and construction stages. Several are visited more than once and with more than one template. */
export const norrfiberSites: readonly Site[] = [
  site("NF-2041 Skellefteå Norra", 64.7681, 20.9561),
  site("NF-2042 Skellefteå Anderstorp", 64.7389, 20.9778),
  site("NF-2107 Lycksele Flygplats", 64.5483, 18.7162),
  site("NF-2113 Storuman Luspen", 65.1012, 17.0905),
  site("NF-2120 Arjeplog Kyrkholmen", 66.0498, 17.8891),
  site("NF-2204 Luleå Porsön", 65.6171, 22.1364),
  site("NF-2211 Gällivare Dundret", 67.1136, 20.6012),
  site("NF-2230 Kiruna Lombolo", 67.8402, 20.2398),
  site("NF-2302 Umeå Ersboda", 63.8581, 20.3217),
  site("NF-2318 Örnsköldsvik Domsjö", 63.2683, 18.7291),
  site("NF-2405 Östersund Lugnvik", 63.2022, 14.6093),
  site("NF-2411 Åre Björnen", 63.3861, 13.1547),
  site("NF-2503 Sundsvall Nacksta", 62.3921, 17.2533),
  site("NF-2519 Härnösand Bondsjö", 62.6438, 17.9052),
  site("NF-2604 Gävle Sätra", 60.6934, 17.1369),
  site("NF-2617 Mora Utmeland", 61.0188, 14.5212),
  site("NF-2701 Falun Hälsinggården", 60.5924, 15.6693),
  site("NF-2809 Uppsala Gottsunda", 59.8105, 17.6222),
  site("Etapp 7 Lycksele", 64.5961, 18.6811),
  site("Etapp 9 Norsjö", 64.9117, 19.4803),
  site("Etapp 12 Vännäs", 63.9073, 19.7519),
  site("Skåp KS-118 Piteå Öjebyn", 65.3456, 21.4021),
  site("Skåp KS-204 Boden Sävast", 65.7823, 21.7538),
  site("Skåp KS-231 Kalix Innanbäcken", 65.8621, 23.1402),
];

export const sydvindSites: readonly Site[] = [
  site("SV-01 Ystad Nybrostrand", 55.4402, 13.9233),
  site("SV-02 Kalmar Rinkabyholm", 56.6541, 16.2517),
  site("SV-03 Visby Näsudden", 57.0712, 18.2094),
  site("SV-04 Halmstad Oskarström", 56.8103, 12.9704),
  site("SV-05 Karlskrona Torhamn", 56.0901, 15.8282),
  site("SV-06 Borås Rångedala", 57.7864, 13.1327),
];

export const demoSites: readonly Site[] = [
  site("Provplats Göteborg Lindholmen", 57.7069, 11.9387),
  site("Provplats Malmö Hyllie", 55.5627, 12.9756),
];
