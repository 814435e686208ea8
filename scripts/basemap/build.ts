import { gzipSync } from "node:zlib";
import type { BaseMap } from "#domain/map/basemap.ts";
import { encodeBaseMap } from "#domain/map/codec.ts";
import { readAreas } from "./areas.ts";
import { namesOf } from "./names.ts";

/** Builds the basemap and the bytes of its file. */
export async function buildGround(): Promise<{ ground: BaseMap; file: Uint8Array }> {
  const { countries, ...layers } = await readAreas();
  const ground = { ...layers, ...namesOf(countries) };
  return { ground, file: gzipSync(encodeBaseMap(ground), { level: 9 }) };
}
