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
const maxUint32 = 0xffffffff;
const maxUint16 = 0xffff;
const utf8Flag = 0x800;
const descriptorFlag = 8;

export const zipSignatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Writes little-endian numbers one after another. */
class LittleEndianWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }

  writeUint16(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint16(this.#offset, value, true);
      this.#offset += 2;
    }
    return this;
  }

  writeUint32(...values: number[]): this {
    for (const value of values) {
      this.#view.setUint32(this.#offset, value, true);
      this.#offset += 4;
    }
    return this;
  }

  writeUint64(...values: number[]): this {
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
  const isLarge = record.size >= maxUint32 || record.packedSize >= maxUint32;
  const writer = new LittleEndianWriter(30 + name.bytes.length + (isLarge ? 20 : 0))
    .writeUint32(zipSignatures.local)
    .writeUint16(isLarge ? zip64Version : zipVersion, name.flags, record.method)
    .writeUint32(
      record.modified,
      record.crc32,
      isLarge ? maxUint32 : record.packedSize,
      isLarge ? maxUint32 : record.size,
    )
    .writeUint16(name.bytes.length, isLarge ? 20 : 0)
    .raw(name.bytes);
  if (isLarge) writer.writeUint16(1, 16).writeUint64(record.size, record.packedSize);
  return writer.bytes;
}

/** The data descriptor after a streamed file. @throws RangeError from 4 GiB on, where readers disagree about its form */
export function encodeDescriptor({ crc32, packedSize, size }: ZipRecord): Uint8Array {
  if (size >= maxUint32 || packedSize >= maxUint32)
    throw new RangeError("a streamed file must be smaller than 4 GiB");
  return new LittleEndianWriter(16).writeUint32(zipSignatures.descriptor, crc32, packedSize, size).bytes;
}

export function encodeCentralRecord(record: ZipRecord): Uint8Array {
  const name = encodeName(record.name, record.streamed);
  const fields = [record.size, record.packedSize, record.offset];
  const largeFields = fields.filter((field) => field >= maxUint32);
  const extraLength = largeFields.length > 0 ? 4 + 8 * largeFields.length : 0;
  const version = extraLength > 0 ? zip64Version : zipVersion;
  const writer = new LittleEndianWriter(46 + name.bytes.length + extraLength)
    .writeUint32(zipSignatures.central)
    .writeUint16(version, version, name.flags, record.method)
    .writeUint32(
      record.modified,
      record.crc32,
      Math.min(record.packedSize, maxUint32),
      Math.min(record.size, maxUint32),
    )
    .writeUint16(name.bytes.length, extraLength, 0, 0, 0)
    .writeUint32(0, Math.min(record.offset, maxUint32))
    .raw(name.bytes);
  if (extraLength > 0) writer.writeUint16(1, 8 * largeFields.length).writeUint64(...largeFields);
  return writer.bytes;
}

/** The records that end an archive; `zip64` is true if the plain one alone is not sufficient. */
export function encodeEndRecords({
  count,
  directoryOffset,
  directorySize,
}: {
  count: number;
  directoryOffset: number;
  directorySize: number;
}): { bytes: Uint8Array; zip64: boolean } {
  const needsZip64 = count >= maxUint16 || directoryOffset >= maxUint32 || directorySize >= maxUint32;
  const writer = new LittleEndianWriter(22 + (needsZip64 ? 76 : 0));
  if (needsZip64) {
    writer
      .writeUint32(zipSignatures.end64)
      .writeUint64(44)
      .writeUint16(zip64Version, zip64Version)
      .writeUint32(0, 0)
      .writeUint64(count, count, directorySize, directoryOffset)
      .writeUint32(zipSignatures.locator64, 0)
      .writeUint64(directoryOffset + directorySize)
      .writeUint32(1);
  }
  writer
    .writeUint32(zipSignatures.end)
    .writeUint16(0, 0, Math.min(count, maxUint16), Math.min(count, maxUint16))
    .writeUint32(Math.min(directorySize, maxUint32), Math.min(directoryOffset, maxUint32))
    .writeUint16(0);
  return { bytes: writer.bytes, zip64: needsZip64 };
}

function encodeName(name: string, isStreamed = false): { bytes: Uint8Array; flags: number } {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length > maxUint16) throw new RangeError("a name in a zip has at most 65535 bytes");
  const flags = (bytes.length === name.length ? 0 : utf8Flag) | (isStreamed ? descriptorFlag : 0);
  return { bytes, flags };
}
