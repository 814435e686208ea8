import { type SQL, sql } from "drizzle-orm";
import type { DocumentationFilter } from "../../../domain/endpoints/documentationFilter";
import type { MapCluster } from "../../../domain/endpoints/map";
import { mapZooms, tilesOf, type View } from "../../../domain/rules/mapGrid";
import { apart } from "../../../domain/rules/suggestion";
import type { Database } from "../../db/database";
import { narrowed, type Scope } from "../../db/scope";
import { filtered } from "../../documentation/filter";

interface Gathered {
  count: number;
  lat: number;
  lng: number;
  south: number;
  west: number;
  north: number;
  east: number;
  seq: number;
}

/** Documentations shown one by one at the last zoom. */
const mostSingles = 2_000;

/**
 * What the filter lets through in a view, gathered by tiles. The rows of tiles are ranges of latitude: each is a stretch of the
 * index of positions, which holds all that a filter asks for. Nothing beyond the view is read. @throws forbidden
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
  // What the index is of comes last: SQLite takes the first upper bound it reads, and by this one it would read everything.
  const where = sql`d.lat >= t.value ->> 'south' AND d.lat < t.value ->> 'north' AND d.lng >= ${west}
    AND d.lng < ${east >= 180 ? 180.1 : east} AND ${filtered(scope, asked)} AND d.lat <= 90`;
  const items =
    zoom >= mapZooms.most
      ? await singles(db, from, where)
      : await named(db, await gathered(db, from, where, { west, width }));
  return { items, total: items.reduce((sum, { count }) => sum + count, 0) };
}

const gathered = (db: Database, from: SQL, where: SQL, { west, width }: { west: number; width: number }) =>
  db.all<Gathered>(sql`SELECT count(*) AS count, avg(d.lat) AS lat, avg(d.lng) AS lng, min(d.lat) AS south, min(d.lng) AS west,
      max(d.lat) AS north, max(d.lng) AS east, min(d.seq) AS seq
    FROM ${from} WHERE ${where} GROUP BY t.key, CAST((d.lng - ${west}) / ${width} AS INTEGER)`);

/** Those that are one alone by their names. */
async function named(db: Database, clusters: readonly Gathered[]): Promise<MapCluster[]> {
  const alone = clusters.filter(({ count }) => count === 1).map(({ seq }) => seq);
  const rows = await db.all<{ seq: number; id: string; name: string }>(
    sql`SELECT d.seq, d.id, coalesce(d.alias, d.name) AS name
      FROM json_each(${JSON.stringify(alone)}) s CROSS JOIN documentation d ON d.seq = s.value`,
  );
  const known = new Map(rows.map((row) => [row.seq, row]));
  return clusters.map(({ seq, ...cluster }) => {
    const single = cluster.count === 1 ? known.get(seq) : undefined;
    return { ...cluster, id: single?.id ?? null, name: single?.name ?? null };
  });
}

/** Every documentation by itself; those on one spot are nudged apart. */
async function singles(db: Database, from: SQL, where: SQL): Promise<MapCluster[]> {
  const rows = await db.all<{ id: string; name: string; lat: number; lng: number }>(
    sql`SELECT d.id, coalesce(d.alias, d.name) AS name, d.lat, d.lng FROM ${from} WHERE ${where} ORDER BY d.seq LIMIT ${mostSingles}`,
  );
  return apart(rows).map(({ id, name, lat, lng }) => ({
    ...{ count: 1, lat, lng, id, name },
    ...{ south: lat, west: lng, north: lat, east: lng },
  }));
}
