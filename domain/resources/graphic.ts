import { defineImageResource, pngData } from "./image.ts";

/** A PNG on which photos and drawings are placed (3§3). */
export const graphic = defineImageResource("graphic", {
  data: pngData,
  read: "ROLE_GRAPHIC_READ",
  write: "ROLE_GRAPHIC_WRITE",
  product: "GRAPHIC",
});
