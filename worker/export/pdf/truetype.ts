/**
 * A TrueType face: the glyphs and widths of UTF-16 units, and the tables from which subsets are made. Lengths are in thousandths of
 * the font size, as in PDF. It is immutable, so that one face can be used for all documents of an isolate.
 */
export class TrueTypeFace {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** PostScript name. */
  readonly name: string;
  readonly boundingBox: readonly [number, number, number, number];
  readonly ascent: number;
  /** Below the baseline, so negative. */
  readonly descent: number;
  readonly capHeight: number;
  /** Degrees, negative to the right. */
  readonly italicAngle: number;
  readonly isFixedPitch: boolean;
  readonly glyphCount: number;
  /** True for 32-bit glyph offsets, false for 16-bit ones. */
  readonly hasLongOffsets: boolean;
  /** Glyph by UTF-16 unit; 0 for a unit that the face lacks. */
  readonly glyphOf = new Uint16Array(65_536);
  /** Advance by UTF-16 unit. */
  readonly advanceOf = new Uint16Array(65_536);
  /** Private-use units that stand for characters outside the basic plane, and those characters. */
  readonly #unitOf = new Map<string, number>();
  readonly #characterOf = new Map<number, string>();
  readonly #tables = new Map<string, { offset: number; length: number }>();
  readonly #metricCount: number;
  readonly #unitsPerEm: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = view;
    for (let index = 0, offset = 12; index < view.getUint16(4); index++, offset += 16)
      this.#tables.set(String.fromCharCode(...bytes.subarray(offset, offset + 4)), {
        offset: view.getUint32(offset + 8),
        length: view.getUint32(offset + 12),
      });
    const [head, hhea, os2, post] = [
      this.tableOffset("head"),
      this.tableOffset("hhea"),
      this.tableOffset("OS/2"),
      this.tableOffset("post"),
    ];
    this.#unitsPerEm = view.getUint16(head + 18);
    this.hasLongOffsets = view.getInt16(head + 50) === 1;
    const box = [36, 38, 40, 42].map((offset) => this.#scale(view.getInt16(head + offset)));
    this.boundingBox = [box[0]!, box[1]!, box[2]!, box[3]!];
    this.ascent = this.#scale(view.getInt16(hhea + 4));
    this.descent = this.#scale(view.getInt16(hhea + 6));
    this.capHeight = view.getUint16(os2) > 1 ? this.#scale(view.getInt16(os2 + 88)) : 700;
    this.italicAngle = view.getInt32(post + 4) / 65_536;
    this.isFixedPitch = view.getUint32(post + 12) !== 0;
    this.#metricCount = view.getUint16(hhea + 34);
    this.glyphCount = view.getUint16(this.tableOffset("maxp") + 4);
    this.name = this.#readPostScriptName();
    this.#readCharacterMap();
    this.#readAstral();
  }

  /** The unit that stands for a character in `glyphOf` and `advanceOf`; null if the face lacks it. */
  unitOf(character: string): number | null {
    if (character.length > 1) return this.#unitOf.get(character) ?? null;
    const unit = character.charCodeAt(0);
    return this.glyphOf[unit] === 0 || this.#characterOf.has(unit) ? null : unit;
  }

  /** The character that a unit stands for. */
  characterOf(unit: number): string {
    return this.#characterOf.get(unit) ?? String.fromCharCode(unit);
  }

  /** @throws Error if the face lacks the table */
  tableOffset(tag: string): number {
    return this.table(tag).offset;
  }

  hasTable(tag: string): boolean {
    return this.#tables.has(tag);
  }

  table(tag: string): { offset: number; length: number } {
    const table = this.#tables.get(tag);
    if (!table) throw new Error(`the face has no table ${tag}`);
    return table;
  }

  /** Advance and left side bearing of a glyph, in the face's own units. */
  glyphMetrics(glyph: number): { advance: number; bearing: number } {
    const hmtx = this.tableOffset("hmtx");
    const last = this.#metricCount - 1;
    return {
      advance: this.view.getUint16(hmtx + Math.min(glyph, last) * 4),
      bearing:
        glyph <= last
          ? this.view.getInt16(hmtx + glyph * 4 + 2)
          : this.view.getInt16(hmtx + this.#metricCount * 4 + (glyph - this.#metricCount) * 2),
    };
  }

  /** The outline of a glyph; empty for a space. */
  glyphOutline(glyph: number): Uint8Array {
    const [loca, glyf] = [this.tableOffset("loca"), this.tableOffset("glyf")];
    const offset = (index: number) =>
      this.hasLongOffsets ? this.view.getUint32(loca + index * 4) : this.view.getUint16(loca + index * 2) * 2;
    return this.bytes.subarray(glyf + offset(glyph), glyf + offset(glyph + 1));
  }

  /** In thousandths of the font size. */
  advanceOfGlyph(glyph: number): number {
    return this.#scale(this.glyphMetrics(glyph).advance);
  }

  #scale(units: number): number {
    return Math.round((units * 1000) / this.#unitsPerEm);
  }

  #readPostScriptName(): string {
    const { view } = this;
    const table = this.tableOffset("name");
    const stringsOffset = table + view.getUint16(table + 4);
    for (let index = 0, record = table + 6; index < view.getUint16(table + 2); index++, record += 12) {
      if (view.getUint16(record) !== 3 || view.getUint16(record + 6) !== 6) continue;
      let name = "";
      for (let offset = 0; offset < view.getUint16(record + 8); offset += 2)
        name += String.fromCharCode(view.getUint16(stringsOffset + view.getUint16(record + 10) + offset));
      return name.replace(/[^\w-]/g, "");
    }
    return "Face";
  }

  /** Format 12 of the cmap beyond the basic plane, as many characters as there are private-use units. */
  #readAstral(): void {
    const { view, glyphOf, advanceOf } = this;
    const cmap = this.tableOffset("cmap");
    let unit = 0xe000;
    for (let index = 0; index < view.getUint16(cmap + 2); index++) {
      const table = cmap + view.getUint32(cmap + 8 + index * 8);
      if (view.getUint16(table) !== 12) continue;
      for (let group = 0, record = table + 16; group < view.getUint32(table + 12); group++, record += 12) {
        const [first, last, glyph] = [
          view.getUint32(record),
          view.getUint32(record + 4),
          view.getUint32(record + 8),
        ];
        for (let code = Math.max(first, 0x10000); code <= last && code < 0x40000; code++) {
          while (unit <= 0xf8ff && glyphOf[unit] !== 0) unit++;
          if (unit > 0xf8ff) return;
          glyphOf[unit] = glyph + code - first;
          advanceOf[unit] = this.advanceOfGlyph(glyphOf[unit]!);
          this.#unitOf.set(String.fromCodePoint(code), unit);
          this.#characterOf.set(unit, String.fromCodePoint(code));
        }
      }
      return;
    }
  }

  /** Format 4 of the cmap, which covers the basic plane. */
  #readCharacterMap(): void {
    const { view, glyphOf, advanceOf } = this;
    const cmap = this.tableOffset("cmap");
    for (let index = 0; index < view.getUint16(cmap + 2); index++) {
      const table = cmap + view.getUint32(cmap + 8 + index * 8);
      if (view.getUint16(table) !== 4) continue;
      const size = view.getUint16(table + 6);
      const ends = table + 14;
      const starts = ends + size + 2;
      const deltas = starts + size;
      const ranges = deltas + size;
      for (let segment = 0; segment < size; segment += 2) {
        const first = view.getUint16(starts + segment);
        const last = Math.min(view.getUint16(ends + segment), 0xfffe);
        const delta = view.getUint16(deltas + segment);
        const range = view.getUint16(ranges + segment);
        for (let unit = first; unit <= last; unit++) {
          const glyphId = range ? view.getUint16(ranges + segment + range + (unit - first) * 2) : unit;
          const glyph = range && glyphId === 0 ? 0 : (glyphId + delta) & 0xffff;
          glyphOf[unit] = glyph;
          advanceOf[unit] = this.advanceOfGlyph(glyph);
        }
      }
      return;
    }
  }
}
