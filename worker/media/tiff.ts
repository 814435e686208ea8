/**
 * A small reader of EXIF's TIFF structure. Files may be broken or hostile: every offset is checked, every count is bounded before
 * allocating, no chain is followed, and an unreadable tag counts as absent without affecting the others.
 */

/** Bytes per value of each TIFF type; other types are unknown. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const ascii = 2;
const short = 3;
/** ASCII, BYTE and UNDEFINED. */
const textTypes = new Set([ascii, 1, 7]);

const maxEntries = 1000;
const maxNumbers = 16;
const maxText = 512;

interface Entry {
  type: number;
  count: number;
  /** Offset of the value, checked to be inside the data. */
  offset: number;
}

export class TiffDirectory {
  readonly #view: DataView;
  readonly #little: boolean;
  readonly #entries = new Map<number, Entry>();

  private constructor(view: DataView, little: boolean, offset: number) {
    this.#view = view;
    this.#little = little;
    if (offset < 8 || offset + 2 > view.byteLength) return;
    const count = Math.min(view.getUint16(offset, little), maxEntries);
    for (let index = 0; index < count; index++) {
      const entryOffset = offset + 2 + index * 12;
      if (entryOffset + 12 > view.byteLength) return;
      const type = view.getUint16(entryOffset + 2, little);
      const values = view.getUint32(entryOffset + 4, little);
      const size = (sizes[type] ?? 0) * values;
      if (size === 0) continue;
      const valueOffset = size <= 4 ? entryOffset + 8 : view.getUint32(entryOffset + 8, little);
      const tag = view.getUint16(entryOffset, little);
      if (valueOffset + size <= view.byteLength && !this.#entries.has(tag)) {
        this.#entries.set(tag, { type, count: values, offset: valueOffset });
      }
    }
  }

  /** The first directory; null when the bytes do not begin like TIFF. */
  static open(tiff: Uint8Array): TiffDirectory | null {
    if (tiff.byteLength < 8) return null;
    const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
    const order = view.getUint16(0);
    const isLittleEndian = order === 0x4949;
    if (!isLittleEndian && order !== 0x4d4d) return null;
    if (view.getUint16(2, isLittleEndian) !== 42) return null;
    return new TiffDirectory(view, isLittleEndian, view.getUint32(4, isLittleEndian));
  }

  /** The directory that a pointer tag refers to; empty when there is none. */
  child(tag: number): TiffDirectory {
    return new TiffDirectory(this.#view, this.#little, this.numbers(tag)?.[0] ?? 0);
  }

  /** Text up to its first NUL, trimmed; null when the tag is absent, not text, or blank. */
  text(tag: number): string | null {
    const entry = this.#entries.get(tag);
    return entry?.type === ascii ? this.#textOf(entry) : null;
  }

  /** The same for tags whose text some programs write as bytes. */
  bytesAsText(tag: number): string | null {
    const entry = this.#entries.get(tag);
    return entry && textTypes.has(entry.type) ? this.#textOf(entry) : null;
  }

  #textOf(entry: Entry): string | null {
    const length = Math.min(entry.count, maxText);
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + entry.offset, length);
    const end = bytes.indexOf(0);
    const text = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
    return text === "" ? null : text;
  }

  /** Numbers; a rational is its quotient, which is NaN or infinite for a zero denominator. Null when the tag is absent or not numeric. */
  numbers(tag: number): number[] | null {
    const entry = this.#entries.get(tag);
    if (!entry || entry.type === ascii) return null;
    const size = sizes[entry.type]!;
    return Array.from({ length: Math.min(entry.count, maxNumbers) }, (_, index) =>
      this.#number(entry.type, entry.offset + index * size),
    );
  }

  /** A single SHORT; null for other types and counts. */
  short(tag: number): number | null {
    const entry = this.#entries.get(tag);
    return entry?.type === short && entry.count === 1 ? this.#number(short, entry.offset) : null;
  }

  #number(type: number, offset: number): number {
    const view = this.#view;
    const little = this.#little;
    switch (type) {
      case 3:
        return view.getUint16(offset, little);
      case 4:
        return view.getUint32(offset, little);
      case 5:
        return view.getUint32(offset, little) / view.getUint32(offset + 4, little);
      case 9:
        return view.getInt32(offset, little);
      case 10:
        return view.getInt32(offset, little) / view.getInt32(offset + 4, little);
      default:
        return view.getUint8(offset);
    }
  }
}
