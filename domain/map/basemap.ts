/**
 * The coarse basemap: coasts, lakes, rivers, borders, countries and places, small enough to be fetched as one file. Positions are
 * on a Mercator map of the whole world, `worldSize` wide and high, with its origin in the north-west.
 */

/** The width of the world in units: 76 metres each at latitude 60 degrees, finer than any drawn detail. */
export const worldSize = 2 ** 18;

/** Consecutive points: x, y, x, y … An area ends where it begins. */
export type Shape = Int32Array;

export const basemapLayers = ["land", "lakes", "rivers", "borders"] as const;
export type BasemapLayer = (typeof basemapLayers)[number];

/** The kinds of places, which set the size of their names. */
export const placeKinds = ["capital", "city", "town", "village"] as const;
export type PlaceKind = (typeof placeKinds)[number];

interface MapLabel {
  x: number;
  y: number;
  /** The minimum zoom at which the name has space. */
  zoom: number;
}

export interface BasemapCountry extends MapLabel {
  /** ISO 3166-1, two letters. */
  code: string;
  /** The zoom from which places are shown instead. */
  maxZoom: number;
}

export interface BasemapPlace extends MapLabel {
  name: string;
  kind: PlaceKind;
}

export interface Basemap extends Record<BasemapLayer, readonly Shape[]> {
  countries: readonly BasemapCountry[];
  /** Places shown at low zooms first. */
  places: readonly BasemapPlace[];
}

/** Projects a position to the basemap; latitudes beyond the map are clamped to its edge. */
export const projectToWorld = (lng: number, lat: number): [number, number] => {
  const [x, y] = projectExactly(lng, lat);
  return [Math.round(x), Math.round(y)];
};

/** Like `projectToWorld`, but not rounded to whole units. */
export function projectExactly(lng: number, lat: number): [number, number] {
  const radians = (Math.min(Math.max(lat, -85.0511), 85.0511) * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [((lng + 180) / 360) * worldSize, y * worldSize];
}
