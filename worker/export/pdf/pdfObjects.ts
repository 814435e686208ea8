import { createHash } from "node:crypto";
import { zlibSync } from "fflate";
import type { StoredImage } from "../exportPlanTypes.ts";
import { createInlineSegment, createObjectSegment, type Segment } from "../segments.ts";
import { formatReference } from "./pdfSyntax.ts";

/** Size of the buffers that several writes share: a separate array for each write would fill the heap. */
const chunkBytes = 65_536;
/** Smaller streams are not deflated: that would cost more memory than it saves. */
const minDeflateBytes = 300;
/** Maximum objects in an object stream. */
const maxObjectsPerStream = 200;

const encoder = new TextEncoder();

/**
 * Writes the objects of a PDF file as segments; a stored JPEG is a segment of its own whose bytes are never read here. Objects without a
 * stream are deflated a few hundred at a time (object streams), to about a tenth of their size.
 */
export class ObjectWriter {
  readonly #segments: Segment[] = [];
  #length = 0;
  #chunk = new Uint8Array(chunkBytes);
  #filledLength = 0;
  readonly #fileIdHash = createHash("sha256");
  /** Location of object k: its offset, or the object stream that contains it; `#indexes` has its index in that stream. */
  readonly #locations: number[] = [0];
  readonly #indexes: number[] = [-1];
  #pendingObjects: { id: number; body: string }[] = [];

  constructor() {
    // The second line tells file transfer programs that the file is binary.
    this.#writeBytes(Uint8Array.of(...encoder.encode("%PDF-1.7\n%"), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  }

  reserve(): number {
    this.#indexes.push(-1);
    return this.#locations.push(0) - 1;
  }

  /** Writes an object without a stream; its body is plain ASCII. */
  writeObject(body: string, id = this.reserve()): number {
    this.#pendingObjects.push({ id, body });
    if (this.#pendingObjects.length === maxObjectsPerStream) this.#writeObjectStream();
    return id;
  }

  /** Writes a stream, deflated if worthwhile. @param dictionary its entries except length and filter */
  writeStream(
    dictionary: string,
    data: Uint8Array | string,
    { id = this.reserve(), isVerbatim = false }: { id?: number; isVerbatim?: boolean } = {},
  ): number {
    const bytes = typeof data === "string" ? encoder.encode(data) : data;
    // fflate instead of node:zlib, whose output differs between machines.
    const streamData = isVerbatim || bytes.length < minDeflateBytes ? bytes : zlibSync(bytes, { level: 6 });
    const filter = streamData === bytes ? "" : "/Filter/FlateDecode";
    this.#beginStream(id, `${dictionary}${filter}`, streamData.length);
    this.#writeBytes(streamData);
    this.#writeText("\nendstream\nendobj\n");
    return id;
  }

  /** Writes a stream with the bytes of a stored object. */
  writeStoredStream(dictionary: string, object: StoredImage): number {
    const id = this.reserve();
    this.#beginStream(id, dictionary, object.size);
    this.#flush();
    this.#segments.push(createObjectSegment(object));
    this.#fileIdHash.update(`${object.etag} ${object.size}\n`);
    this.#length += object.size;
    this.#writeText("\nendstream\nendobj\n");
    return id;
  }

  /** Writes the cross-reference stream and ends the file. */
  finish(catalogId: number, infoId: number): Segment[] {
    this.#writeObjectStream();
    const id = this.reserve();
    const start = this.#length;
    this.#locations[id] = start;
    this.#flush();
    const digest = this.#fileIdHash.copy().digest("hex").slice(0, 32);
    const data = zlibSync(this.#createCrossReferenceEntries(), { level: 6 });
    this.#writeText(
      `${id} 0 obj\n<</Type/XRef/Size ${this.#locations.length}/W[1 5 2]/Root ${formatReference(catalogId)}/Info ${formatReference(infoId)}` +
        `/ID[<${digest}><${digest}>]/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    );
    this.#writeBytes(data);
    this.#writeText(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
    this.#flush();
    return this.#segments;
  }

  #beginStream(id: number, dictionary: string, length: number): void {
    this.#locations[id] = this.#length;
    this.#writeText(`${id} 0 obj\n<<${dictionary}/Length ${length}>>\nstream\n`);
  }

  #writeObjectStream(): void {
    if (this.#pendingObjects.length === 0) return;
    const streamId = this.reserve();
    let idOffsetPairs = "";
    let bodies = "";
    this.#pendingObjects.forEach(({ id, body }, index) => {
      this.#locations[id] = streamId;
      this.#indexes[id] = index;
      idOffsetPairs += `${id} ${bodies.length} `;
      bodies += `${body}\n`;
    });
    const dictionary = `/Type/ObjStm/N ${this.#pendingObjects.length}/First ${idOffsetPairs.length}`;
    this.#pendingObjects = [];
    this.writeStream(dictionary, idOffsetPairs + bodies, { id: streamId });
  }

  /** Eight bytes for each object: its type, five bytes of offset, two of its index in an object stream. */
  #createCrossReferenceEntries(): Uint8Array {
    const table = new DataView(new ArrayBuffer(this.#locations.length * 8));
    for (let id = 1; id < this.#locations.length; id++) {
      const location = this.#locations[id]!;
      const index = this.#indexes[id]!;
      table.setUint8(id * 8, index >= 0 ? 2 : location > 0 ? 1 : 0);
      table.setUint8(id * 8 + 1, Math.floor(location / 2 ** 32));
      table.setUint32(id * 8 + 2, location % 2 ** 32);
      table.setUint16(id * 8 + 6, Math.max(index, 0));
    }
    table.setUint16(6, 65_535);
    return new Uint8Array(table.buffer);
  }

  #writeText(text: string): void {
    if (text.length > this.#chunk.length - this.#filledLength) {
      this.#writeBytes(encoder.encode(text));
      return;
    }
    const { written } = encoder.encodeInto(text, this.#chunk.subarray(this.#filledLength));
    this.#filledLength += written;
    this.#length += written;
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (bytes.length > this.#chunk.length - this.#filledLength) this.#flush();
    if (bytes.length > this.#chunk.length) {
      this.#fileIdHash.update(bytes);
      this.#segments.push(createInlineSegment(bytes));
      return;
    }
    this.#chunk.set(bytes, this.#filledLength);
    this.#filledLength += bytes.length;
  }

  /** Turns the buffered data into a segment; the remaining buffer is used for the next one. */
  #flush(): void {
    if (this.#filledLength === 0) return;
    const bytes = this.#chunk.subarray(0, this.#filledLength);
    this.#fileIdHash.update(bytes);
    this.#segments.push(createInlineSegment(bytes));
    this.#chunk = this.#chunk.subarray(this.#filledLength);
    this.#filledLength = 0;
    if (this.#chunk.length < 4096) this.#chunk = new Uint8Array(chunkBytes);
  }
}

/** The MD5 checksum as a PDF hexadecimal string, for CheckSum of an embedded file. */
export function md5HexString(bytes: Uint8Array): string {
  return `<${createHash("md5").update(bytes).digest("hex")}>`;
}
