/** A part of a stored object, with the tag that it had when the export was planned. */
export interface ObjectRange {
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
   * Exactly `length` bytes from `offset` of the object, or null when it is gone or has changed since planning. Must never give other
   * bytes, fewer or more.
   */
  open(key: string, wanted: ObjectRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** An object vanished or changed between plan and download, which then breaks instead of giving wrong bytes. */
export class ObjectChangedError extends Error {
  override name = "ObjectChangedError";
  constructor(readonly key: string) {
    super(`stored object changed or vanished after it was planned: ${key}`);
  }
}
