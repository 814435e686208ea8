import type { Alignment, Font } from "#domain/layout/types.ts";
import { themeFont } from "#worker/export/documents/theme.ts";
import { xmlEscape } from "#worker/export/documents/xml.ts";
import { spreadsheetNamespace, xmlDeclaration } from "#worker/export/sheetXml.ts";
import { officeFonts } from "../pageMetrics.ts";
import type { Color } from "../renderTree.ts";

/** The style of letters. */
export interface FontStyle {
  /** Points. */
  size: number;
  color: Color;
  bold: boolean;
  italic: boolean;
  font: Font;
}

export interface CellStyle extends FontStyle {
  alignment: Alignment;
  rightToLeft: boolean;
  vertical: "top" | "center";
  /** In steps of three spaces. */
  indent: number;
  background: Color | null;
  border: { width: number; color: Color } | null;
  /** Format of a number or date; null for texts. */
  format: string | null;
}

const argb = (color: Color) => `FF${color.replace("#", "").toUpperCase()}`;

/** Excel refuses smaller letters. */
const minFontPoints = 1;

/** The elements that fonts of cells and fonts of runs share; their element for the typeface differs. */
const fontXml = ({ size, color, bold, italic }: FontStyle) =>
  `${bold ? "<b/>" : ""}${italic ? "<i/>" : ""}<sz val="${Math.max(Math.round(size * 10) / 10, minFontPoints)}"/><color rgb="${argb(color)}"/>`;

/** The properties of a run in a cell. */
export const runProperties = (letters: FontStyle): string =>
  `<rPr>${fontXml(letters)}<rFont val="${officeFonts[letters.font]}"/></rPr>`;

const horizontal: Readonly<Record<Alignment, string>> = { LEFT: "left", CENTER: "center", RIGHT: "right" };

/** Numbers things in the order in which they are first asked for. */
class Numbered {
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[]) {
    this.#numbers = new Map(first.map((xml, index) => [xml, index]));
  }

  of(xml: string): number {
    const known = this.#numbers.get(xml);
    if (known !== undefined) return known;
    this.#numbers.set(xml, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  list(element: string): string {
    return `<${element} count="${this.#numbers.size}">${[...this.#numbers.keys()].join("")}</${element}>`;
  }
}

/** The first number of custom formats. */
const firstFormat = 164;

/** The styles of a workbook, each once. */
export class StyleBook {
  readonly #fonts = new Numbered([
    `<font><sz val="10"/><color rgb="FF000000"/><name val="${themeFont}"/></font>`,
  ]);
  // Excel reserves the first two.
  readonly #fills = new Numbered([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  readonly #borders = new Numbered(["<border><left/><right/><top/><bottom/><diagonal/></border>"]);
  readonly #looks = new Numbered(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);
  readonly #formats = new Map<string, number>();
  readonly #known = new Map<string, number>();

  /** The number of a look, which cells refer to. */
  of(look: CellStyle): number {
    const key = JSON.stringify(look);
    let number = this.#known.get(key);
    if (number === undefined) {
      number = this.#looks.of(this.#lookXml(look));
      this.#known.set(key, number);
    }
    return number;
  }

  #lookXml(look: CellStyle): string {
    const font = this.#fonts.of(`<font>${fontXml(look)}<name val="${officeFonts[look.font]}"/></font>`);
    const fill = look.background
      ? this.#fills.of(
          `<fill><patternFill patternType="solid"><fgColor rgb="${argb(look.background)}"/></patternFill></fill>`,
        )
      : 0;
    const border = look.border && look.border.width > 0 ? this.#borders.of(borderXml(look.border)) : 0;
    const format = look.format === null ? 0 : this.#formatOf(look.format);
    const side = look.rightToLeft && look.alignment === "LEFT" ? "right" : horizontal[look.alignment];
    const indent = look.indent > 0 && side !== "center" ? ` indent="${Math.min(look.indent, 250)}"` : "";
    const order = look.rightToLeft ? ' readingOrder="2"' : "";
    return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${side}" vertical="${look.vertical}" wrapText="1"${indent}${order}/></xf>`;
  }

  #formatOf(format: string): number {
    const known = this.#formats.get(format);
    if (known !== undefined) return known;
    const number = firstFormat + this.#formats.size;
    this.#formats.set(format, number);
    return number;
  }

  xml(): string {
    const formats = [...this.#formats].map(
      ([format, number]) => `<numFmt numFmtId="${number}" formatCode="${xmlEscape(format)}"/>`,
    );
    return [
      `${xmlDeclaration}<styleSheet xmlns="${spreadsheetNamespace}">`,
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "",
      this.#fonts.list("fonts"),
      this.#fills.list("fills"),
      this.#borders.list("borders"),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      this.#looks.list("cellXfs"),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    ].join("");
  }
}

/** A border; Excel has three widths. */
function borderXml({ width, color }: { width: number; color: Color }): string {
  const style = width < 1.25 ? "thin" : width < 2.25 ? "medium" : "thick";
  const edges = ["left", "right", "top", "bottom"].map(
    (edge) => `<${edge} style="${style}"><color rgb="${argb(color)}"/></${edge}>`,
  );
  return `<border>${edges.join("")}<diagonal/></border>`;
}
