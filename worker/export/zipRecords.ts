/** The header fields of one archived file. Sizes and offset in bytes, checksums unsigned. */
export interface ZipRecord {
  name: string;
  method: number;
  size: number;
  packedSize: number;
  crc32: number;
  modified: number;
  /** Offset of the local header. */
  offset: number;
  /** Its sizes and checksum were unknown when its header was written, and follow its data. */
  streamed?: boolean;
}

const zipVersion = 20;
const zip64Version = 45;
/** The value that refers a reader to the zip64 field. */
const max32 = 0xffffffff;
const max16 = 0xffff;
const flagUtf8 = 0x800;
const flagDescriptor = 8;

export const signature = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Writes little-endian numbers one after another. */
class Writer {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  u16(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint16(this.#offset, value, true);
      this.#offset += 2;
    }
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint32(this.#offset, value, true);
      this.#offset += 4;
    }
    return this;
  }

  u64(...values: number[]): this {
    for (const value of values) {
      this.#view.setBigUint64(this.#offset, BigInt(value), true);
      this.#offset += 8;
    }
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#offset);
    this.#offset += bytes.length;
    return this;
  }
}

export function encodeLocalHeader(record: ZipRecord): Uint8Array {
  const name = encodeName(record.name, record.streamed);
  // A local zip64 field must contain both sizes, even if only one is large (APPNOTE 4.5.3).
  const isLarge = record.size >= max32 || record.packedSize >= max32;
  const writer = new Writer(30 + name.bytes.length + (isLarge ? 20 : 0))
    .u32(signature.local)
    .u16(isLarge ? zip64Version : zipVersion, name.flags, record.method)
    .u32(record.modified, record.crc32, isLarge ? max32 : record.packedSize, isLarge ? max32 : record.size)
    .u16(name.bytes.length, isLarge ? 20 : 0)
    .raw(name.bytes);
  if (isLarge) writer.u16(1, 16).u64(record.size, record.packedSize);
  return writer.bytes;
}

/** The data descriptor after a streamed file. @throws RangeError from 4 GiB on, where readers disagree about its form */
export function encodeDescriptor({ crc32, packedSize, size }: ZipRecord): Uint8Array {
  if (size >= max32 || packedSize >= max32)
    throw new RangeError("a streamed file must be smaller than 4 GiB");
  return new Writer(16).u32(signature.descriptor, crc32, packedSize, size).bytes;
}

export function encodeCentralRecord(record: ZipRecord): Uint8Array {
  const name = encodeName(record.name, record.streamed);
  const fields = [record.size, record.packedSize, record.offset];
  const large = fields.filter((field) => field >= max32);
  const extra = large.length > 0 ? 4 + 8 * large.length : 0;
  const version = extra > 0 ? zip64Version : zipVersion;
  const writer = new Writer(46 + name.bytes.length + extra)
    .u32(signature.central)
    .u16(version, version, name.flags, record.method)
    .u32(record.modified, record.crc32, Math.min(record.packedSize, max32), Math.min(record.size, max32))
    .u16(name.bytes.length, extra, 0, 0, 0)
    .u32(0, Math.min(record.offset, max32))
    .raw(name.bytes);
  if (extra > 0) writer.u16(1, 8 * large.length).u64(...large);
  return writer.bytes;
}

/** The records that end an archive; `zip64` is true if the plain one alone is not sufficient. */
export function encodeEnd({
  count,
  directoryOffset,
  directorySize,
}: {
  count: number;
  directoryOffset: number;
  directorySize: number;
}): { bytes: Uint8Array; zip64: boolean } {
  const needsZip64 = count >= max16 || directoryOffset >= max32 || directorySize >= max32;
  const writer = new Writer(22 + (needsZip64 ? 76 : 0));
  if (needsZip64) {
    writer
      .u32(signature.end64)
      .u64(44)
      .u16(zip64Version, zip64Version)
      .u32(0, 0)
      .u64(count, count, directorySize, directoryOffset)
      .u32(signature.locator64, 0)
      .u64(directoryOffset + directorySize)
      .u32(1);
  }
  writer
    .u32(signature.end)
    .u16(0, 0, Math.min(count, max16), Math.min(count, max16))
    .u32(Math.min(directorySize, max32), Math.min(directoryOffset, max32))
    .u16(0);
  return { bytes: writer.bytes, zip64: needsZip64 };
}

function encodeName(name: string, streamed = false): { bytes: Uint8Array; flags: number } {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length > max16) throw new RangeError("a name in a zip has at most 65535 bytes");
  const flags = (bytes.length === name.length ? 0 : flagUtf8) | (streamed ? flagDescriptor : 0);
  return { bytes, flags };
}
