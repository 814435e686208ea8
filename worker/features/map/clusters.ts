import { type SQL, sql } from "drizzle-orm";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import type { DocumentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { spreadPositions } from "#domain/lists/suggestion.ts";
import { getTilesInView, type MapBounds, mapZooms, precomputedZoom } from "#domain/map/tileGrid.ts";
import type { Database } from "#worker/db/database.ts";
import { json, number, type RowOf, selectRows, text, uuid } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import {
  createFilterConditions,
  filterCondition,
  rowFilterCondition,
  visibleCondition,
} from "#worker/listQuery/filter.ts";

const clusterColumns = {
  count: number("count(*)"),
  lat: number("avg(d.lat)"),
  lng: number("avg(d.lng)"),
  south: number("min(d.lat)"),
  west: number("min(d.lng)"),
  north: number("max(d.lat)"),
  east: number("max(d.lng)"),
};
type ClusterRow = RowOf<typeof clusterColumns>;

const tileSumColumns: Record<keyof ClusterRow, ReturnType<typeof number>> = {
  count: number("sum(d.documentations)"),
  lat: number("sum(d.lat) / 1e6 / sum(d.documentations)"),
  lng: number("sum(d.lng) / 1e6 / sum(d.documentations)"),
  south: number("min(d.south) / 1e6"),
  west: number("min(d.west) / 1e6"),
  north: number("max(d.north) / 1e6"),
  east: number("max(d.east) / 1e6"),
};

const documentationColumns = {
  id: uuid("d.id"),
  name: text("coalesce(d.alias, d.name)"),
  facts: json<
    NonNullable<MapCluster["facts"]>
  >(`json_object('dateCreated', d.date_created, 'status', d.status,
    'templateName', (SELECT name FROM template WHERE id = d.template_id),
    'numberOfPhotos', d.number_of_photos, 'uploadedPhotos', d.uploaded_photos)`),
};

/** Maximum number of documentations shown individually at the highest zoom. */
const maxIndividual = 2_000;

/** A view: tiles, and the documentations of a filter by the position index, which covers every column of the filter. */
interface MapView {
  scope: Scope;
  filter: DocumentationFilter;
  zoom: number;
  tiles: ReturnType<typeof getTilesInView>;
  positions: SQL;
}

/**
 * The documentations of a filter in a view, clustered by tiles. Nothing outside the view is read.
 * @throws forbidden
 */
export async function findClusters(
  db: Database,
  scope: Scope,
  { zoom, south, west, north, east, ...filter }: DocumentationFilter & MapBounds & { zoom: number },
): Promise<{ items: MapCluster[]; total: number }> {
  const isSingleCustomer = narrowScope(scope, filter.customerId).customerId !== undefined;
  const positions = sql.raw(isSingleCustomer ? "documentation_position" : "documentation_all_position");
  const tiles = getTilesInView({ south, west, north, east }, zoom);
  const view: MapView = { scope, filter, zoom, tiles, positions };
  const items =
    zoom >= mapZooms.max
      ? await listIndividual(db, view)
      : await addDetails(
          db,
          view,
          await (isCoveredByTileSums(view) ? sumTiles : countDocumentations)(db, view),
        );
  return { items, total: items.reduce((sum, { count }) => sum + count, 0) };
}

/** True if the precomputed tile sums cover the filter. */
const isCoveredByTileSums = ({ scope, filter, zoom }: MapView): boolean =>
  zoom <= precomputedZoom &&
  createFilterConditions(scope, filter).every(({ criterion: column }) => column === "status");

/** Sums up the tiles of `precomputedZoom`. */
function sumTiles(
  db: Database,
  { scope, filter, zoom, tiles: { rows, columns } }: MapView,
): Promise<ClusterRow[]> {
  const shift = precomputedZoom - zoom;
  const [top, bottom] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? -1];
  const [first, last] = columns;
  const conditions = createFilterConditions(scope, filter).map(
    ({ condition }) => sql` AND ${condition(false)}`,
  );
  return selectRows(
    db,
    tileSumColumns,
    (columns) => sql`SELECT ${columns} FROM documentation_tile d
      WHERE d.y >= ${top << shift} AND d.y < ${(bottom + 1) << shift} AND d.x >= ${first << shift} AND d.x < ${(last + 1) << shift}
        AND d.documentations > 0 AND ${visibleCondition(scope, filter)}${sql.join(conditions)}
      GROUP BY d.y >> ${shift}, d.x >> ${shift}`,
  );
}

/** Counts individual documentations: each row of tiles is a range of latitude, and so a range of the position index. */
const countDocumentations = (db: Database, view: MapView): Promise<ClusterRow[]> =>
  selectRows(
    db,
    clusterColumns,
    (columns) => sql`SELECT ${columns} FROM ${inTilesSource(view)}
      GROUP BY t.key, CAST((d.lng - ${view.tiles.west}) / ${view.tiles.width} AS INTEGER)`,
  );

/** `FROM` and `WHERE` of the documentations in the tiles. */
function inTilesSource({ scope, filter, tiles: { rows, west, east }, positions }: MapView): SQL {
  // The partial index's own condition comes last: SQLite uses the first upper bound, and this one would make it read everything.
  return sql`json_each(${JSON.stringify(rows)}) t CROSS JOIN documentation d INDEXED BY ${positions}
    WHERE d.lat >= t.value ->> 'south' AND d.lat < t.value ->> 'north' AND d.lng >= ${west}
      AND d.lng < ${east >= 180 ? 180.1 : east} AND ${filterCondition(scope, filter)} AND d.lat <= 90`;
}

/** Search radius for a single documentation: tile sums have its position to a millionth of a degree. */
const searchRadiusDegrees = 0.000_001;

/** Adds the id, name and details to clusters of one documentation, which is the one at that position. */
async function addDetails(
  db: Database,
  { scope, filter, positions }: MapView,
  clusters: readonly ClusterRow[],
): Promise<MapCluster[]> {
  const positionsOfSingles = clusters.map(({ count, lat, lng }) => (count === 1 ? { lat, lng } : null));
  const rows = await selectRows(
    db,
    { at: number("p.key"), ...documentationColumns },
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(positionsOfSingles)}) p CROSS JOIN documentation d INDEXED BY ${positions}
      WHERE p.type = 'object' AND d.lat >= p.value ->> 'lat' - ${searchRadiusDegrees} AND d.lat <= p.value ->> 'lat' + ${searchRadiusDegrees}
        AND d.lng >= p.value ->> 'lng' - ${searchRadiusDegrees} AND d.lng <= p.value ->> 'lng' + ${searchRadiusDegrees}
        AND ${rowFilterCondition(scope, filter)} AND d.lat <= 90`,
  );
  const detailsByIndex = new Map(rows.map(({ at: index, ...row }) => [index, row]));
  return clusters.map((cluster, index) => ({ ...cluster, ...(detailsByIndex.get(index) ?? noDetails) }));
}

const noDetails = { id: null, name: null, facts: null };

/** Individual documentations; those at the same position are moved apart. */
async function listIndividual(db: Database, view: MapView): Promise<MapCluster[]> {
  const rows = await selectRows(
    db,
    { ...documentationColumns, lat: number("d.lat"), lng: number("d.lng") },
    (columns) => sql`SELECT ${columns} FROM ${inTilesSource(view)} ORDER BY d.seq LIMIT ${maxIndividual}`,
  );
  return spreadPositions(rows).map(({ lat, lng, ...details }) => ({
    count: 1,
    lat,
    lng,
    south: lat,
    west: lng,
    north: lat,
    east: lng,
    ...details,
  }));
}
