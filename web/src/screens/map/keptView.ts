import { z } from "zod";
import { mapFarthest, mapZooms } from "../../../../domain/rules/mapGrid";
import { remember, remembered } from "../../kit/remembered";

const key = "siteproof.map";

/** Where the map was left (2§2: zoom, lat and lng are kept locally). */
const keptView = z.object({
  zoom: z.number().int().min(mapZooms.least).max(mapZooms.most),
  lat: z.number().min(-mapFarthest).max(mapFarthest),
  lng: z.number().min(-180).max(180),
});
export type KeptView = z.output<typeof keptView>;

/** What is kept may be of another version, or of somebody's own making: then it is as if nothing were. */
export function viewKept(): KeptView | null {
  try {
    return keptView.safeParse(JSON.parse(remembered(key) ?? "")).data ?? null;
  } catch {
    return null;
  }
}

export const keepView = (view: KeptView): void => remember(key, JSON.stringify(view));
