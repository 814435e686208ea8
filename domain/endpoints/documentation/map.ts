import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeAnswers.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { type MapBounds, mapZooms, maxMercatorLatitude, tileKeyAt } from "#domain/map/tileGrid.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

const degrees = (max: number) => z.coerce.number().min(-max).max(max);

/** Documentations that stand near one another at a zoom; one alone is named. */
export const mapCluster = z.object({
  count: z.int(),
  /** Where it is shown: the middle of what it holds. */
  lat: z.number(),
  lng: z.number(),
  /** The box around what it holds, in degrees. */
  south: z.number(),
  west: z.number(),
  north: z.number(),
  east: z.number(),
  /** The documentation, where it is one alone. */
  id: uuid().nullable(),
  name: z.string().nullable(),
  /** What tells it from others of its name. */
  facts: z
    .object({
      dateCreated: instant(),
      templateName: z.string(),
      status: z.enum(documentationStatuses),
      numberOfPhotos: z.int(),
      uploadedPhotos: z.int(),
    })
    .nullable()
    .default(null),
});
export type MapCluster = z.output<typeof mapCluster>;

interface Clusters {
  items: readonly MapCluster[];
  total: number;
}

/** Clusters of one tile become one. */
const clusterMerge: MergeStrategy<Clusters, CallInput & { query: MapBounds & { zoom: number } }> = {
  merge(answers, { query }) {
    const all = answers.flatMap((answer) => answer.items);
    const total = answers.reduce((sum, answer) => sum + answer.total, 0);
    if (query.zoom >= mapZooms.most) return { items: all, total };
    const tileOf = tileKeyAt(query.zoom);
    const tiles = Map.groupBy(all, ({ lat, lng }) => tileOf(lat, lng));
    return { items: [...tiles.values()].map(mergeCluster), total };
  },
};

function mergeCluster(clusters: readonly MapCluster[]): MapCluster {
  const [first] = clusters;
  if (first && clusters.length === 1) return first;
  const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  const middle = (key: "lat" | "lng") =>
    clusters.reduce((sum, cluster) => sum + cluster[key] * cluster.count, 0) / count;
  const most = (key: "north" | "east") => Math.max(...clusters.map((cluster) => cluster[key]));
  const least = (key: "south" | "west") => Math.min(...clusters.map((cluster) => cluster[key]));
  return {
    ...{ count, lat: middle("lat"), lng: middle("lng") },
    ...{ south: least("south"), west: least("west"), north: most("north"), east: most("east") },
    ...{ id: null, name: null, facts: null },
  };
}

export const getMapClusters = defineEndpoint({
  method: "GET",
  path: "/documentation/mapClusters",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product: "MAP",
  multiDatabase: clusterMerge,
  summary:
    "List the documentations with a position in a map view, clustered by the tiles of a zoom level with exact counts. The view is extended to whole tiles.",
  query: z.strictObject({
    ...documentationFilter,
    zoom: z.coerce.number().int().min(mapZooms.least).max(mapZooms.most),
    south: degrees(maxMercatorLatitude),
    north: degrees(maxMercatorLatitude),
    west: degrees(180),
    east: degrees(180),
  }),
  response: z.object({
    items: z.array(mapCluster),
    /** Documentations in all of them. */
    total: z.int(),
  }),
});
