import type { Size } from "../size.ts";

/** A decoded picture: four bytes a pixel, red, green, blue and how opaque. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>;
}
