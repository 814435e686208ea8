/**
 * The coarse ground of maps: coasts, lakes, rivers, borders, countries and places, small enough to be fetched as one file.
 * Positions are on a Mercator map of the whole world that is `worldSize` wide and high, counted from its north-western corner.
 */

/** Units across the world: 76 metres each at a latitude of 60 degrees, finer than what is drawn. */
export const worldSize = 2 ** 18;

/** Points one after another: x, y, x, y … An area ends where it begins. */
export type Shape = Int32Array;

export const baseMapLayers = ["land", "lakes", "rivers", "borders"] as const;
export type GroundLayer = (typeof baseMapLayers)[number];

/** How large a place is written: a capital, a city, a town, a village. */
export const placeKinds = ["capital", "city", "town", "village"] as const;
export type PlaceKind = (typeof placeKinds)[number];

interface Named {
  x: number;
  y: number;
  /** The zoom from which its name has room. */
  zoom: number;
}

export interface BaseMapCountry extends Named {
  /** ISO 3166-1, two letters. */
  code: string;
  /** The zoom from which places take over. */
  until: number;
}

export interface BaseMapPlace extends Named {
  name: string;
  kind: PlaceKind;
}

export interface BaseMap extends Record<GroundLayer, readonly Shape[]> {
  countries: readonly BaseMapCountry[];
  /** Those that are seen from afar first. */
  places: readonly BaseMapPlace[];
}

/** A place on the ground; latitudes beyond the end of the map lie on its edge. */
export function projectToWorld(lng: number, lat: number): [number, number] {
  const radians = (Math.min(Math.max(lat, -85.0511), 85.0511) * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.round(((lng + 180) / 360) * worldSize), Math.round(y * worldSize)];
}
