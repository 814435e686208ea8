import { type SQL, sql } from "drizzle-orm";
import type { DocumentationFilter } from "../../../domain/endpoints/documentationFilter";
import type { MapCluster } from "../../../domain/endpoints/map";
import { mapZooms, tilesOf, type View } from "../../../domain/rules/mapGrid";
import { apart } from "../../../domain/rules/suggestion";
import type { Database } from "../../db/database";
import { json, number, type RowOf, rowsOf, text, uuid } from "../../db/rows";
import { narrowed, type Scope } from "../../db/scope";
import { filtered } from "../../documentation/filter";

const gatheredColumns = {
  count: number("count(*)"),
  lat: number("avg(d.lat)"),
  lng: number("avg(d.lng)"),
  south: number("min(d.lat)"),
  west: number("min(d.lng)"),
  north: number("max(d.lat)"),
  east: number("max(d.lng)"),
  seq: number("min(d.seq)"),
};
type Gathered = RowOf<typeof gatheredColumns>;

const namedColumns = {
  id: uuid("d.id"),
  name: text("coalesce(d.alias, d.name)"),
  facts: json<
    NonNullable<MapCluster["facts"]>
  >(`json_object('dateCreated', d.date_created, 'status', d.status,
    'templateName', (SELECT name FROM template WHERE id = d.template_id),
    'numberOfPhotos', d.number_of_photos, 'uploadedPhotos', d.uploaded_photos)`),
};

/** Documentations shown one by one at the last zoom. */
const mostSingles = 2_000;

/**
 * The documentations of a filter in a view, clustered by tiles. Each row of tiles is a range of latitude, and so a range of the index of
 * positions, which holds every column of the filter. Nothing beyond the view is read. @throws forbidden
 */
export async function clustersOf(
  db: Database,
  scope: Scope,
  { zoom, ...asked }: DocumentationFilter & View & { zoom: number },
): Promise<{ items: MapCluster[]; total: number }> {
  const { rows, west, east, width } = tilesOf(asked, zoom);
  const one = narrowed(scope, asked.customerId).customerId !== undefined;
  const positions = sql.raw(one ? "documentation_position" : "documentation_all_position");
  const from = sql`json_each(${JSON.stringify(rows)}) t CROSS JOIN documentation d INDEXED BY ${positions}`;
  // The partial index's own condition comes last: SQLite uses the first upper bound, and by this one it would read everything.
  const where = sql`d.lat >= t.value ->> 'south' AND d.lat < t.value ->> 'north' AND d.lng >= ${west}
    AND d.lng < ${east >= 180 ? 180.1 : east} AND ${filtered(scope, asked)} AND d.lat <= 90`;
  const items =
    zoom >= mapZooms.most
      ? await singles(db, from, where)
      : await named(db, await gathered(db, from, where, { west, width }));
  return { items, total: items.reduce((sum, { count }) => sum + count, 0) };
}

const gathered = (db: Database, from: SQL, where: SQL, { west, width }: { west: number; width: number }) =>
  rowsOf(
    db,
    gatheredColumns,
    (columns) =>
      sql`SELECT ${columns} FROM ${from} WHERE ${where} GROUP BY t.key, CAST((d.lng - ${west}) / ${width} AS INTEGER)`,
  );

/** Clusters of one documentation get its id, name and facts. */
async function named(db: Database, clusters: readonly Gathered[]): Promise<MapCluster[]> {
  const alone = clusters.filter(({ count }) => count === 1).map(({ seq }) => seq);
  const rows = await rowsOf(
    db,
    { seq: number("d.seq"), ...namedColumns },
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(alone)}) s CROSS JOIN documentation d ON d.seq = s.value`,
  );
  const known = new Map(rows.map((row) => [row.seq, row]));
  return clusters.map(({ seq, ...cluster }) => {
    const single = cluster.count === 1 ? known.get(seq) : undefined;
    return { ...cluster, id: single?.id ?? null, name: single?.name ?? null, facts: single?.facts ?? null };
  });
}

/** Each documentation by itself; those at one position are moved apart. */
async function singles(db: Database, from: SQL, where: SQL): Promise<MapCluster[]> {
  const rows = await rowsOf(
    db,
    { ...namedColumns, lat: number("d.lat"), lng: number("d.lng") },
    (columns) => sql`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY d.seq LIMIT ${mostSingles}`,
  );
  return apart(rows).map(({ lat, lng, ...named }) => ({
    count: 1,
    lat,
    lng,
    south: lat,
    west: lng,
    north: lat,
    east: lng,
    ...named,
  }));
}
