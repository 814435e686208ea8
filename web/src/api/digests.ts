import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Bytes hashed at a time, small enough to keep the page responsive. */
const chunkBytes = 1 << 20;

interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** Hashes a file in chunks, so that a large file is never completely in memory. */
async function hashChunks(
  file: Blob,
  hashes: readonly Hash[],
  onProgress: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let from = 0; from < file.size; from += chunkBytes) {
    signal?.throwIfAborted();
    const bytes = new Uint8Array(await file.slice(from, from + chunkBytes).arrayBuffer());
    for (const hash of hashes) hash.update(bytes);
    onProgress(Math.min(file.size, from + chunkBytes));
  }
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The MD5 of a file in base64, as in Content-MD5. */
export async function md5Of(file: Blob, onProgress: (bytes: number) => void = () => {}): Promise<string> {
  const hash = md5.create();
  await hashChunks(file, [hash], onProgress);
  return base64(hash.digest());
}

/** The MD5 in base64 and the SHA-256 in hex, computed in one pass. */
export async function digestsOf(
  file: Blob,
  onProgress: (bytes: number) => void = () => {},
  signal?: AbortSignal,
): Promise<{ md5: string; sha256: string }> {
  const hashes = [md5.create(), sha256.create()] as const;
  await hashChunks(file, hashes, onProgress, signal);
  return { md5: base64(hashes[0].digest()), sha256: hex(hashes[1].digest()) };
}
