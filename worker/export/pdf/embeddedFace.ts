import { createHash } from "node:crypto";
import type { ObjectWriter } from "./pdfObjects.ts";
import { subsetOf } from "./subset.ts";
import { hex4, numbers, reference } from "./syntax.ts";
import type { TrueType } from "./truetype.ts";

const fixedPitchFlag = 1;
const serifFlag = 2;
/** Flag: the face has more than the standard Latin characters. */
const symbolic = 4;
const italic = 64;

/** Maximum entries in a block of a character map. */
const maxMapped = 100;

/**
 * A face in one document. It numbers characters in order of first use, and the numbers are the glyphs of the subset, so that
 * copied text is exact even where characters share a glyph (no-break space, micro sign).
 */
export class EmbeddedFace {
  readonly resource: string;
  readonly type: TrueType;
  readonly #codes = new Uint16Array(65_536);
  /** UTF-16 unit of code k+1. */
  readonly #units: number[] = [];
  readonly #digits: string[] = [""];

  constructor(type: TrueType, resource: string) {
    this.type = type;
    this.resource = resource;
  }

  get isUsed(): boolean {
    return this.#units.length > 0;
  }

  /** The operand that shows units [start, end) of a text, all of which the face has. @param backwards for right-to-left runs */
  codesOf(units: string, start: number, end: number, backwards = false): string {
    let digits = "";
    for (let index = 0; index < end - start; index++) {
      const unit = units.charCodeAt(backwards ? end - 1 - index : start + index);
      digits += this.#digits[this.#codes[unit] || this.#add(unit)]!;
    }
    return digits;
  }

  #add(unit: number): number {
    const code = this.#units.push(unit);
    this.#codes[unit] = code;
    this.#digits.push(hex4(code));
    return code;
  }

  /** Writes the font with its subset, and returns the object's number. */
  write(writer: ObjectWriter): number {
    const { type } = this;
    const file = subsetOf(
      type,
      this.#units.map((unit) => type.glyphOf[unit]!),
    );
    const name = `${tagOf(this.#units)}+${type.name}`;
    const data = writer.stream(`/Length1 ${file.length}`, file);
    const flags =
      symbolic |
      (type.fixedPitch ? fixedPitchFlag : 0) |
      (type.name.startsWith("Tinos") ? serifFlag : 0) |
      (type.italicAngle === 0 ? 0 : italic);
    const descriptor = writer.object(
      `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${numbers(...type.boundingBox)}]` +
        `/ItalicAngle ${numbers(type.italicAngle)}/Ascent ${type.ascent}/Descent ${type.descent}/CapHeight ${type.capHeight}` +
        `/StemV ${type.name.includes("Bold") ? 140 : 80}/FontFile2 ${reference(data)}>>`,
    );
    const widths = this.#units.map((unit) => type.advanceOf[unit]!).join(" ");
    const descendant = writer.object(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${reference(descriptor)}/CIDToGIDMap/Identity/DW ${type.advanceOfGlyph(0)}/W[1[${widths}]]>>`,
    );
    const unicode = writer.stream("", this.#characterMap());
    return writer.object(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${reference(descendant)}]` +
        `/ToUnicode ${reference(unicode)}>>`,
    );
  }

  /** Maps codes to characters, for search, copying and screen readers. */
  #characterMap(): string {
    let map =
      "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
      "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n" +
      "1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n";
    for (let first = 0; first < this.#units.length; first += maxMapped) {
      const block = this.#units.slice(first, first + maxMapped);
      map += `${block.length} beginbfchar\n`;
      block.forEach((unit, index) => {
        const character = this.type.characterOf(unit);
        const digits = Array.from({ length: character.length }, (_, at) => hex4(character.charCodeAt(at)));
        map += `<${hex4(first + index + 1)}><${digits.join("")}>\n`;
      });
      map += "endbfchar\n";
    }
    return `${map}endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n`;
  }
}

/** Six capitals that identify a subset of a face. */
function tagOf(units: readonly number[]): string {
  const digest = createHash("sha256").update(units.join(" ")).digest();
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)));
}
