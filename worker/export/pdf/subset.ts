import { concatBytes } from "../segments.ts";
import type { TrueTypeFace } from "./truetype.ts";

/** Flags of a component of a composite glyph. */
const wordArgumentsFlag = 0x1;
const scaleFlag = 0x8;
const moreComponentsFlag = 0x20;
const twoScalesFlag = 0x40;
const fourScalesFlag = 0x80;

/**
 * A TrueType file with the face's own glyph 0, and `glyphs[k]` as glyph k+1; characters that share a glyph repeat it. Components
 * of composite glyphs follow.
 */
export function createSubset(face: TrueTypeFace, glyphs: readonly number[]): Uint8Array {
  const subsetGlyphs = [0, ...glyphs];
  const subsetIndexByGlyph = new Map<number, number>();
  subsetGlyphs.forEach((glyph, index) => {
    if (!subsetIndexByGlyph.has(glyph)) subsetIndexByGlyph.set(glyph, index);
  });
  const outlines: Uint8Array[] = [];
  // Grows during iteration: components may be composite themselves.
  for (let index = 0; index < subsetGlyphs.length; index++) {
    const outline = face.glyphOutline(subsetGlyphs[index]!).slice();
    for (const { offset, glyph } of listComponents(outline)) {
      let subsetIndex = subsetIndexByGlyph.get(glyph);
      if (subsetIndex === undefined) {
        subsetIndex = subsetGlyphs.push(glyph) - 1;
        subsetIndexByGlyph.set(glyph, subsetIndex);
      }
      new DataView(outline.buffer).setUint16(offset, subsetIndex);
    }
    outlines.push(outline);
  }
  const offsets = new DataView(new ArrayBuffer((subsetGlyphs.length + 1) * 4));
  const metrics = new DataView(new ArrayBuffer(subsetGlyphs.length * 4));
  const data: Uint8Array[] = [];
  let size = 0;
  outlines.forEach((outline, index) => {
    offsets.setUint32(index * 4, size);
    const { advance, bearing } = face.glyphMetrics(subsetGlyphs[index]!);
    metrics.setUint16(index * 4, advance);
    metrics.setInt16(index * 4 + 2, bearing);
    const padding = -outline.length & 3;
    data.push(outline, new Uint8Array(padding));
    size += outline.length + padding;
  });
  offsets.setUint32(subsetGlyphs.length * 4, size);
  const count = subsetGlyphs.length;
  const tables: [string, Uint8Array][] = [
    ["glyf", concatBytes(data)],
    [
      "head",
      copyTable(face, "head", (head) => {
        head.setUint32(8, 0);
        head.setInt16(50, 1);
      }),
    ],
    ["hhea", copyTable(face, "hhea", (hhea) => hhea.setUint16(34, count))],
    ["hmtx", new Uint8Array(metrics.buffer)],
    ["loca", new Uint8Array(offsets.buffer)],
    ["maxp", copyTable(face, "maxp", (maxp) => maxp.setUint16(4, count))],
    ...["cvt ", "fpgm", "prep"]
      .filter((tag) => face.hasTable(tag))
      .map((tag): [string, Uint8Array] => [tag, copyTable(face, tag)]),
  ];
  return createFontFile(tables.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The components of a composite outline, and the offsets of their glyph ids. */
function listComponents(outline: Uint8Array): { offset: number; glyph: number }[] {
  const parts: { offset: number; glyph: number }[] = [];
  if (outline.length === 0) return parts;
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength);
  if (view.getInt16(0) >= 0) return parts;
  for (let index = 10, flags = moreComponentsFlag; flags & moreComponentsFlag; ) {
    flags = view.getUint16(index);
    parts.push({ offset: index + 2, glyph: view.getUint16(index + 2) });
    index += 4 + (flags & wordArgumentsFlag ? 4 : 2);
    index += flags & scaleFlag ? 2 : flags & twoScalesFlag ? 4 : flags & fourScalesFlag ? 8 : 0;
  }
  return parts;
}

function copyTable(face: TrueTypeFace, tag: string, edit: (table: DataView) => void = () => {}): Uint8Array {
  const { offset, length } = face.table(tag);
  const copy = face.bytes.slice(offset, offset + length);
  edit(new DataView(copy.buffer));
  return copy;
}

/** A TrueType file of tables, sorted by tag. */
function createFontFile(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const directory = new DataView(new ArrayBuffer(12 + tables.length * 16));
  const entrySelector = Math.floor(Math.log2(tables.length));
  directory.setUint32(0, 0x10000);
  directory.setUint16(4, tables.length);
  directory.setUint16(6, 16 << entrySelector);
  directory.setUint16(8, entrySelector);
  directory.setUint16(10, (tables.length << 4) - (16 << entrySelector));
  let offset = directory.byteLength;
  const bodies = tables.map(([tag, data], index) => {
    const paddedData = new Uint8Array(data.length + (-data.length & 3));
    paddedData.set(data);
    const entryOffset = 12 + index * 16;
    for (let index = 0; index < 4; index++) directory.setUint8(entryOffset + index, tag.charCodeAt(index));
    directory.setUint32(entryOffset + 4, tableChecksum(paddedData));
    directory.setUint32(entryOffset + 8, offset);
    directory.setUint32(entryOffset + 12, data.length);
    offset += paddedData.length;
    return paddedData;
  });
  return concatBytes([new Uint8Array(directory.buffer), ...bodies]);
}

function tableChecksum(paddedData: Uint8Array): number {
  const view = new DataView(paddedData.buffer);
  let sum = 0;
  for (let index = 0; index < paddedData.length; index += 4) sum = (sum + view.getUint32(index)) >>> 0;
  return sum;
}
