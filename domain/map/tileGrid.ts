/** The tiles by which the map clusters documentations: squares on a Mercator map, half as wide at each higher zoom. */

/** The minimum zoom, and the zoom from which nothing is clustered (2§2). */
export const mapZooms = { min: 3, max: 21 } as const;

/** The latitude at which a Mercator map ends, in degrees. */
export const maxMercatorLatitude = 85.0511;

/** The highest zoom whose clusters are sums of precomputed tiles; those tiles are of this zoom. */
export const precomputedZoom = 9;

/** The number of tiles across the world: each is 64 of its 256 · 2^zoom pixels wide. */
const countTiles = (zoom: number): number => 2 ** (zoom + 2);

/** Maximum number of tile rows in a view; a larger view is truncated. No screen is that tall. */
const maxTileRows = 256;

export interface MapBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A row of tiles: its number from the north, and its latitude bounds. */
export interface TileRow {
  row: number;
  south: number;
  north: number;
}

/**
 * The whole tiles that cover a view: their rows, their first and last column, the longitudes they span, and the width of a tile in
 * degrees.
 */
export function getTilesInView(
  { south, west, north, east }: MapBounds,
  zoom: number,
): { rows: TileRow[]; columns: readonly [number, number]; west: number; east: number; width: number } {
  const tileCount = countTiles(zoom);
  const width = 360 / tileCount;
  const [firstRow, lastRow] = [rowOf(north, tileCount), rowOf(south, tileCount)];
  const rows = Array.from(
    { length: Math.min(Math.max(lastRow - firstRow + 1, 0), maxTileRows) },
    (_, index) => {
      const row = firstRow + index;
      // Latitudes beyond the map belong to the outermost row.
      return {
        row,
        north: row === 0 ? 91 : latitudeOf(row, tileCount),
        south: row === tileCount - 1 ? -91 : latitudeOf(row + 1, tileCount),
      };
    },
  );
  const getColumn = (lng: number) => Math.floor((lng + 180) / width);
  const columns = [getColumn(west), getColumn(east)] as const;
  return { rows, columns, west: columns[0] * width - 180, east: (columns[1] + 1) * width - 180, width };
}

/** Returns the key of the tile that contains a position. */
export function createTileKeyGetter(zoom: number): (lat: number, lng: number) => string {
  const tileCount = countTiles(zoom);
  return (lat, lng) => `${rowOf(lat, tileCount)} ${Math.floor(((lng + 180) / 360) * tileCount)}`;
}

function rowOf(lat: number, tileCount: number): number {
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return Math.min(Math.max(Math.floor(y * tileCount), 0), tileCount - 1);
}

function latitudeOf(row: number, tileCount: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tileCount))) * 180) / Math.PI;
}
