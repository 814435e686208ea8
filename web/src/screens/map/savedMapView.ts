import { z } from "zod";
import { mapZooms, maxMercatorLatitude } from "#domain/map/tileGrid.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

const key = "siteproof.map";

/** The map's last view (2§2: zoom, lat and lng are stored in the browser). */
const keptView = z.object({
  zoom: z.number().int().min(mapZooms.least).max(mapZooms.most),
  lat: z.number().min(-maxMercatorLatitude).max(maxMercatorLatitude),
  lng: z.number().min(-180).max(180),
});
export type SavedMapView = z.output<typeof keptView>;

/** A stored view of another version or a tampered one is ignored. */
export function readMapView(): SavedMapView | null {
  try {
    return keptView.safeParse(JSON.parse(readStorage(key) ?? "")).data ?? null;
  } catch {
    return null;
  }
}

export const saveMapView = (view: SavedMapView): void => writeStorage(key, JSON.stringify(view));
