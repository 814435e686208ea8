import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { CallInput, MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { createTileKeyGetter, type MapBounds, mapZooms, maxMercatorLatitude } from "#domain/map/tileGrid.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

const degrees = (max: number) => z.coerce.number().min(-max).max(max);

/** Documentations close to each other at a zoom level. A cluster of one has the documentation's name. */
export const mapCluster = z.object({
  count: z.int(),
  /** The cluster's position: the mean of its documentations. */
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
  /** Facts that distinguish the documentation from others with the same name. */
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
    const allClusters = responses.flatMap((response) => response.items);
    const total = responses.reduce((sum, response) => sum + response.total, 0);
    if (query.zoom >= mapZooms.max) return { items: allClusters, total };
    const tileOf = createTileKeyGetter(query.zoom);
    const tiles = Map.groupBy(allClusters, ({ lat, lng }) => tileOf(lat, lng));
    return { items: [...tiles.values()].map(mergeClusters), total };
  },
};

function mergeClusters(clusters: readonly MapCluster[]): MapCluster {
  const [firstCluster] = clusters;
  if (firstCluster && clusters.length === 1) return firstCluster;
  const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  const computeMean = (key: "lat" | "lng") =>
    clusters.reduce((sum, cluster) => sum + cluster[key] * cluster.count, 0) / count;
  const findMax = (key: "north" | "east") => Math.max(...clusters.map((cluster) => cluster[key]));
  const findMin = (key: "south" | "west") => Math.min(...clusters.map((cluster) => cluster[key]));
  return {
    ...{ count, lat: computeMean("lat"), lng: computeMean("lng") },
    ...{ south: findMin("south"), west: findMin("west"), north: findMax("north"), east: findMax("east") },
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
    zoom: z.coerce.number().int().min(mapZooms.min).max(mapZooms.max),
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
