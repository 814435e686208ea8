import { type Basemap, type BasemapPlace, projectExactly, worldSize } from "./basemap.ts";

/** The Swedish names of places whose names in the basemap are English or Finnish. */
const swedishNames: Readonly<Record<string, string>> = {
  // Finland
  Espoo: "Esbo",
  Hamina: "Fredrikshamn",
  Helsinki: "Helsingfors",
  Hämeenlinna: "Tavastehus",
  Iisalmi: "Idensalmi",
  Järvenpää: "Träskända",
  Kaarina: "S:t Karins",
  Kajaani: "Kajana",
  Kerava: "Kervo",
  Kirkkonummi: "Kyrkslätt",
  Kokkola: "Karleby",
  Lahti: "Lahtis",
  Lappeenranta: "Villmanstrand",
  Lapua: "Lappo",
  Lieto: "Lundo",
  Lohja: "Lojo",
  Mikkeli: "S:t Michel",
  Naantali: "Nådendal",
  Oulu: "Uleåborg",
  Paimio: "Pemar",
  Pirkkala: "Birkala",
  Pori: "Björneborg",
  Porvoo: "Borgå",
  Raahe: "Brahestad",
  Raisio: "Reso",
  Rauma: "Raumo",
  Savonlinna: "Nyslott",
  Tampere: "Tammerfors",
  Tornio: "Torneå",
  Turku: "Åbo",
  Tuusula: "Tusby",
  Ulvila: "Ulvsby",
  Uusikaupunki: "Nystad",
  Vaasa: "Vasa",
  Vantaa: "Vanda",
  Vihti: "Vichtis",
  // Europe
  Aalborg: "Ålborg",
  Athens: "Aten",
  Belgrade: "Belgrad",
  Brussels: "Bryssel",
  Bucharest: "Bukarest",
  Copenhagen: "Köpenhamn",
  Florence: "Florens",
  Genoa: "Genua",
  Kyiv: "Kiev",
  Lisbon: "Lissabon",
  Luxembourg: "Luxemburg",
  Milan: "Milano",
  Moscow: "Moskva",
  Munich: "München",
  Naples: "Neapel",
  Pilsen: "Plzeň",
  Prague: "Prag",
  Rome: "Rom",
  "Saint Petersburg": "Sankt Petersburg",
  "The Hague": "Haag",
  Vienna: "Wien",
  Warsaw: "Warszawa",
  // Further away
  Algiers: "Alger",
  "Addis Ababa": "Addis Abeba",
  Baghdad: "Bagdad",
  Beijing: "Peking",
  Cairo: "Kairo",
  Damascus: "Damaskus",
  Havana: "Havanna",
  Kathmandu: "Katmandu",
  Tehran: "Teheran",
};

/** The name of a place of the basemap in a language, such as "sv" or "sv-SE". */
export const placeNameIn = (language: string, name: string): string =>
  language.startsWith("sv") ? (swedishNames[name] ?? name) : name;

/** Distance in kilometres from which a place no longer describes a position. */
const maxDistanceKm = 100;
const equatorKm = 40_075;
/** Zoom levels beyond the map's own at which a place may first be named. */
const extraZooms = 2;

/**
 * The nearest place that the map names at a zoom or slightly closer, because a village means little on a map of the country. If
 * none is within reach, the nearest of those it names at the next zoom.
 */
export function findNearestPlace(
  { places }: Pick<Basemap, "places">,
  { lat, lng }: { lat: number; lng: number },
  zoom: number,
): BasemapPlace | null {
  const [x, y] = projectExactly(lng, lat);
  const kmPerUnit = (equatorKm * Math.cos((lat * Math.PI) / 180)) / worldSize;
  let nearestPlace: BasemapPlace | null = null;
  let minDistance = maxDistanceKm / kmPerUnit;
  for (const place of places) {
    // Places are sorted by the zoom from which they are visible.
    if (nearestPlace && place.zoom > Math.max(zoom + extraZooms, nearestPlace.zoom)) break;
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance >= minDistance) continue;
    nearestPlace = place;
    minDistance = distance;
  }
  return nearestPlace;
}
