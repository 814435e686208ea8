import type L from "leaflet";
import { leafletRasterLayer, TileType } from "pmtiles";
import { leafletLayer } from "protomaps-leaflet";
import type { Language } from "#domain/core/language.ts";
import { openArchive } from "./archiveSource.ts";

let archive: ReturnType<typeof openArchive> | null = null;

/**
 * A PMTiles file as a layer: vector tiles in the page's colours and language, or image tiles unchanged.
 * @throws ApiError, or Error if the file is not PMTiles; the next call opens the file again
 */
export async function createArchiveLayer(flavor: "light" | "dark", lang: Language): Promise<L.Layer> {
  archive ??= openArchive();
  // A PMTiles reader caches the outcome of its first attempt, so a reader that failed is replaced.
  const { tileType, maxZoom } = await archive.getHeader().catch((error: unknown) => {
    archive = null;
    throw error;
  });
  if (tileType !== TileType.Mvt) return leafletRasterLayer(archive, { maxNativeZoom: maxZoom });
  const layer: unknown = leafletLayer({ url: archive, flavor, lang, maxDataZoom: maxZoom });
  // Cast: protomaps-leaflet's type does not say that its layer is one of Leaflet's.
  return layer as L.Layer;
}
