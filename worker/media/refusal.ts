/**
 * Why a photo is refused.
 * - `photoEmpty`: no bytes.
 * - `notJpeg`: the content has another format, whatever the file name says; `detail` names the format if it is known.
 * - `photoTruncated`: a JPEG that ends too early.
 * - `photoTooLarge`: over 100 megapixels, or more than the image service accepts.
 * - `photoUnsupported`: a kind of JPEG that browsers and Office do not display (lossless, arithmetic, 12 bits, …).
 * - `photoCorrupt`: the structure is broken, or the picture cannot be decoded.
 */
export type RefusalReason =
  | "photoEmpty"
  | "notJpeg"
  | "photoTruncated"
  | "photoTooLarge"
  | "photoUnsupported"
  | "photoCorrupt";

/** `detail` is a short technical phrase in English, or for `notJpeg` the name of the format ("HEIC", "PNG"). */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
  detail?: string;
}

export function refusal(reason: RefusalReason, detail?: string): Refusal {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

/** Carries a refusal out of nested calls to the function that returns it. */
export class RefusedPhoto extends Error {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, detail?: string) {
    super(detail ?? reason);
    this.name = "RefusedPhoto";
    this.refusal = refusal(reason, detail);
  }
}
