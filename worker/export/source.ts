/** The very bytes an export was planned with: the tag they had then, and the part that is wanted. */
export interface WantedRange {
  /** Entity tag at planning time, unquoted. */
  etag: string;
  /** Size of the whole object at planning time, in bytes. */
  size: number;
  offset: number;
  length: number;
}

/** Where stored objects come from. */
export interface ObjectSource {
  /**
   * Exactly `length` bytes from `offset` of the object as it was planned, or null when it is gone or is no
   * longer the one that was planned. Must never give other bytes, fewer or more.
   */
  open(key: string, wanted: WantedRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** An object vanished or changed between plan and download: the download breaks rather than lie. */
export class ObjectChangedError extends Error {
  override name = "ObjectChangedError";
  constructor(readonly key: string) {
    super(`stored object changed or vanished after it was planned: ${key}`);
  }
}
