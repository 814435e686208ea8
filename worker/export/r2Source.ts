import type { ObjectRange, ObjectSource } from "./source.ts";

/** Stored objects from R2, tied to the entity tag they were planned with. */
export function r2Source(bucket: R2Bucket): ObjectSource {
  return {
    async open(key: string, { etag, size, offset, length }: ObjectRange) {
      const found = await bucket.get(key, { onlyIf: { etagMatches: etag }, range: { offset, length } });
      // A failed precondition answers the object's head, which has no body.
      if (!found || !("body" in found)) return null;
      if (found.size !== size) {
        await found.body.cancel();
        return null;
      }
      return found.body;
    },
  };
}
