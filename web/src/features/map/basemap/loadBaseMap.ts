import file from "#domain/map/basemap.bin?url";
import type { Basemap } from "#domain/map/basemap.ts";
import { decodeBasemap } from "#domain/map/codec.ts";

let baseMapPromise: Promise<Basemap> | null = null;

/** The bundled vector base map, fetched when the page first needs it. After a failure the next map tries again. */
export function loadBaseMap(): Promise<Basemap> {
  baseMapPromise ??= fetchBaseMap().catch((error: unknown) => {
    baseMapPromise = null;
    throw error;
  });
  return baseMapPromise;
}

/** The file itself is gzipped, so that it is small even from a server that does not compress responses. */
async function fetchBaseMap(): Promise<Basemap> {
  const response = await fetch(file, { credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`base map: ${response.status}`);
  const unzippedBody = response.body.pipeThrough(new DecompressionStream("gzip"));
  return decodeBasemap(new Uint8Array(await new Response(unzippedBody).arrayBuffer()));
}
