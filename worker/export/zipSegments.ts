import { crc32 } from "./crc32.ts";
import { createInlineSegment, type ExportFile, getSegmentLength, type Segment } from "./segments.ts";
import { encodeCentralRecord, encodeEndRecords, encodeLocalHeader, type ZipRecord } from "./zipRecords.ts";

const storeMethod = 0;
const deflateMethod = 8;

/** One file of a zip: its data as stored in the archive, and its header fields. */
export interface ZipEntry {
  /** Path inside the zip, "/" between folders. */
  name: string;
  method: typeof storeMethod | typeof deflateMethod;
  /** Data as stored in the archive, compressed according to `method`. */
  segments: readonly Segment[];
  /** Uncompressed size in bytes. */
  size: number;
  /** CRC-32 of the uncompressed bytes, unsigned. */
  crc32: number;
  /** Wall-clock time in DOS form, see zipDate. */
  modified: number;
}

/** An entry of given bytes, stored uncompressed. */
export function createStoredEntry(name: string, bytes: Uint8Array, modified: number): ZipEntry {
  return {
    name,
    method: storeMethod,
    segments: [createInlineSegment(bytes)],
    size: bytes.length,
    crc32: crc32(bytes),
    modified,
  };
}

/** An entry of a stored object or another export file. Its checksum is known, so nothing is read. */
export function createSegmentEntry(
  name: string,
  content: { segments: readonly Segment[]; crc32: number },
  modified: number,
): ZipEntry {
  const size = content.segments.reduce((sum, segment) => sum + getSegmentLength(segment), 0);
  return { name, method: storeMethod, segments: content.segments, size, crc32: content.crc32, modified };
}

/** An entry of a whole document in a zip of documents. */
export function createExportFileEntry(exportFile: ExportFile, modified: number): ZipEntry {
  return createSegmentEntry(exportFile.fileName, exportFile, modified);
}

/** An entry of data that is already deflated. */
export function createDeflatedEntry(
  name: string,
  deflatedBytes: Uint8Array,
  uncompressedInfo: { size: number; crc32: number },
  modified: number,
): ZipEntry {
  return {
    name,
    method: deflateMethod,
    segments: [createInlineSegment(deflatedBytes)],
    ...uncompressedInfo,
    modified,
  };
}

/**
 * A zip archive as segments, without data descriptors. It has "version needed" 20 and no zip64 records unless a size, an offset or the
 * count requires them, because Office rejects documents that use them needlessly.
 * @throws RangeError if `zip64` is "never" and they are required
 */
export function* createZipSegments(
  entries: Iterable<ZipEntry>,
  { zip64: zip64Mode }: { zip64: "whenNeeded" | "never" },
): Generator<Segment> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packedSize = entry.segments.reduce((sum, segment) => sum + getSegmentLength(segment), 0);
    const record: ZipRecord = { ...entry, packedSize, offset };
    records.push(record);
    const header = encodeLocalHeader(record);
    yield createInlineSegment(header);
    yield* entry.segments;
    offset += header.length + packedSize;
  }
  const directoryOffset = offset;
  for (const record of records) {
    const centralRecord = encodeCentralRecord(record);
    yield createInlineSegment(centralRecord);
    offset += centralRecord.length;
  }
  const end = encodeEndRecords({
    count: records.length,
    directoryOffset,
    directorySize: offset - directoryOffset,
  });
  yield createInlineSegment(end.bytes);
  if (zip64Mode === "never" && (end.zip64 || records.some(needsZip64))) {
    throw new RangeError("an Office document must stay under 4 GiB and 65535 parts");
  }
}

function needsZip64(record: ZipRecord): boolean {
  return Math.max(record.size, record.packedSize, record.offset) >= 0xffffffff;
}
