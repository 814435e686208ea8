/**
 * How a picture frame is transformed so that its content is upright: mirrored left to right first, then rotated clockwise, the
 * order in which DrawingML applies flipH and rot.
 */
export interface FrameTransform {
  flipH: boolean;
  /** Quarter turns clockwise, 0 to 3. */
  quarterTurns: number;
}

export const uprightTransform: FrameTransform = { flipH: false, quarterTurns: 0 };

/** EXIF orientations 1 to 8 as frame transforms. Readers of Office documents ignore the EXIF tag itself. */
const exifTransforms: readonly FrameTransform[] = [
  uprightTransform,
  { flipH: true, quarterTurns: 0 },
  { flipH: false, quarterTurns: 2 },
  { flipH: true, quarterTurns: 2 },
  { flipH: true, quarterTurns: 3 },
  { flipH: false, quarterTurns: 1 },
  { flipH: true, quarterTurns: 1 },
  { flipH: false, quarterTurns: 3 },
];

/**
 * The transform that makes a picture upright: its EXIF orientation (invalid values count as 1), then the reviewer's quarter
 * turns.
 */
export function combineTransforms(exifOrientation: number, reviewerQuarters: number): FrameTransform {
  const { flipH, quarterTurns } = exifTransforms[exifOrientation - 1] ?? uprightTransform;
  return { flipH, quarterTurns: (((quarterTurns + reviewerQuarters) % 4) + 4) % 4 };
}

export interface Size {
  width: number;
  height: number;
}

/** A size after a rotation, or the size before it (the function is its own inverse): odd quarter turns swap width and height. */
export function getOrientedSize({ width, height }: Size, { quarterTurns }: FrameTransform): Size {
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The largest size of the same proportions that fits a box, in the unit of the box. */
export function fitInto({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}
