import { Deflate, deflateSync } from "fflate";
import { combineCrc32, crc32 } from "../crc32.ts";
import type { StoredObject } from "../exportPlanTypes.ts";
import { concatBytes, createObjectSegment, type Segment } from "../segments.ts";
import { readZip, unpack, type ZipFileEntry } from "../zipReader.ts";
import {
  createDeflatedEntry,
  createSegmentEntry,
  createStoredEntry,
  createZipSegments,
  type ZipEntry,
} from "../zipSegments.ts";

/** A part of an Office document: XML made here, raw bytes, a part packed by a library, or a stored photo. */
export type Part =
  | { name: string; xml: string }
  | { name: string; bytes: Uint8Array }
  | { name: string; entry: ZipFileEntry }
  | { name: string; photo: StoredObject };

const contentTypesPart = "[Content_Types].xml";

/**
 * XML below this many bytes is stored uncompressed. Photos make up most of a document; deflating a thousand slides one by one
 * would take longer than sending them.
 */
const minDeflateSize = 16 * 1024;

/** The parts of a document written by a library, by name. Changing the map changes the document. */
export function partsOf(skeleton: Uint8Array): Map<string, Part> {
  return new Map(readZip(skeleton).map((entry) => [entry.name, { name: entry.name, entry }]));
}

/** The text of an XML part. @throws Error if it does not exist */
export function xmlOf(parts: ReadonlyMap<string, Part>, name: string): string {
  const part = parts.get(name);
  if (!part || "photo" in part) throw new Error(`the document has no ${name}`);
  if ("xml" in part) return part.xml;
  return new TextDecoder().decode("bytes" in part ? part.bytes : unpack(part.entry));
}

export function setXml(parts: Map<string, Part>, name: string, xml: string): void {
  parts.set(name, { name, xml });
}

/** The name of the relationships part of a part. */
export function relationsPartName(name: string): string {
  const index = name.lastIndexOf("/") + 1;
  return `${name.slice(0, index)}_rels/${name.slice(index)}.rels`;
}

/** Inserts XML at the end of the root element of a part. */
export function appendToRoot(parts: Map<string, Part>, name: string, element: string, xml: string): void {
  const end = `</${element}>`;
  // An empty element may be self-closing.
  const root = xmlOf(parts, name).replace(new RegExp(`(<${element}\\b[^>]*)/>\\s*$`), `$1>${end}`);
  const index = root.lastIndexOf(end);
  if (index < 0) throw new Error(`${name} has no ${end}`);
  setXml(parts, name, root.slice(0, index) + xml + root.slice(index));
}

/** Characters of XML per deflated chunk. */
const chunkLength = 64 * 1024;

/** An XML part that is generated in chunks and deflated as it is generated, so that it is never in memory as a whole. */
export function createDeflatedPart(name: string, chunks: Iterable<string>): Part {
  const encoder = new TextEncoder();
  const deflatedChunks: Uint8Array[] = [];
  const deflate = new Deflate({ level: 6 }, (chunk) => deflatedChunks.push(chunk));
  let checksum = 0;
  let size = 0;
  let pending = "";
  const push = (final: boolean) => {
    const bytes = encoder.encode(pending);
    checksum = combineCrc32(checksum, crc32(bytes), bytes.length);
    size += bytes.length;
    deflate.push(bytes, final);
    pending = "";
  };
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length >= chunkLength) push(false);
  }
  push(true);
  return {
    name,
    entry: { name, method: 8, packedBytes: concatBytes(deflatedChunks), size, crc32: checksum },
  };
}

/** An XML part, deflated immediately if it is long, so that its text is not kept until the document is finished. */
export const createXmlPart = (name: string, xml: string): Part =>
  xml.length < minDeflateSize ? { name, xml } : createDeflatedPart(name, [xml]);

/** The document as segments. Content types are reduced to existing parts. `modified` as in zipDate. */
export function createOfficePackage(parts: Map<string, Part>, modified: number): Segment[] {
  setXml(parts, contentTypesPart, removeMissingOverrides(xmlOf(parts, contentTypesPart), parts));
  const entries = sortForPackage([...parts.values()]).map((part) => entryOf(part, modified));
  return [...createZipSegments(entries, { zip64: "never" })];
}

function entryOf(part: Part, modified: number): ZipEntry {
  if ("photo" in part) {
    const { photo } = part;
    return createSegmentEntry(
      part.name,
      { segments: [createObjectSegment(photo)], crc32: photo.crc32 },
      modified,
    );
  }
  if ("entry" in part) {
    const { entry } = part;
    if (entry.method === 8) return createDeflatedEntry(part.name, entry.packedBytes.slice(), entry, modified);
    return xmlEntry(part.name, entry.packedBytes.slice(), modified);
  }
  if ("bytes" in part) return createStoredEntry(part.name, part.bytes, modified);
  return xmlEntry(part.name, new TextEncoder().encode(part.xml), modified);
}

function xmlEntry(name: string, bytes: Uint8Array, modified: number): ZipEntry {
  if (bytes.length < minDeflateSize) return createStoredEntry(name, bytes, modified);
  // fflate instead of node:zlib: native deflate may give other bytes on another machine, and the ranges of one file must match
  // wherever they are served.
  const deflatedBytes = deflateSync(bytes, { level: 6 });
  return createDeflatedEntry(name, deflatedBytes, { size: bytes.length, crc32: crc32(bytes) }, modified);
}

/** Content types first, then the relationships of the package, where sniffers look. The other parts keep their order. */
function sortForPackage(parts: Part[]): Part[] {
  const rank = ({ name }: Part) => (name === contentTypesPart ? 0 : name === "_rels/.rels" ? 1 : 2);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/** pptxgenjs and docx declare parts that they do not write; strict readers would consider the package damaged. */
function removeMissingOverrides(contentTypes: string, parts: ReadonlyMap<string, Part>): string {
  return contentTypes.replace(/<Override\b[^>]*\bPartName="\/([^"]*)"[^>]*\/>/g, (override, name: string) =>
    parts.has(name) ? override : "",
  );
}
