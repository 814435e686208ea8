import type L from "leaflet";
import { leafletRasterLayer, TileType } from "pmtiles";
import { leafletLayer } from "protomaps-leaflet";
import type { Language } from "../../../i18n/language";
import { openArchive } from "./source";

let opened: ReturnType<typeof openArchive> | null = null;

/** A PMTiles file as a layer: of vectors in the page's colours and language, or of images as they are. */
export async function archiveLayer(flavor: "light" | "dark", lang: Language): Promise<L.Layer> {
  opened ??= openArchive();
  const { tileType, maxZoom } = await opened.getHeader();
  if (tileType === TileType.Mvt)
    return leafletLayer({ url: opened, flavor, lang, maxDataZoom: maxZoom }) as unknown as L.Layer;
  return leafletRasterLayer(opened, { maxNativeZoom: maxZoom }) as L.Layer;
}
