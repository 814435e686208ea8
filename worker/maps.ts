import { gunzipSync } from "node:zlib";
import type { Basemap } from "#domain/map/basemap.ts";
import { decodeBasemap } from "#domain/map/codec.ts";
import { createMapSvg, type MapDrawer } from "./export/layouts/map/mapSvg.ts";
import { LruCache } from "./export/lruCache.ts";
import { loadFont } from "./fonts.ts";
import { loadPngRasteriser } from "./media/markup/rasteriser.ts";

/** The console's own basemap, which the maps of report layouts are drawn on. */

let basemapPromise: Promise<Basemap> | null = null;
const loadBasemap = (): Promise<Basemap> => {
  basemapPromise ??= import("#domain/map/basemap.bin").then(({ default: bytes }) =>
    decodeBasemap(gunzipSync(new Uint8Array(bytes))),
  );
  return basemapPromise;
};

/** Recent maps in base64, because a document is composed several times. The limit is in characters. */
const mapCache = new LruCache<string>(4_000_000, (map) => map.length);

/** Pixels per inch. */
const resolution = 200;
const maxSidePixels = 2400;

export async function loadMapDrawer(): Promise<MapDrawer> {
  const [basemap, regular, bold] = await Promise.all([
    loadBasemap(),
    loadFont("Arimo-Regular"),
    loadFont("Arimo-Bold"),
  ]);
  const rasterise = await loadPngRasteriser([regular, bold]);
  return (map) =>
    mapCache.getOrCreate(JSON.stringify(map), () => {
      const { width, height } = map.size;
      const scale = Math.min(resolution / 25.4, maxSidePixels / Math.max(width, height));
      const png = rasterise(createMapSvg(basemap, map), Math.max(Math.round(width * scale), 16));
      return Buffer.from(png).toString("base64");
    });
}
