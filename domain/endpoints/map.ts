import { z } from "zod";
import { documentationStatuses } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { instant, uuid } from "../fields";
import { mapFarthest, mapZooms } from "../rules/mapGrid";
import { documentationFilter } from "./documentationFilter";

const degrees = (most: number) => z.coerce.number().min(-most).max(most);

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

export const getMapClusters = defineEndpoint({
  method: "GET",
  path: "/documentation/mapClusters",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product: "MAP",
  summary:
    "List the documentations with a position in a map view, clustered by the tiles of a zoom level with exact counts. The view is extended to whole tiles.",
  query: z.strictObject({
    ...documentationFilter,
    zoom: z.coerce.number().int().min(mapZooms.least).max(mapZooms.most),
    south: degrees(mapFarthest),
    north: degrees(mapFarthest),
    west: degrees(180),
    east: degrees(180),
  }),
  answer: z.object({
    items: z.array(mapCluster),
    /** Documentations in all of them. */
    total: z.int(),
  }),
});
