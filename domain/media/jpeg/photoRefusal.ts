import type { PhotoRefusal } from "../photoRefusals.ts";

export type RefusalReason = PhotoRefusal;

/** `detail` is a short technical phrase in English, or for `notJpeg` the name of the format ("HEIC", "PNG"). */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
  detail?: string;
}

export function createRefusal(reason: RefusalReason, detail?: string): Refusal {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

/** Carries a refusal out of nested calls to the function that returns it. */
export class RefusedPhoto extends Error {
  readonly refusal: Refusal;

  constructor(reason: RefusalReason, detail?: string) {
    super(detail ?? reason);
    this.name = "RefusedPhoto";
    this.refusal = createRefusal(reason, detail);
  }
}
