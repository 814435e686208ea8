import { imageResource, pngData } from "./image.ts";

/** A PNG that photos and drawings are placed on (3§3). */
export const graphic = imageResource("graphic", {
  data: pngData,
  read: "ROLE_GRAPHIC_READ",
  write: "ROLE_GRAPHIC_WRITE",
  product: "GRAPHIC",
});
