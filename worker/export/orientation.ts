/**
 * How a picture frame is turned so that its content stands upright: mirrored left to right first, then turned
 * clockwise. That is the order DrawingML applies flipH and rot in.
 */
export interface Turn {
  flipH: boolean;
  /** Quarter turns clockwise, 0 to 3. */
  quarters: number;
}

export const upright: Turn = { flipH: false, quarters: 0 };

/** EXIF orientations 1 to 8 as turns. Readers of Office documents ignore the EXIF tag itself. */
const exifTurns: readonly Turn[] = [
  upright,
  { flipH: true, quarters: 0 },
  { flipH: false, quarters: 2 },
  { flipH: true, quarters: 2 },
  { flipH: true, quarters: 3 },
  { flipH: false, quarters: 1 },
  { flipH: true, quarters: 1 },
  { flipH: false, quarters: 3 },
];

/** The turn that stands a picture upright: its EXIF orientation (anything else counts as 1), then the reviewer's quarters. */
export function turnOf(exifOrientation: number, reviewerQuarters: number): Turn {
  const { flipH, quarters } = exifTurns[exifOrientation - 1] ?? upright;
  return { flipH, quarters: (((quarters + reviewerQuarters) % 4) + 4) % 4 };
}

export interface Size {
  width: number;
  height: number;
}

/** A size as it looks once turned, or the size to turn to get a look: width and height change places on odd quarters. */
export function turned({ width, height }: Size, { quarters }: Turn): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The largest size of the same shape that fits a box, in the box's unit. */
export function fitInto({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}
