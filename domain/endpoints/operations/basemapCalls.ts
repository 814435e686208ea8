import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";

/** Maximum bytes of the map file in one response; its tiles are never larger. */
export const maxArchiveReadBytes = 4 * 1024 * 1024;

/** The configured basemap. */
export const basemapSource = z.discriminatedUnion("kind", [
  /** Coasts, borders and places included in the console. */
  z.object({ kind: z.literal("drawn") }),
  /** Image tiles from a URL with `{z}`, `{x}` and `{y}`. */
  z.object({
    kind: z.literal("tiles"),
    address: z.string(),
    attribution: z.string(),
    attributionUrl: z.string().nullable(),
    /** The highest zoom with images. */
    maxNativeZoom: z.int(),
  }),
  /** A PMTiles file in storage, read by `readMapArchive`. */
  z.object({
    kind: z.literal("archive"),
    attribution: z.string(),
    attributionUrl: z.string().nullable(),
  }),
]);
export type BasemapSource = z.output<typeof basemapSource>;

export const getBasemapSource = defineEndpoint({
  method: "GET",
  path: "/map/basemap",
  authentication: "session",
  multiDatabase: "current",
  summary: "Get the basemap: the one included in the console, image tiles from a URL, or a PMTiles file.",
  response: basemapSource,
});

export const readMapArchive = defineEndpoint({
  method: "GET",
  path: "/map/archive",
  authentication: "session",
  /** Users who see positions, or record them. */
  authority: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  multiDatabase: "current",
  summary:
    "Read a range of the basemap's PMTiles file. Returns fewer bytes at the end of the file, and `staleVersion` if the file is no longer the requested version: start again from its beginning.",
  query: z.strictObject({
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ examples: [0] }),
    length: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxArchiveReadBytes)
      .meta({ examples: [16_384] }),
    /** The entity tag of an earlier response, so that ranges of two versions are never combined. */
    version: z
      .string()
      .regex(/^[\w-]{1,128}$/)
      .optional(),
  }),
  download: "document",
});
