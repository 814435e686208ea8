import { concat } from "../segments.ts";
import type { TrueType } from "./truetype.ts";

/** Flags of a component of a composite glyph. */
const wordArguments = 0x1;
const scale = 0x8;
const moreComponents = 0x20;
const twoScales = 0x40;
const fourScales = 0x80;

/**
 * A TrueType file with the face's own glyph 0, and `glyphs[k]` as glyph k+1; characters that share a glyph repeat it. Components
 * of composite glyphs follow.
 */
export function subsetOf(face: TrueType, glyphs: readonly number[]): Uint8Array {
  const subsetGlyphs = [0, ...glyphs];
  const indexOf = new Map<number, number>();
  subsetGlyphs.forEach((glyph, index) => {
    if (!indexOf.has(glyph)) indexOf.set(glyph, index);
  });
  const outlines: Uint8Array[] = [];
  // Grows during iteration: components may be composite themselves.
  for (let index = 0; index < subsetGlyphs.length; index++) {
    const outline = face.outlineOf(subsetGlyphs[index]!).slice();
    for (const { offset, glyph } of partsOf(outline)) {
      let part = indexOf.get(glyph);
      if (part === undefined) {
        part = subsetGlyphs.push(glyph) - 1;
        indexOf.set(glyph, part);
      }
      new DataView(outline.buffer).setUint16(offset, part);
    }
    outlines.push(outline);
  }
  const offsets = new DataView(new ArrayBuffer((subsetGlyphs.length + 1) * 4));
  const metrics = new DataView(new ArrayBuffer(subsetGlyphs.length * 4));
  const data: Uint8Array[] = [];
  let size = 0;
  outlines.forEach((outline, index) => {
    offsets.setUint32(index * 4, size);
    const { advance, bearing } = face.metricsOf(subsetGlyphs[index]!);
    metrics.setUint16(index * 4, advance);
    metrics.setInt16(index * 4 + 2, bearing);
    const padding = -outline.length & 3;
    data.push(outline, new Uint8Array(padding));
    size += outline.length + padding;
  });
  offsets.setUint32(subsetGlyphs.length * 4, size);
  const count = subsetGlyphs.length;
  const tables: [string, Uint8Array][] = [
    ["glyf", concat(data)],
    [
      "head",
      copyOf(face, "head", (head) => {
        head.setUint32(8, 0);
        head.setInt16(50, 1);
      }),
    ],
    ["hhea", copyOf(face, "hhea", (hhea) => hhea.setUint16(34, count))],
    ["hmtx", new Uint8Array(metrics.buffer)],
    ["loca", new Uint8Array(offsets.buffer)],
    ["maxp", copyOf(face, "maxp", (maxp) => maxp.setUint16(4, count))],
    ...["cvt ", "fpgm", "prep"]
      .filter((tag) => face.has(tag))
      .map((tag): [string, Uint8Array] => [tag, copyOf(face, tag)]),
  ];
  return fileOf(tables.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The components of a composite outline, and the offsets of their glyph ids. */
function partsOf(outline: Uint8Array): { offset: number; glyph: number }[] {
  const parts: { offset: number; glyph: number }[] = [];
  if (outline.length === 0) return parts;
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  if (view.getInt16(0) >= 0) return parts;
  for (let index = 10, flags = moreComponents; flags & moreComponents; ) {
    flags = view.getUint16(index);
    parts.push({ offset: index + 2, glyph: view.getUint16(index + 2) });
    index += 4 + (flags & wordArguments ? 4 : 2);
    index += flags & scale ? 2 : flags & twoScales ? 4 : flags & fourScales ? 8 : 0;
  }
  return parts;
}

function copyOf(face: TrueType, tag: string, edit: (table: DataView) => void = () => {}): Uint8Array {
  const { offset, length } = face.table(tag);
  const copy = face.bytes.slice(offset, offset + length);
  edit(new DataView(copy.buffer));
  return copy;
}

/** A TrueType file of tables, sorted by tag. */
function fileOf(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const directory = new DataView(new ArrayBuffer(12 + tables.length * 16));
  const power = Math.floor(Math.log2(tables.length));
  directory.setUint32(0, 0x10000);
  directory.setUint16(4, tables.length);
  directory.setUint16(6, 16 << power);
  directory.setUint16(8, power);
  directory.setUint16(10, (tables.length << 4) - (16 << power));
  let offset = directory.byteLength;
  const bodies = tables.map(([tag, data], index) => {
    const padded = new Uint8Array(data.length + (-data.length & 3));
    padded.set(data);
    const at = 12 + index * 16;
    for (let index = 0; index < 4; index++) directory.setUint8(at + index, tag.charCodeAt(index));
    directory.setUint32(at + 4, checksumOf(padded));
    directory.setUint32(at + 8, offset);
    directory.setUint32(at + 12, data.length);
    offset += padded.length;
    return padded;
  });
  return concat([new Uint8Array(directory.buffer), ...bodies]);
}

function checksumOf(padded: Uint8Array): number {
  const view = new DataView(padded.buffer);
  let sum = 0;
  for (let index = 0; index < padded.length; index += 4) sum = (sum + view.getUint32(index)) >>> 0;
  return sum;
}
