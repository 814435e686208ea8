/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Longest side of each derivative in pixels, and its JPEG quality. */
export const thumbnailSpec = { side: 400, quality: 75 } as const;
export const renditionSpec = { side: 1600, quality: 82 } as const;

/** The image service refuses larger pictures. */
export const maxServicePixels = 100_000_000;

/** The size of the upright photo; orientations 5 to 8 swap width and height. */
export function getUprightSize(facts: Size & { orientation: number }): Size {
  return facts.orientation >= 5
    ? { width: facts.height, height: facts.width }
    : { width: facts.width, height: facts.height };
}

/** A size reduced so that its longest side is at most `maxSide` pixels; never enlarged. */
export function scaleSize(size: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}
