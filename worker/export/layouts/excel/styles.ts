import type { Alignment, Font } from "#domain/layout/types.ts";
import { themeFont } from "#worker/export/documents/theme.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { officeFonts } from "../pageMetrics.ts";
import type { Color, DrawnBorder } from "../renderTree.ts";

/** The font of a text. */
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
  vertical: "top" | "center" | "bottom";
  /** In steps of three spaces. */
  indent: number;
  background: Color | null;
  border: DrawnBorder | null;
  /** Format of a number or date; null for texts. */
  format: string | null;
  /** The level of a heading, which has Excel's style of that level; null for other texts. */
  level: number | null;
}

const toArgb = (color: Color) => `FF${color.replace("#", "").toUpperCase()}`;

/** Excel refuses smaller fonts. */
const minFontPoints = 1;

/** The elements common to the fonts of cells and of runs, which differ in the element for the typeface. */
const fontXml = ({ size, color, bold, italic }: FontStyle) =>
  `${bold ? "<b/>" : ""}${italic ? "<i/>" : ""}<sz val="${Math.max(Math.round(size * 10) / 10, minFontPoints)}"/><color rgb="${toArgb(color)}"/>`;

/** The properties of a run in a cell. */
export const runProperties = (style: FontStyle): string =>
  `<rPr>${fontXml(style)}<rFont val="${officeFonts[style.font]}"/></rPr>`;

const horizontalAlignments: Readonly<Record<Alignment, string>> = {
  LEFT: "left",
  CENTER: "center",
  RIGHT: "right",
};

/** Numbers XML elements in order of first use. */
class ElementRegistry {
  readonly #numbers: Map<string, number>;

  constructor(first: readonly string[]) {
    this.#numbers = new Map(first.map((xml, index) => [xml, index]));
  }

  numberOf(xml: string): number {
    const existing = this.#numbers.get(xml);
    if (existing !== undefined) return existing;
    this.#numbers.set(xml, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  list(element: string): string {
    return `<${element} count="${this.#numbers.size}">${[...this.#numbers.keys()].join("")}</${element}>`;
  }
}

/** Excel has no headings, but styles for them. The texts keep their own fonts. */
const headingStyleCount = 3;
const firstHeadingStyleId = 16;
const headingStylesXml = Array.from(
  { length: headingStyleCount },
  (_, index) =>
    `<cellStyle name="Heading ${index + 1}" xfId="${index + 1}" builtinId="${firstHeadingStyleId + index}"/>`,
).join("");

/** The first number of custom formats. */
const firstCustomFormatId = 164;

/** The styles of a workbook, each once. */
export class StyleBook {
  readonly #fonts = new ElementRegistry([
    `<font><sz val="10"/><color rgb="FF000000"/><name val="${themeFont}"/></font>`,
  ]);
  // Excel reserves the first two.
  readonly #fills = new ElementRegistry([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  readonly #borders = new ElementRegistry(["<border><left/><right/><top/><bottom/><diagonal/></border>"]);
  readonly #cellFormats = new ElementRegistry([
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  ]);
  readonly #formats = new Map<string, number>();
  readonly #numbersByStyle = new Map<string, number>();

  /** The index of a style, to which cells refer. */
  numberOf(style: CellStyle): number {
    const key = JSON.stringify(style);
    let number = this.#numbersByStyle.get(key);
    if (number === undefined) {
      number = this.#cellFormats.numberOf(this.#cellFormatXml(style));
      this.#numbersByStyle.set(key, number);
    }
    return number;
  }

  #cellFormatXml(style: CellStyle): string {
    const font = this.#fonts.numberOf(
      `<font>${fontXml(style)}<name val="${officeFonts[style.font]}"/></font>`,
    );
    const fill = style.background
      ? this.#fills.numberOf(
          `<fill><patternFill patternType="solid"><fgColor rgb="${toArgb(style.background)}"/></patternFill></fill>`,
        )
      : 0;
    const border =
      style.border && style.border.width > 0 ? this.#borders.numberOf(borderXml(style.border)) : 0;
    const format = style.format === null ? 0 : this.#formatOf(style.format);
    const side =
      style.rightToLeft && style.alignment === "LEFT" ? "right" : horizontalAlignments[style.alignment];
    const indent = style.indent > 0 && side !== "center" ? ` indent="${Math.min(style.indent, 250)}"` : "";
    const order = style.rightToLeft ? ' readingOrder="2"' : "";
    const headingStyle = Math.min(style.level ?? 0, headingStyleCount);
    return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="${headingStyle}" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${side}" vertical="${style.vertical}" wrapText="1"${indent}${order}/></xf>`;
  }

  #formatOf(format: string): number {
    const existing = this.#formats.get(format);
    if (existing !== undefined) return existing;
    const number = firstCustomFormatId + this.#formats.size;
    this.#formats.set(format, number);
    return number;
  }

  xml(): string {
    const formats = [...this.#formats].map(
      ([format, number]) => `<numFmt numFmtId="${number}" formatCode="${escapeXml(format)}"/>`,
    );
    return [
      `${xmlDeclaration}<styleSheet xmlns="${namespace.spreadsheet}">`,
      formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "",
      this.#fonts.list("fonts"),
      this.#fills.list("fills"),
      this.#borders.list("borders"),
      `<cellStyleXfs count="${headingStyleCount + 1}">${'<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'.repeat(headingStyleCount + 1)}</cellStyleXfs>`,
      this.#cellFormats.list("cellXfs"),
      `<cellStyles count="${headingStyleCount + 1}"><cellStyle name="Normal" xfId="0" builtinId="0"/>${headingStylesXml}</cellStyles></styleSheet>`,
    ].join("");
  }
}

/** A border. Excel has three widths. */
function borderXml({ width, color, isHorizontal }: DrawnBorder): string {
  const style = width < 1.25 ? "thin" : width < 2.25 ? "medium" : "thick";
  const edges = ["left", "right", "top", "bottom"].map((edge) =>
    isHorizontal && (edge === "left" || edge === "right")
      ? `<${edge}/>`
      : `<${edge} style="${style}"><color rgb="${toArgb(color)}"/></${edge}>`,
  );
  return `<border>${edges.join("")}<diagonal/></border>`;
}
