import { createHash } from "node:crypto";
import { zlibSync } from "fflate";
import type { StoredImage } from "../exportPlanTypes.ts";
import { inline, type Segment, wholeObject } from "../segments.ts";
import { reference } from "./syntax.ts";

/** Size of the buffers shared by written data: an array for each write would fill the heap. */
const chunk = 65_536;
/** Smaller streams are not deflated: that would cost more memory than it saves. */
const deflateFromBytes = 300;
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
  #chunk = new Uint8Array(chunk);
  #filled = 0;
  readonly #identity = createHash("sha256");
  /** Location of object k: its offset, or the object stream that contains it; `#indexes` has its index in that stream. */
  readonly #locations: number[] = [0];
  readonly #indexes: number[] = [-1];
  #packed: { id: number; body: string }[] = [];

  constructor() {
    // The second line tells file transfer programs that the file is binary.
    this.#bytes(Uint8Array.of(...encoder.encode("%PDF-1.7\n%"), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  }

  reserve(): number {
    this.#indexes.push(-1);
    return this.#locations.push(0) - 1;
  }

  /** Writes an object without a stream; its body is plain ASCII. */
  object(body: string, id = this.reserve()): number {
    this.#packed.push({ id, body });
    if (this.#packed.length === maxObjectsPerStream) this.#writePacked();
    return id;
  }

  /** Writes a stream, deflated if worthwhile. @param dictionary its entries except length and filter */
  stream(
    dictionary: string,
    data: Uint8Array | string,
    { id = this.reserve(), plain = false }: { id?: number; plain?: boolean } = {},
  ): number {
    const bytes = typeof data === "string" ? encoder.encode(data) : data;
    // fflate instead of node:zlib, whose output differs between machines.
    const packed = plain || bytes.length < deflateFromBytes ? bytes : zlibSync(bytes, { level: 6 });
    const filter = packed === bytes ? "" : "/Filter/FlateDecode";
    this.#beginStream(id, `${dictionary}${filter}`, packed.length);
    this.#bytes(packed);
    this.#text("\nendstream\nendobj\n");
    return id;
  }

  /** Writes a stream with the bytes of a stored object. */
  storedStream(dictionary: string, object: StoredImage): number {
    const id = this.reserve();
    this.#beginStream(id, dictionary, object.size);
    this.#flush();
    this.#segments.push(wholeObject(object));
    this.#identity.update(`${object.etag} ${object.size}\n`);
    this.#length += object.size;
    this.#text("\nendstream\nendobj\n");
    return id;
  }

  /** Writes the cross-reference and ends the file. */
  finish(catalog: number, information: number): Segment[] {
    this.#writePacked();
    const id = this.reserve();
    const start = this.#length;
    this.#locations[id] = start;
    this.#flush();
    const digest = this.#identity.copy().digest("hex").slice(0, 32);
    const data = zlibSync(this.#table(), { level: 6 });
    this.#text(
      `${id} 0 obj\n<</Type/XRef/Size ${this.#locations.length}/W[1 5 2]/Root ${reference(catalog)}/Info ${reference(information)}` +
        `/ID[<${digest}><${digest}>]/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    );
    this.#bytes(data);
    this.#text(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
    this.#flush();
    return this.#segments;
  }

  #beginStream(id: number, dictionary: string, length: number): void {
    this.#locations[id] = this.#length;
    this.#text(`${id} 0 obj\n<<${dictionary}/Length ${length}>>\nstream\n`);
  }

  #writePacked(): void {
    if (this.#packed.length === 0) return;
    const stream = this.reserve();
    let index = "";
    let bodies = "";
    this.#packed.forEach(({ id, body }, position) => {
      this.#locations[id] = stream;
      this.#indexes[id] = position;
      index += `${id} ${bodies.length} `;
      bodies += `${body}\n`;
    });
    const dictionary = `/Type/ObjStm/N ${this.#packed.length}/First ${index.length}`;
    this.#packed = [];
    this.stream(dictionary, index + bodies, { id: stream });
  }

  /** Eight bytes for each object: its type, five bytes of offset, two of its index in an object stream. */
  #table(): Uint8Array {
    const rows = new DataView(new ArrayBuffer(this.#locations.length * 8));
    for (let id = 1; id < this.#locations.length; id++) {
      const location = this.#locations[id]!;
      const index = this.#indexes[id]!;
      rows.setUint8(id * 8, index >= 0 ? 2 : location > 0 ? 1 : 0);
      rows.setUint8(id * 8 + 1, Math.floor(location / 2 ** 32));
      rows.setUint32(id * 8 + 2, location % 2 ** 32);
      rows.setUint16(id * 8 + 6, Math.max(index, 0));
    }
    rows.setUint16(6, 65_535);
    return new Uint8Array(rows.buffer);
  }

  #text(text: string): void {
    if (text.length > this.#chunk.length - this.#filled) {
      this.#bytes(encoder.encode(text));
      return;
    }
    const { written } = encoder.encodeInto(text, this.#chunk.subarray(this.#filled));
    this.#filled += written;
    this.#length += written;
  }

  #bytes(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (bytes.length > this.#chunk.length - this.#filled) this.#flush();
    if (bytes.length > this.#chunk.length) {
      this.#identity.update(bytes);
      this.#segments.push(inline(bytes));
      return;
    }
    this.#chunk.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Makes a segment of the buffered data; the remaining buffer is used for the next one. */
  #flush(): void {
    if (this.#filled === 0) return;
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#identity.update(bytes);
    this.#segments.push(inline(bytes));
    this.#chunk = this.#chunk.subarray(this.#filled);
    this.#filled = 0;
    if (this.#chunk.length < 4096) this.#chunk = new Uint8Array(chunk);
  }
}

/** The MD5 in hexadecimal, in the form of a file specification. */
export function md5Digits(bytes: Uint8Array): string {
  return `<${createHash("md5").update(bytes).digest("hex")}>`;
}
