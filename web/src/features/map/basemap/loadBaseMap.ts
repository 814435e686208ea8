import type { BaseMap } from "#domain/map/basemap.ts";
import { decodeBaseMap } from "#domain/map/codec.ts";
import file from "./basemap.bin?url";

let loading: Promise<BaseMap> | null = null;

/** The bundled vector base map, fetched when the page first needs it. After a failure the next map tries again. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= fetchBaseMap().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The file itself is gzipped, so that it is small even from a server that does not compress responses. */
async function fetchBaseMap(): Promise<BaseMap> {
  const response = await fetch(file, { credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`base map: ${response.status}`);
  const unzippedBody = response.body.pipeThrough(new DecompressionStream("gzip"));
  return decodeBaseMap(new Uint8Array(await new Response(unzippedBody).arrayBuffer()));
}
