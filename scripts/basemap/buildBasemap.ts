import { gzipSync } from "node:zlib";
import type { Basemap } from "#domain/map/basemap.ts";
import { encodeBasemap } from "#domain/map/codec.ts";
import { readAreas } from "./areas.ts";
import { namesOf } from "./names.ts";

/** Builds the basemap and the bytes of its file. */
export async function buildBasemap(): Promise<{ ground: Basemap; file: Uint8Array }> {
  const { countries, ...layers } = await readAreas();
  const basemap = { ...layers, ...namesOf(countries) };
  return { ground: basemap, file: gzipSync(encodeBasemap(basemap), { level: 9 }) };
}
