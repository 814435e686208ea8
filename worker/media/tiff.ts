/**
 * A small reader of EXIF's TIFF structure. Files may be broken or malicious: every offset is checked, every count is limited before
 * allocating, no chain is followed, and an unreadable tag counts as absent without affecting the others.
 */

/** Bytes per value of each TIFF type; other types are unknown. */
const valueSizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const asciiType = 2;
const shortType = 3;
/** ASCII, BYTE and UNDEFINED. */
const textTypes = new Set([asciiType, 1, 7]);

const maxEntries = 1000;
const maxValues = 16;
const maxTextBytes = 512;

interface Entry {
  type: number;
  count: number;
  /** Offset of the value, checked to be inside the data. */
  offset: number;
}

export class TiffDirectory {
  readonly #view: DataView;
  readonly #isLittleEndian: boolean;
  readonly #entries = new Map<number, Entry>();

  private constructor(view: DataView, isLittleEndian: boolean, offset: number) {
    this.#view = view;
    this.#isLittleEndian = isLittleEndian;
    if (offset < 8 || offset + 2 > view.byteLength) return;
    const count = Math.min(view.getUint16(offset, isLittleEndian), maxEntries);
    for (let index = 0; index < count; index++) {
      const entryOffset = offset + 2 + index * 12;
      if (entryOffset + 12 > view.byteLength) return;
      const type = view.getUint16(entryOffset + 2, isLittleEndian);
      const valueCount = view.getUint32(entryOffset + 4, isLittleEndian);
      const size = (valueSizes[type] ?? 0) * valueCount;
      if (size === 0) continue;
      const valueOffset = size <= 4 ? entryOffset + 8 : view.getUint32(entryOffset + 8, isLittleEndian);
      const tag = view.getUint16(entryOffset, isLittleEndian);
      if (valueOffset + size <= view.byteLength && !this.#entries.has(tag)) {
        this.#entries.set(tag, { type, count: valueCount, offset: valueOffset });
      }
    }
  }

  /** The first directory; null if the bytes do not begin with a TIFF header. */
  static open(tiff: Uint8Array): TiffDirectory | null {
    if (tiff.byteLength < 8) return null;
    const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
    const byteOrder = view.getUint16(0);
    const isLittleEndian = byteOrder === 0x4949;
    if (!isLittleEndian && byteOrder !== 0x4d4d) return null;
    if (view.getUint16(2, isLittleEndian) !== 42) return null;
    return new TiffDirectory(view, isLittleEndian, view.getUint32(4, isLittleEndian));
  }

  /** The directory that a pointer tag refers to; empty when there is none. */
  openChild(tag: number): TiffDirectory {
    return new TiffDirectory(this.#view, this.#isLittleEndian, this.readNumbers(tag)?.[0] ?? 0);
  }

  /** Text up to its first NUL, trimmed; null when the tag is absent, not text, or blank. */
  text(tag: number): string | null {
    const entry = this.#entries.get(tag);
    return entry?.type === asciiType ? this.#decodeText(entry) : null;
  }

  /** The same for tags whose text some programs write as bytes. */
  readBytesAsText(tag: number): string | null {
    const entry = this.#entries.get(tag);
    return entry && textTypes.has(entry.type) ? this.#decodeText(entry) : null;
  }

  #decodeText(entry: Entry): string | null {
    const length = Math.min(entry.count, maxTextBytes);
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + entry.offset, length);
    const end = bytes.indexOf(0);
    const text = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
    return text === "" ? null : text;
  }

  /** Numbers; a rational is its quotient, which is NaN or infinite for a zero denominator. Null when the tag is absent or not numeric. */
  readNumbers(tag: number): number[] | null {
    const entry = this.#entries.get(tag);
    if (!entry || entry.type === asciiType) return null;
    const size = valueSizes[entry.type]!;
    return Array.from({ length: Math.min(entry.count, maxValues) }, (_, index) =>
      this.#readNumber(entry.type, entry.offset + index * size),
    );
  }

  /** A single SHORT; null for other types and counts. */
  short(tag: number): number | null {
    const entry = this.#entries.get(tag);
    return entry?.type === shortType && entry.count === 1 ? this.#readNumber(shortType, entry.offset) : null;
  }

  #readNumber(type: number, offset: number): number {
    const view = this.#view;
    const isLittleEndian = this.#isLittleEndian;
    switch (type) {
      case 3:
        return view.getUint16(offset, isLittleEndian);
      case 4:
        return view.getUint32(offset, isLittleEndian);
      case 5:
        return view.getUint32(offset, isLittleEndian) / view.getUint32(offset + 4, isLittleEndian);
      case 9:
        return view.getInt32(offset, isLittleEndian);
      case 10:
        return view.getInt32(offset, isLittleEndian) / view.getInt32(offset + 4, isLittleEndian);
      default:
        return view.getUint8(offset);
    }
  }
}
