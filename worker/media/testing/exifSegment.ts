/** An EXIF value: text is ASCII, numbers are rationals written as [numerator, denominator] or shorts. */
type ExifValue = string | number | readonly (readonly [number, number])[];

export interface ExifTags {
  image?: Record<number, ExifValue>;
  exif?: Record<number, ExifValue>;
  gps?: Record<number, ExifValue>;
}

const exifPointer = 0x8769;
const gpsPointer = 0x8825;

/** A TIFF structure with the given tags, as an EXIF segment contains it. */
export function makeTiff(tags: ExifTags, isLittleEndian = true): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4096));
  const bytes = new Uint8Array(view.buffer);
  let freeOffset = 8;
  bytes.set(new TextEncoder().encode(isLittleEndian ? "II" : "MM"));
  view.setUint16(2, 42, isLittleEndian);
  view.setUint32(4, 8, isLittleEndian);

  const writeDirectory = (entries: Record<number, ExifValue>, pointers: number[]): Map<number, number> => {
    const offsets = new Map<number, number>();
    const tagsInOrder = [...Object.keys(entries).map(Number), ...pointers].sort((a, b) => a - b);
    let offset = freeOffset + 2;
    view.setUint16(freeOffset, tagsInOrder.length, isLittleEndian);
    freeOffset = offset + tagsInOrder.length * 12 + 4;
    for (const tag of tagsInOrder) {
      view.setUint16(offset, tag, isLittleEndian);
      if (pointers.includes(tag)) {
        view.setUint16(offset + 2, 4, isLittleEndian);
        view.setUint32(offset + 4, 1, isLittleEndian);
        offsets.set(tag, offset + 8);
      } else {
        writeValue(offset, entries[tag]!);
      }
      offset += 12;
    }
    return offsets;
  };

  const writeValue = (offset: number, value: ExifValue) => {
    if (typeof value === "number") {
      view.setUint16(offset + 2, 3, isLittleEndian);
      view.setUint32(offset + 4, 1, isLittleEndian);
      view.setUint16(offset + 8, value, isLittleEndian);
      return;
    }
    const text = typeof value === "string" ? new TextEncoder().encode(`${value}\0`) : null;
    view.setUint16(offset + 2, text ? 2 : 5, isLittleEndian);
    view.setUint32(offset + 4, text ? text.length : value.length, isLittleEndian);
    const index = text && text.length <= 4 ? offset + 8 : freeOffset;
    if (index === freeOffset) view.setUint32(offset + 8, freeOffset, isLittleEndian);
    if (text) {
      bytes.set(text, index);
      if (index === freeOffset) freeOffset += text.length + (text.length % 2);
    } else {
      for (const [numerator, denominator] of value as readonly (readonly [number, number])[]) {
        view.setUint32(freeOffset, numerator, isLittleEndian);
        view.setUint32(freeOffset + 4, denominator, isLittleEndian);
        freeOffset += 8;
      }
    }
  };

  const pointers = [...(tags.exif ? [exifPointer] : []), ...(tags.gps ? [gpsPointer] : [])];
  const offsets = writeDirectory(tags.image ?? {}, pointers);
  for (const [pointer, entries] of [
    [exifPointer, tags.exif],
    [gpsPointer, tags.gps],
  ] as const) {
    const index = offsets.get(pointer);
    if (index === undefined || !entries) continue;
    view.setUint32(index, freeOffset, isLittleEndian);
    writeDirectory(entries, []);
  }
  return bytes.slice(0, freeOffset);
}

/** The JPEG with an EXIF segment right after its first marker. */
export function addExif(jpeg: Uint8Array, exif: Uint8Array): Uint8Array<ArrayBuffer> {
  return addSegment(jpeg, 0xe1, concat(new TextEncoder().encode("Exif\0\0"), exif));
}

/** The JPEG with a segment of the given marker right after its first marker. */
export function addSegment(jpeg: Uint8Array, marker: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = payload.length + 2;
  const header = new Uint8Array([0xff, marker, length >> 8, length & 255]);
  return concat(jpeg.subarray(0, 2), header, payload, jpeg.subarray(2));
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
