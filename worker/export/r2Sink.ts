import type { Sink } from "./zipStream.ts";

/** Part size in bytes. R2 requires all parts but the last to be of one size, at least 5 MiB. */
const partSize = 8 * 1024 * 1024;

/** Writes an object of unknown size to R2, with one part in memory. */
export class R2Sink implements Sink {
  readonly #bucket: R2Bucket;
  readonly #key: string;
  readonly #options: R2PutOptions;
  #buffer = new Uint8Array(partSize);
  #filled = 0;
  #size = 0;
  #upload: R2MultipartUpload | undefined;
  readonly #parts: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket, key: string, options: Pick<R2PutOptions, "httpMetadata"> = {}) {
    this.#bucket = bucket;
    this.#key = key;
    this.#options = options;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let index = 0; index < bytes.length; ) {
      const chunk = bytes.subarray(index, index + partSize - this.#filled);
      this.#buffer.set(chunk, this.#filled);
      this.#filled += chunk.length;
      index += chunk.length;
      if (this.#filled === partSize) await this.#flush();
    }
    this.#size += bytes.length;
  }

  /** Completes the object, which exists from then on. `etag` is unquoted. */
  async close(): Promise<{ etag: string; size: number }> {
    if (!this.#upload) {
      const { etag } = await this.#bucket.put(this.#key, this.#filledBytes(), this.#options);
      return { etag, size: this.#size };
    }
    if (this.#filled > 0) await this.#flush();
    const { etag } = await this.#upload.complete(this.#parts);
    return { etag, size: this.#size };
  }

  /** Aborts the upload and removes its parts. */
  async abort(): Promise<void> {
    await this.#upload?.abort();
  }

  async #flush(): Promise<void> {
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#key, this.#options);
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, this.#filledBytes()));
    // A new buffer, because R2 may not have read the old one to its end yet.
    this.#buffer = new Uint8Array(partSize);
    this.#filled = 0;
  }

  #filledBytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#filled);
  }
}
