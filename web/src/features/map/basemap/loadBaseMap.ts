import type { BaseMap } from "#domain/map/basemap.ts";
import { decodeBaseMap } from "#domain/map/codec.ts";
import file from "./basemap.bin?url";

let loading: Promise<BaseMap> | null = null;

/** The drawn ground, fetched when the first map of the page asks for it. A failure is tried again by the next map. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= fetchGround().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The file is packed by itself, so that it is as small from every server. */
async function fetchGround(): Promise<BaseMap> {
  const response = await fetch(file, { credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`the ground of maps: ${response.status}`);
  const packed = response.body.pipeThrough(new DecompressionStream("gzip"));
  return decodeBaseMap(new Uint8Array(await new Response(packed).arrayBuffer()));
}
