import { deflateSync } from "fflate";
import { crc32 } from "../crc32";
import type { StoredObject } from "../plan";
import { type Segment, wholeObject } from "../segments";
import { deflatedEntry, segmentEntry, storedEntry, type ZipEntry, zipSegments } from "../zip";
import { type ReadEntry, readZip, unpack } from "../zip-reader";

/** A part of an Office document: XML made here, a part as a library packed it, or a stored photo. */
export type Part =
  | { name: string; xml: string }
  | { name: string; packed: ReadEntry }
  | { name: string; photo: StoredObject };

const CONTENT_TYPES = "[Content_Types].xml";

/**
 * XML below this many bytes is stored as it is. Photos are the weight of a document; deflating a thousand slides
 * one by one would take longer than sending them.
 */
const DEFLATE_FROM = 16 * 1024;

/** The parts of a document as a library wrote it, by name. Changing the map changes the document. */
export function partsOf(skeleton: Uint8Array): Map<string, Part> {
  return new Map(readZip(skeleton).map((packed) => [packed.name, { name: packed.name, packed }]));
}

/** The text of a part that is XML. Throws when there is no such part. */
export function xmlOf(parts: ReadonlyMap<string, Part>, name: string): string {
  const part = parts.get(name);
  if (!part || "photo" in part) throw new Error(`the library wrote no ${name}`);
  return "xml" in part ? part.xml : new TextDecoder().decode(unpack(part.packed));
}

export function setXml(parts: Map<string, Part>, name: string, xml: string): void {
  parts.set(name, { name, xml });
}

/** The document as segments. Content types are limited to the parts that it has. `modified` as of zipDate. */
export function officePackage(parts: Map<string, Part>, modified: number): Segment[] {
  setXml(parts, CONTENT_TYPES, declaredOnly(xmlOf(parts, CONTENT_TYPES), parts));
  const entries = inPackageOrder([...parts.values()]).map((part) => entryOf(part, modified));
  return [...zipSegments(entries, { zip64: "never" })];
}

function entryOf(part: Part, modified: number): ZipEntry {
  if ("photo" in part) {
    const { photo } = part;
    return segmentEntry(part.name, { segments: [wholeObject(photo)], crc32: photo.crc32 }, modified);
  }
  if ("packed" in part) {
    const { packed } = part;
    if (packed.method === 8) return deflatedEntry(part.name, packed.packed.slice(), packed, modified);
    return xmlEntry(part.name, packed.packed.slice(), modified);
  }
  return xmlEntry(part.name, new TextEncoder().encode(part.xml), modified);
}

function xmlEntry(name: string, bytes: Uint8Array, modified: number): ZipEntry {
  if (bytes.length < DEFLATE_FROM) return storedEntry(name, bytes, modified);
  // fflate instead of node:zlib: native deflate may give other bytes on another machine, and the ranges of one file must match
  // wherever they are answered.
  const deflated = deflateSync(bytes, { level: 6 });
  return deflatedEntry(name, deflated, { size: bytes.length, crc32: crc32(bytes) }, modified);
}

/** Content types first, then the package's relationships: sniffers look there. The rest keeps its order. */
function inPackageOrder(parts: Part[]): Part[] {
  const rank = ({ name }: Part) => (name === CONTENT_TYPES ? 0 : name === "_rels/.rels" ? 1 : 2);
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

/** pptxgenjs and docx declare parts that they do not write; strict readers take the package for damaged. */
function declaredOnly(contentTypes: string, parts: ReadonlyMap<string, Part>): string {
  return contentTypes.replace(/<Override\b[^>]*\bPartName="\/([^"]*)"[^>]*\/>/g, (override, name: string) =>
    parts.has(name) ? override : "",
  );
}
