import file from "#domain/map/basemap.bin?url";
import type { Basemap } from "#domain/map/basemap.ts";
import { decodeBasemap } from "#domain/map/codec.ts";

let basemapPromise: Promise<Basemap> | null = null;

/** The bundled vector basemap, fetched when the page first needs it. After a failure the next map tries again. */
export function loadBasemap(): Promise<Basemap> {
  basemapPromise ??= fetchBasemap().catch((error: unknown) => {
    basemapPromise = null;
    throw error;
  });
  return basemapPromise;
}

/** The file itself is gzipped, so that it is small even from a server that does not compress responses. */
async function fetchBasemap(): Promise<Basemap> {
  const response = await fetch(file, { credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`basemap: ${response.status}`);
  const unzippedBody = response.body.pipeThrough(new DecompressionStream("gzip"));
  return decodeBasemap(new Uint8Array(await new Response(unzippedBody).arrayBuffer()));
}
