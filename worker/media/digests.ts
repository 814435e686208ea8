import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** Size and digests of some bytes. `crc32` is unsigned, as in zip; hashes are lower-case hex. */
export interface ContentDigests {
  size: number;
  crc32: number;
  sha256: string;
  md5: string;
}

/** Computes all digests of a stream in one pass. R2 itself checks and reports the MD5. */
export class Digester {
  #size = 0;
  #crc32 = 0;
  readonly #sha256 = createHash("sha256");
  readonly #md5 = createHash("md5");

  update(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    this.#crc32 = crc32(chunk, this.#crc32);
    this.#sha256.update(chunk);
    this.#md5.update(chunk);
  }

  /** Ends the pass; the digester cannot be used again. */
  finish(): ContentDigests {
    return {
      size: this.#size,
      crc32: this.#crc32 >>> 0,
      sha256: this.#sha256.digest("hex"),
      md5: this.#md5.digest("hex"),
    };
  }
}
