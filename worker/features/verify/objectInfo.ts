/** An object as storage describes it. */
export interface ObjectInfo {
  size: number;
  etag: string;
}

/** Storage as the comparison uses it: the bucket's binding, a local bucket or one accessed through the S3 protocol. */
export interface StoredObjects {
  head(key: string): Promise<ObjectInfo | null>;
  /** Reads the whole object and returns its SHA-256 in hex. `renewLease` is called periodically during a long read. */
  digest(key: string, renewLease?: () => Promise<void>): Promise<(ObjectInfo & { sha256: string }) | null>;
  /** Objects after a key, sorted by key; `next` is null at the end. */
  list(
    startAfter: string,
    maxObjects: number,
  ): Promise<{ objects: (ObjectInfo & { key: string; uploaded: Date })[]; next: string | null }>;
}

/** Bytes read between calls of `renewLease`. */
const bytesPerRenewal = 256 * 1024 * 1024;

export function createStoredObjects(bucket: R2Bucket): StoredObjects {
  const head = async (key: string): Promise<ObjectInfo | null> => {
    const object = await bucket.head(key);
    return object && { size: object.size, etag: object.etag };
  };
  return {
    head,
    async digest(key, renewLease = async () => undefined) {
      const firstPart = await bucket.get(key, { range: { offset: 0, length: bytesPerRenewal } });
      if (!firstPart) return null;
      const { size, etag } = firstPart;
      const digest = new crypto.DigestStream("SHA-256");
      await firstPart.body.pipeTo(digest, { preventClose: true });
      for (let offset = bytesPerRenewal; offset < size; offset += bytesPerRenewal) {
        await renewLease();
        const part = await bucket.get(key, {
          range: { offset, length: Math.min(bytesPerRenewal, size - offset) },
          onlyIf: { etagMatches: etag },
        });
        if (!part || !("body" in part)) return { ...(await head(key))!, sha256: "" };
        await part.body.pipeTo(digest, { preventClose: true });
      }
      await digest.getWriter().close();
      return { size, etag, sha256: Buffer.from(await digest.digest).toString("hex") };
    },
    async list(startAfter, maxObjects) {
      const { objects, truncated } = await bucket.list({
        limit: maxObjects,
        ...(startAfter && { startAfter }),
      });
      return { objects, next: truncated ? (objects.at(-1)?.key ?? null) : null };
    },
  };
}
