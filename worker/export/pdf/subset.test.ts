import { describe, expect, it } from "vitest";
import { loadFont } from "#worker/fonts.ts";
import { textFaces } from "./fontFaces.ts";
import { createSubset } from "./subset.ts";
import { TrueTypeFace } from "./truetype.ts";

/** Reads the tables of a TrueType file, independently of the code under test. */
function tablesOf(file: Uint8Array): Map<string, DataView> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = new Map<string, DataView>();
  for (let index = 12; index < 12 + view.getUint16(4) * 16; index += 16) {
    const tag = Buffer.from(file.subarray(index, index + 4)).toString();
    const [offset, length] = [view.getUint32(index + 8), view.getUint32(index + 12)];
    expect(offset % 4).toBe(0);
    const paddedTable = new Uint8Array((length + 3) & ~3);
    paddedTable.set(file.subarray(offset, offset + length));
    const dataView = new DataView(paddedTable.buffer);
    let sum = 0;
    for (let word = 0; word < paddedTable.length; word += 4) sum = (sum + dataView.getUint32(word)) >>> 0;
    expect(sum).toBe(view.getUint32(index + 4));
    tables.set(tag, new DataView(file.buffer, file.byteOffset + offset, length));
  }
  return tables;
}

describe("a subset of a font (3§4)", () => {
  it.each(textFaces)("%s keeps outlines and widths of drawn glyphs under new ids", async (name) => {
    const face = new TrueTypeFace(await loadFont(name));
    // ź is composed of z and an accent.
    const text = "Ańźö z";
    const glyphs = [...text].map((character) => face.glyphOf[character.charCodeAt(0)]!);
    const file = createSubset(face, glyphs);
    expect(file.length).toBeLessThan(30_000);
    const tables = tablesOf(file);
    const count = tables.get("maxp")!.getUint16(4);
    expect(count).toBeGreaterThan(glyphs.length);
    const loca = tables.get("loca")!;
    const glyf = tables.get("glyf")!;
    glyphs.forEach((glyph, index) => {
      const pairIndex = index + 1;
      const outline = face.glyphOutline(glyph);
      const [from, to] = [loca.getUint32(pairIndex * 4), loca.getUint32(pairIndex * 4 + 4)];
      expect(to - from).toBe((outline.length + 3) & ~3);
      expect(tables.get("hmtx")!.getUint16(pairIndex * 4)).toBe(face.glyphMetrics(glyph).advance);
      expect(tables.get("hmtx")!.getInt16(pairIndex * 4 + 2)).toBe(face.glyphMetrics(glyph).bearing);
      if (outline.length === 0) return;
      const contours = glyf.getInt16(from);
      if (contours >= 0) {
        expect([...new Uint8Array(glyf.buffer, glyf.byteOffset + from, outline.length)]).toEqual([
          ...outline,
        ]);
        return;
      }
      // The subset also contains the components of composite glyphs.
      for (let offset = from + 10, flags = 0x20; flags & 0x20; ) {
        flags = glyf.getUint16(offset);
        const part = glyf.getUint16(offset + 2);
        expect(part).toBeLessThan(count);
        expect(loca.getUint32(part * 4 + 4)).toBeGreaterThan(loca.getUint32(part * 4));
        offset += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
      }
    });
  });

  it("has the same widths as Helvetica", async () => {
    const face = new TrueTypeFace(await loadFont("Arimo-Regular"));
    expect([..."Ai W"].map((character) => face.advanceOf[character.charCodeAt(0)])).toEqual([
      667, 222, 278, 944,
    ]);
  });
});
