/**
 * Why a photo is refused.
 * - `photoEmpty`: no bytes.
 * - `notJpeg`: something else by content, whatever its name says; `detail` names the format when it is known.
 * - `photoTruncated`: it starts as a JPEG and ends too early.
 * - `photoTooLarge`: over 100 megapixels, or more than the image service takes.
 * - `photoUnsupported`: a kind of JPEG that browsers and Office do not show (lossless, arithmetic, 12 bits, …).
 * - `photoCorrupt`: the structure is broken, or no decoder makes a picture of it.
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

/** Carries a refusal out of nested work; caught where the verdict is given. */
export class RefusedPhoto extends Error {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, detail?: string) {
    super(detail ?? reason);
    this.name = "RefusedPhoto";
    this.refusal = refusal(reason, detail);
  }
}
