import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";

/** Bytes of the map's file that one call answers at most; a tile of it is never larger. */
export const maxArchiveReadBytes = 4 * 1024 * 1024;

/** What maps are drawn on, as the service is configured. */
export const baseMapSource = z.discriminatedUnion("kind", [
  /** Coasts, borders and places that come with the console. */
  z.object({ kind: z.literal("drawn") }),
  /** Images from an address with `{z}`, `{x}` and `{y}`. */
  z.object({
    kind: z.literal("tiles"),
    address: z.string(),
    attribution: z.string(),
    attributionUrl: z.string().nullable(),
    /** The closest zoom that there are images of. */
    maxNativeZoom: z.int(),
  }),
  /** A PMTiles file in storage, read by `readMapArchive`. */
  z.object({
    kind: z.literal("archive"),
    attribution: z.string(),
    attributionUrl: z.string().nullable(),
  }),
]);
export type BaseMapSource = z.output<typeof baseMapSource>;

export const getBaseMapSource = defineEndpoint({
  method: "GET",
  path: "/map/baseMap",
  authentication: "session",
  multiDatabase: "own",
  summary: "What maps are drawn on: the console's own ground, images from an address, or a PMTiles file.",
  response: baseMapSource,
});

export const readMapArchive = defineEndpoint({
  method: "GET",
  path: "/map/archive",
  authentication: "session",
  /** Whoever is shown positions, or gives them. */
  authority: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  multiDatabase: "own",
  summary:
    "Read a part of the PMTiles file that maps are drawn on. Answers fewer bytes at its end, and `staleVersion` where the file is no longer the version asked for: its beginning is read again then.",
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
    /** The entity tag that an earlier part was answered with: parts of two versions are never put together. */
    version: z
      .string()
      .regex(/^[\w-]{1,128}$/)
      .optional(),
  }),
  download: "document",
});
