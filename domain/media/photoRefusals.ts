import type { ProblemCode } from "../core/problem.ts";

/**
 * Why a photo is refused, for good: the same bytes are refused again.
 * - `photoEmpty`: no bytes.
 * - `notJpeg`: the content has another format, whatever the file name says.
 * - `photoTruncated`: a JPEG that ends too early.
 * - `photoTooLarge`: more pixels than can be drawn.
 * - `photoUnsupported`: a kind of JPEG that browsers and Office do not display (lossless, arithmetic, 12 bits, …).
 * - `photoCorrupt`: the structure is broken, or the picture cannot be decoded.
 */
export const photoRefusals = [
  "photoEmpty",
  "notJpeg",
  "photoTruncated",
  "photoTooLarge",
  "photoUnsupported",
  "photoCorrupt",
] as const satisfies readonly ProblemCode[];
export type PhotoRefusal = (typeof photoRefusals)[number];
