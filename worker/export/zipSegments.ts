import { crc32 } from "./crc32.ts";
import { type ExportFile, inline, type Segment, segmentLength } from "./segments.ts";
import { encodeCentralRecord, encodeEnd, encodeLocalHeader, type ZipRecord } from "./zipRecords.ts";

const store = 0;
const deflate = 8;

/** One file of a zip: its bytes as stored in the archive, and its header fields. */
export interface ZipEntry {
  /** Path inside the zip, "/" between folders. */
  name: string;
  method: typeof store | typeof deflate;
  /** Bytes as stored in the archive, compressed according to `method`. */
  segments: readonly Segment[];
  /** Bytes once unpacked. */
  size: number;
  /** CRC-32 once unpacked, unsigned. */
  crc32: number;
  /** Wall-clock stamp in DOS form, see zipDate. */
  modified: number;
}

/** A file of given bytes, stored uncompressed. */
export function storedEntry(name: string, bytes: Uint8Array, modified: number): ZipEntry {
  return {
    name,
    method: store,
    segments: [inline(bytes)],
    size: bytes.length,
    crc32: crc32(bytes),
    modified,
  };
}

/** A stored object or another export file as a file of the zip. Its checksum is known, so nothing is read. */
export function segmentEntry(
  name: string,
  content: { segments: readonly Segment[]; crc32: number },
  modified: number,
): ZipEntry {
  const size = content.segments.reduce((sum, segment) => sum + segmentLength(segment), 0);
  return { name, method: store, segments: content.segments, size, crc32: content.crc32, modified };
}

/** A whole document as a file of a zip of documents. */
export function exportFileEntry(exportFile: ExportFile, modified: number): ZipEntry {
  return segmentEntry(exportFile.fileName, exportFile, modified);
}

/** Bytes that are deflated already. */
export function deflatedEntry(
  name: string,
  deflated: Uint8Array,
  unpacked: { size: number; crc32: number },
  modified: number,
): ZipEntry {
  return { name, method: deflate, segments: [inline(deflated)], ...unpacked, modified };
}

/**
 * A zip archive as segments. No data descriptors; version needed 20 and no zip64 records, except where a size,
 * an offset or the count does not fit without, because Office refuses documents that carry them needlessly.
 * `zip64: "never"` throws RangeError instead of using them.
 */
export function* zipSegments(
  entries: Iterable<ZipEntry>,
  { zip64 }: { zip64: "whenNeeded" | "never" },
): Generator<Segment> {
  const records: ZipRecord[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packedSize = entry.segments.reduce((sum, segment) => sum + segmentLength(segment), 0);
    const record: ZipRecord = { ...entry, packedSize, offset };
    records.push(record);
    const header = encodeLocalHeader(record);
    yield inline(header);
    yield* entry.segments;
    offset += header.length + packedSize;
  }
  const directoryOffset = offset;
  for (const record of records) {
    const central = encodeCentralRecord(record);
    yield inline(central);
    offset += central.length;
  }
  const end = encodeEnd({
    count: records.length,
    directoryOffset,
    directorySize: offset - directoryOffset,
  });
  yield inline(end.bytes);
  if (zip64 === "never" && (end.zip64 || records.some(needsZip64))) {
    throw new RangeError("an Office document must stay under 4 GiB and 65535 parts");
  }
}

function needsZip64(record: ZipRecord): boolean {
  return Math.max(record.size, record.packedSize, record.offset) >= 0xffffffff;
}
