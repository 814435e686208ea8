import type { Size } from "../imageSize.ts";

/** A decoded picture: four bytes per pixel, red, green, blue and alpha. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>;
}
