/** The second byte of a JPEG marker, after 0xFF (ISO/IEC 10918-1, table B.1). */
export const jpegMarker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  /** The frame headers that browsers and Office display: SOF0 to SOF2. */
  baselineFrame: 0xc0,
  extendedFrame: 0xc1,
  progressiveFrame: 0xc2,
  huffmanTables: 0xc4,
  quantizationTables: 0xdb,
  restartInterval: 0xdd,
  startOfScan: 0xda,
  /** JFIF. */
  app0: 0xe0,
  /** EXIF, XMP. */
  app1: 0xe1,
  /** ICC profile. */
  app2: 0xe2,
  /** Photoshop's resources, such as IPTC. */
  app13: 0xed,
  /** Adobe's colour transform. */
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

const { huffmanTables } = jpegMarker;
const jpegExtensions = 0xc8;
const arithmeticConditioning = 0xcc;

/** Whether a marker begins a frame header: every SOFn. Three other markers share the range. */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 &&
  marker <= 0xcf &&
  marker !== huffmanTables &&
  marker !== jpegExtensions &&
  marker !== arithmeticConditioning;

/** Whether the bytes start with SOI. */
export const startsJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === jpegMarker.startOfImage;
