import { deflateSync } from "fflate";
import { crc32 } from "../crc32";
import type { StoredObject } from "../plan";
import { type Segment, wholeObject } from "../segments";
import { deflatedEntry, segmentEntry, storedEntry, type ZipEntry, zipSegments } from "../zip";
import { type ReadEntry, readZip, unpack } from "../zip-reader";
import { placeholderId } from "./placeholder";

const CONTENT_TYPES = "[Content_Types].xml";

export interface Splice {
  /** The document with placeholders, as a library wrote it. */
  skeleton: Uint8Array;
  /** Stored photos by the id their placeholders carry. */
  photos: ReadonlyMap<string, StoredObject>;
  /** Stamp of every part, see zipDate. */
  modified: number;
  /** New text of a part that is not a picture, or undefined to keep it as it is. */
  rewrite(name: string, text: () => string): string | undefined;
}

/**
 * The skeleton laid out anew with each placeholder replaced by the photo it stands for. Throws when a
 * placeholder stands for nothing or a photo found no place: a document never leaves a photo out in silence.
 */
export function splice({ skeleton, photos, modified, rewrite }: Splice): Segment[] {
  const placed = new Set<string>();
  const entries: ZipEntry[] = [];
  const parts = inPackageOrder(readZip(skeleton));
  for (const part of parts) {
    const id = /\/media\//.test(part.name) ? placeholderId(unpack(part)) : null;
    if (id === null) {
      const text = () => new TextDecoder().decode(unpack(part));
      const rewritten = part.name === CONTENT_TYPES ? declaredOnly(text(), parts) : rewrite(part.name, text);
      entries.push(packed(part, rewritten, modified));
      continue;
    }
    const photo = photos.get(id);
    if (!photo) throw new Error(`${part.name} stands for a photo that is not planned: ${id}`);
    placed.add(id);
    entries.push(segmentEntry(part.name, { segments: [wholeObject(photo)], crc32: photo.crc32 }, modified));
  }
  for (const id of photos.keys()) {
    if (!placed.has(id)) throw new Error(`the document has no place for photo ${id}`);
  }
  return [...zipSegments(entries, { zip64: "never" })];
}

/** A part as the archive takes it: kept as it is packed, or packed now. */
function packed(part: ReadEntry, rewritten: string | undefined, modified: number): ZipEntry {
  if (rewritten === undefined && part.method === 8) {
    return deflatedEntry(part.name, part.packed.slice(), part, modified);
  }
  const bytes = rewritten === undefined ? part.packed : new TextEncoder().encode(rewritten);
  // fflate and not node:zlib: native deflate may pack differently on another machine, and the file's ranges
  // must fit together wherever they are answered.
  if ((globalThis as any).MODE === "store") return storedEntry(part.name, bytes.slice(), modified);
  const deflated = (globalThis as any).MODE === "native" ? new Uint8Array(require("node:zlib").deflateRawSync(bytes)) : deflateSync(bytes, { level: 6 });
  if (deflated.length >= bytes.length) return storedEntry(part.name, bytes.slice(), modified);
  return deflatedEntry(part.name, deflated, { size: bytes.length, crc32: crc32(bytes) }, modified);
}

/** Content types first, then the package's relationships: sniffers look there. The rest keeps its order. */
function inPackageOrder(parts: ReadEntry[]): ReadEntry[] {
  const rank = ({ name }: ReadEntry) => (name === CONTENT_TYPES ? 0 : name === "_rels/.rels" ? 1 : 2);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/** pptxgenjs and docx declare parts that they do not write; strict readers take the package for damaged. */
function declaredOnly(contentTypes: string, parts: readonly ReadEntry[]): string {
  const names = new Set(parts.map(({ name }) => `/${name}`));
  return contentTypes.replace(/<Override\b[^>]*\bPartName="([^"]*)"[^>]*\/>/g, (override, name: string) =>
    names.has(name) ? override : "",
  );
}
