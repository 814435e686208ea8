import { md5 } from "@noble/hashes/legacy.js";

/** So much is hashed in one go: short enough for the page to answer its user in between. Bytes. */
const piece = 1 << 20;

/** The MD5 of a file in base64, read piece by piece: a large one never lies in memory whole. */
export async function md5Of(file: Blob, onProgress: (bytes: number) => void = () => {}): Promise<string> {
  const hash = md5.create();
  for (let from = 0; from < file.size; from += piece) {
    hash.update(new Uint8Array(await file.slice(from, from + piece).arrayBuffer()));
    onProgress(Math.min(file.size, from + piece));
  }
  return btoa(String.fromCharCode(...hash.digest()));
}
