import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeAnswers.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { type MapBounds, mapZooms, maxMercatorLatitude, tileKeyAt } from "#domain/map/tileGrid.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

const degrees = (max: number) => z.coerce.number().min(-max).max(max);

/** Documentations close to each other at a zoom; a single one has its name. */
export const mapCluster = z.object({
  count: z.int(),
  /** Its position: the mean of its documentations. */
  lat: z.number(),
  lng: z.number(),
  /** The bounding box of its documentations, in degrees. */
  south: z.number(),
  west: z.number(),
  north: z.number(),
  east: z.number(),
  /** The documentation, if there is only one. */
  id: uuid().nullable(),
  name: z.string().nullable(),
  /** Facts that distinguish it from others with the same name. */
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

/** Clusters in the same tile are merged. */
const clusterMerge: MergeStrategy<Clusters, CallInput & { query: MapBounds & { zoom: number } }> = {
  merge(responses, { query }) {
    const all = responses.flatMap((response) => response.items);
    const total = responses.reduce((sum, response) => sum + response.total, 0);
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
  const mean = (key: "lat" | "lng") =>
    clusters.reduce((sum, cluster) => sum + cluster[key] * cluster.count, 0) / count;
  const max = (key: "north" | "east") => Math.max(...clusters.map((cluster) => cluster[key]));
  const min = (key: "south" | "west") => Math.min(...clusters.map((cluster) => cluster[key]));
  return {
    ...{ count, lat: mean("lat"), lng: mean("lng") },
    ...{ south: min("south"), west: min("west"), north: max("north"), east: max("east") },
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
    /** Number of documentations in all clusters. */
    total: z.int(),
  }),
});
