/** A range of a stored object, with the entity tag that it had when the export was planned. */
export interface ObjectRange {
  /** Entity tag at planning time, unquoted. */
  etag: string;
  /** Size of the whole object at planning time, in bytes. */
  size: number;
  offset: number;
  length: number;
}

/** Reads stored objects. */
export interface ObjectSource {
  /**
   * Exactly `length` bytes from `offset` of the object, or null when it is missing or has changed since planning. Must never
   * return other bytes, fewer or more.
   */
  open(key: string, range: ObjectRange): Promise<ReadableStream<Uint8Array> | null>;
}

/** An object disappeared or changed between plan and download. The download then fails instead of returning wrong bytes. */
export class ObjectChangedError extends Error {
  override name = "ObjectChangedError";
  readonly key: string;

  constructor(key: string) {
    super(`stored object changed or disappeared after it was planned: ${key}`);
    this.key = key;
  }
}
