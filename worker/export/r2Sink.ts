import type { ByteSink } from "./zipStream.ts";

/** Part size in bytes. R2 requires all parts but the last to be of one size, at least 5 MiB. */
const partSize = 8 * 1024 * 1024;

/** Writes an object of unknown size to R2, with one part in memory. */
export class R2Sink implements ByteSink {
  readonly #bucket: R2Bucket;
  readonly #key: string;
  readonly #options: R2PutOptions;
  #buffer = new Uint8Array(partSize);
  #filledLength = 0;
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
      const chunk = bytes.subarray(index, index + partSize - this.#filledLength);
      this.#buffer.set(chunk, this.#filledLength);
      this.#filledLength += chunk.length;
      index += chunk.length;
      if (this.#filledLength === partSize) await this.#flush();
    }
    this.#size += bytes.length;
  }

  /** Completes the object, which exists from then on. `etag` is unquoted. */
  async close(): Promise<{ etag: string; size: number }> {
    if (!this.#upload) {
      const { etag } = await this.#bucket.put(this.#key, this.#getFilledBytes(), this.#options);
      return { etag, size: this.#size };
    }
    if (this.#filledLength > 0) await this.#flush();
    const { etag } = await this.#upload.complete(this.#parts);
    return { etag, size: this.#size };
  }

  /** Aborts the upload and removes its parts. */
  async abort(): Promise<void> {
    await this.#upload?.abort();
  }

  async #flush(): Promise<void> {
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#key, this.#options);
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, this.#getFilledBytes()));
    // A new buffer, because R2 may not have read the old one to its end yet.
    this.#buffer = new Uint8Array(partSize);
    this.#filledLength = 0;
  }

  #getFilledBytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#filledLength);
  }
}
