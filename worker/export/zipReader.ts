import { inflateRawSync } from "node:zlib";
import { zipSignatures } from "./zipRecords.ts";

/** A file of a zip in memory; `packedBytes` is a view into it, still compressed when `method` is 8. */
export interface ZipFileEntry {
  name: string;
  method: number;
  packedBytes: Uint8Array;
  size: number;
  crc32: number;
}

/** The files of a zip in the order of its central directory, without folders. @throws TypeError if it is not a plain zip */
export function readZip(zip: Uint8Array): ZipFileEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEndRecord(view);
  const entries: ZipFileEntry[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining--) {
    if (view.getUint32(offset, true) !== zipSignatures.central)
      throw new TypeError("no central directory record");
    const nameLength = view.getUint16(offset + 28, true);
    const name = new TextDecoder().decode(zip.subarray(offset + 46, offset + 46 + nameLength));
    const packedSize = view.getUint32(offset + 20, true);
    const localHeaderOffset = view.getUint32(offset + 42, true);
    const dataOffset =
      localHeaderOffset +
      30 +
      view.getUint16(localHeaderOffset + 26, true) +
      view.getUint16(localHeaderOffset + 28, true);
    if (!name.endsWith("/")) {
      entries.push({
        name,
        method: view.getUint16(offset + 10, true),
        packedBytes: zip.subarray(dataOffset, dataOffset + packedSize),
        size: view.getUint32(offset + 24, true),
        crc32: view.getUint32(offset + 16, true),
      });
    }
    offset += 46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return entries;
}

/** The unpacked bytes of an entry. */
export function unpack(entry: ZipFileEntry): Uint8Array {
  return entry.method === 0 ? entry.packedBytes : new Uint8Array(inflateRawSync(entry.packedBytes));
}

function findEndRecord(view: DataView): number {
  for (let index = view.byteLength - 22; index >= Math.max(0, view.byteLength - 22 - 0xffff); index--) {
    if (view.getUint32(index, true) === zipSignatures.end) return index;
  }
  throw new TypeError("not a zip: no end of central directory");
}
