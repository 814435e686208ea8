/** The tiles the map clusters documentations by: squares on a Mercator map, half as wide at each further zoom. */

/** The minimum zoom, and the zoom from which nothing is clustered (2§2). */
export const mapZooms = { least: 3, most: 21 } as const;

/** Degrees of latitude at which a Mercator map ends. */
export const maxMercatorLatitude = 85.0511;

/** Up to this zoom clusters are added up from what is kept for each of its tiles; it is also how fine those are. */
export const precomputedZoom = 9;

/** Tiles across the world: each is 64 of its 256 · 2^zoom pixels wide. */
const tilesAt = (zoom: number): number => 2 ** (zoom + 2);

/** Rows of tiles in a view at most; a larger view is cut. No screen is that high. */
const maxTileRows = 256;

export interface MapBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A row of tiles: its number from the north, and the latitudes it lies between. */
export interface TileRow {
  row: number;
  south: number;
  north: number;
}

/** A view as whole tiles: their rows, their columns from the first to the last, the longitudes they span, and the width of one in degrees. */
export function tilesInView(
  { south, west, north, east }: MapBounds,
  zoom: number,
): { rows: TileRow[]; columns: readonly [number, number]; west: number; east: number; width: number } {
  const tiles = tilesAt(zoom);
  const width = 360 / tiles;
  const [first, last] = [rowOf(north, tiles), rowOf(south, tiles)];
  const rows = Array.from({ length: Math.min(Math.max(last - first + 1, 0), maxTileRows) }, (_, index) => {
    const row = first + index;
    // Latitudes beyond the end of the map belong to the outermost row.
    return {
      row,
      north: row === 0 ? 91 : latitudeOf(row, tiles),
      south: row === tiles - 1 ? -91 : latitudeOf(row + 1, tiles),
    };
  });
  const column = (lng: number) => Math.floor((lng + 180) / width);
  const columns = [column(west), column(east)] as const;
  return { rows, columns, west: columns[0] * width - 180, east: (columns[1] + 1) * width - 180, width };
}

/** Which tile of a zoom a position is in. */
export function tileKeyAt(zoom: number): (lat: number, lng: number) => string {
  const tiles = tilesAt(zoom);
  return (lat, lng) => `${rowOf(lat, tiles)} ${Math.floor(((lng + 180) / 360) * tiles)}`;
}

function rowOf(lat: number, tiles: number): number {
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return Math.min(Math.max(Math.floor(y * tiles), 0), tiles - 1);
}

function latitudeOf(row: number, tiles: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;
}
