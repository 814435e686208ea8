import { createHash } from "node:crypto";
import type { ObjectWriter } from "./pdfObjects.ts";
import { formatNumber, formatNumbers, formatReference, toHex4 } from "./pdfSyntax.ts";
import type { ShapedGlyph } from "./shaper.ts";
import { createSubset } from "./subset.ts";
import type { TrueTypeFace } from "./truetype.ts";

const fixedPitchFlag = 1;
const serifFlag = 2;
/** Flag: the face has more than the standard Latin characters. */
const symbolicFlag = 4;
const italicFlag = 64;

/** Maximum entries in a block of a character map. */
const maxMappedPerBlock = 100;

/** Maps a glyph that represents no further character of its cluster; readers show the raw code of an unmapped glyph. */
const zeroWidthSpace = "\u200b";

/** A glyph of the subset, and the characters that it stands for. */
interface EncodedGlyph {
  glyph: number;
  text: string;
}

/**
 * A face in one document. It numbers characters in order of first use, and the numbers are the glyph IDs of the subset, so that
 * copied text is exact even where characters share a glyph (no-break space, micro sign).
 */
export class EmbeddedFace {
  readonly resource: string;
  readonly type: TrueTypeFace;
  readonly #codes = new Uint16Array(65_536);
  readonly #codeByShapedGlyph = new Map<string, number>();
  /** The glyph of code k+1. */
  readonly #glyphs: EncodedGlyph[] = [];
  readonly #hexCodes: string[] = [""];

  constructor(type: TrueTypeFace, resource: string) {
    this.type = type;
    this.resource = resource;
  }

  get isUsed(): boolean {
    return this.#glyphs.length > 0;
  }

  /** The operand that shows units [start, end) of a text, all of which the face has. @param isReversed for right-to-left runs */
  encodeUnits(units: string, start: number, end: number, isReversed = false): string {
    let hexCodes = "";
    for (let index = 0; index < end - start; index++) {
      const unit = units.charCodeAt(isReversed ? end - 1 - index : start + index);
      hexCodes += this.#hexCodes[this.#codes[unit] || this.#addUnit(unit)]!;
    }
    return hexCodes;
  }

  /**
   * The operators that show the glyphs of a shaped cluster at their positions. For readers that ignore ActualText, each glyph maps to one
   * character of the cluster in turn, and the last glyph to the rest.
   */
  showGlyphs(glyphs: readonly ShapedGlyph[], text: string, size: number): string {
    const characters = [...text];
    const operators = glyphs.map(({ glyph, advance, xOffset, yOffset }, index) => {
      const isLast = index === glyphs.length - 1;
      const share = characters.slice(index, isLast ? undefined : index + 1).join("");
      const code = this.#codeOf(glyph, share || zeroWidthSpace);
      const after = xOffset + this.type.advanceOfGlyph(glyph) - advance;
      const show = `[${formatNumber(-xOffset)}<${this.#hexCodes[code]!}>${formatNumber(after)}]TJ`;
      return yOffset === 0 ? show : `${formatNumber((yOffset * size) / 1000)} Ts ${show} 0 Ts`;
    });
    return operators.join(" ");
  }

  #codeOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const existingCode = this.#codeByShapedGlyph.get(key);
    if (existingCode !== undefined) return existingCode;
    const code = this.#addGlyph({ glyph, text });
    this.#codeByShapedGlyph.set(key, code);
    return code;
  }

  #addUnit(unit: number): number {
    const code = this.#addGlyph({ glyph: this.type.glyphOf[unit]!, text: this.type.characterOf(unit) });
    this.#codes[unit] = code;
    return code;
  }

  #addGlyph(glyph: EncodedGlyph): number {
    const code = this.#glyphs.push(glyph);
    this.#hexCodes.push(toHex4(code));
    return code;
  }

  /** Writes the font with its subset, and returns the object's number. */
  write(writer: ObjectWriter): number {
    const { type } = this;
    const file = createSubset(
      type,
      this.#glyphs.map(({ glyph }) => glyph),
    );
    const name = `${createSubsetTag(this.#glyphs)}+${type.name}`;
    const data = writer.writeStream(`/Length1 ${file.length}`, file);
    const flags =
      symbolicFlag |
      (type.isFixedPitch ? fixedPitchFlag : 0) |
      (type.name.startsWith("Tinos") ? serifFlag : 0) |
      (type.italicAngle === 0 ? 0 : italicFlag);
    const descriptor = writer.writeObject(
      `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${formatNumbers(...type.boundingBox)}]` +
        `/ItalicAngle ${formatNumbers(type.italicAngle)}/Ascent ${type.ascent}/Descent ${type.descent}/CapHeight ${type.capHeight}` +
        `/StemV ${type.name.includes("Bold") ? 140 : 80}/FontFile2 ${formatReference(data)}>>`,
    );
    const widths = this.#glyphs.map(({ glyph }) => type.advanceOfGlyph(glyph)).join(" ");
    const descendant = writer.writeObject(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${formatReference(descriptor)}/CIDToGIDMap/Identity/DW ${type.advanceOfGlyph(0)}/W[1[${widths}]]>>`,
    );
    const unicode = writer.writeStream("", this.#createCharacterMap());
    return writer.writeObject(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${formatReference(descendant)}]` +
        `/ToUnicode ${formatReference(unicode)}>>`,
    );
  }

  /** Maps codes to characters, for search, copying and screen readers. */
  #createCharacterMap(): string {
    let map =
      "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
      "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n" +
      "1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n";
    for (let first = 0; first < this.#glyphs.length; first += maxMappedPerBlock) {
      const block = this.#glyphs.slice(first, first + maxMappedPerBlock);
      map += `${block.length} beginbfchar\n`;
      block.forEach(({ text }, index) => {
        const hexCodes = Array.from({ length: text.length }, (_, unitIndex) =>
          toHex4(text.charCodeAt(unitIndex)),
        );
        map += `<${toHex4(first + index + 1)}><${hexCodes.join("")}>\n`;
      });
      map += "endbfchar\n";
    }
    return `${map}endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n`;
  }
}

/** Six capital letters that identify a subset of a face. */
function createSubsetTag(glyphs: readonly EncodedGlyph[]): string {
  const digest = createHash("sha256")
    .update(glyphs.map(({ glyph, text }) => `${glyph} ${text}`).join(" "))
    .digest();
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)));
}
