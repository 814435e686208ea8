import { Buffer } from "node:buffer";

/** Ids and digests are stored as bytes, in columns of SQLite type text (docs/decisions/0056). */

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** A UUID as the database stores it. Other text stays text, which matches no row. */
export const encodeId = (id: string): Uint8Array | string =>
  isUuid(id) ? hexToBytes(id.replaceAll("-", "")) : id;

/** The UUID of 16 bytes, in lower case. @throws TypeError for anything else */
export function decodeId(bytes: unknown): string {
  const hex = hexOfBytes(bytes);
  if (hex.length !== 32) throw new TypeError(`expected 16 bytes, not ${hex.length / 2}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const hexToBytes = (hex: string): Uint8Array => Buffer.from(hex, "hex");

/** Bytes as hexadecimal digits; D1 returns bytes as an array of numbers. @throws TypeError for other values */
export function hexOfBytes(bytes: unknown): string {
  if (Array.isArray(bytes)) return Buffer.from(bytes).toString("hex");
  if (ArrayBuffer.isView(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  if (bytes instanceof ArrayBuffer) return Buffer.from(bytes).toString("hex");
  throw new TypeError(`expected bytes, not ${typeof bytes}`);
}
