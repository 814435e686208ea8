import type { ObjectRange, ObjectSource } from "./objectSource.ts";

/** Reads stored objects from R2, but only if they still have the entity tags of the plan. */
export function createR2Source(bucket: R2Bucket): ObjectSource {
  return {
    async open(key: string, { etag, size, offset, length }: ObjectRange) {
      const object = await bucket.get(key, { onlyIf: { etagMatches: etag }, range: { offset, length } });
      // A failed precondition returns only the object's head, which has no body.
      if (!object || !("body" in object)) return null;
      if (object.size !== size) {
        await object.body.cancel();
        return null;
      }
      return object.body;
    },
  };
}
