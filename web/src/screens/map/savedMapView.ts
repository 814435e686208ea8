import { z } from "zod";
import { mapZooms, maxMercatorLatitude } from "#domain/map/tileGrid.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

const storageKey = "siteproof.map";

/** The map's last view: zoom, lat and lng, stored in the browser (2§2). */
const savedViewSchema = z.object({
  zoom: z.number().int().min(mapZooms.min).max(mapZooms.max),
  lat: z.number().min(-maxMercatorLatitude).max(maxMercatorLatitude),
  lng: z.number().min(-180).max(180),
});
export type SavedMapView = z.output<typeof savedViewSchema>;

/** Reads the stored view; null if there is none, or if it is from another version or was tampered with. */
export function readMapView(): SavedMapView | null {
  try {
    return savedViewSchema.safeParse(JSON.parse(readStorage(storageKey) ?? "")).data ?? null;
  } catch {
    return null;
  }
}

export const saveMapView = (view: SavedMapView): void => writeStorage(storageKey, JSON.stringify(view));
