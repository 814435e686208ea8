import { isRightToLeft } from "#worker/export/documents/textFit.ts";
import { twips } from "#worker/export/documents/wordBlocks.ts";
import { xmlEscape } from "#worker/export/documents/xml.ts";
import { flow, officeFonts, type } from "../pageMetrics.ts";
import { type DrawnText, pageCount, pageNumber } from "../renderTree.ts";

/** Properties of a paragraph. */
export interface ParagraphLook {
  /** Stays on the page of what follows. */
  keepNext?: boolean;
  pageBreakBefore?: boolean;
  /** Heading level, from 1; without one it is no heading. */
  level?: number;
  /** Omits the gap below, for the last paragraph of a cell. */
  last?: boolean;
}

/** A text as a paragraph. Line breaks are kept, and page number marks become fields. */
export function textParagraph(text: DrawnText, style: ParagraphLook): string {
  const rtl = isRightToLeft(text.text);
  const run = runProperties(text, rtl);
  return `<w:p>${paragraphProperties(style, { rtl, alignment: text.alignment, mark: run })}${runs(text.text, run)}</w:p>`;
}

/** A line without words, as high as type of `size` points. */
export const emptyLine = (style: ParagraphLook, size: number = type.emptyLine): string =>
  `<w:p>${paragraphProperties(style, { mark: `<w:rPr>${sizeOf(size)}</w:rPr>` })}</w:p>`;

/** A paragraph with only a picture. Its type is tiny, or the line would be higher than the picture. */
export const pictureParagraph = (drawing: string, style: ParagraphLook): string =>
  `<w:p>${paragraphProperties(style, { mark: tiny })}<w:r>${tiny}${drawing}</w:r></w:p>`;

/** A paragraph between tables, which Word would join, and after a table at the end of a cell or the text, where Word requires one. Millimetres. */
export const separator = (height: number, { pageBreakBefore = false } = {}): string =>
  `<w:p><w:pPr>${pageBreakBefore ? "<w:pageBreakBefore/>" : ""}<w:spacing w:before="0" w:after="0" w:line="${twips(height)}" w:lineRule="exact"/>${tiny}</w:pPr></w:p>`;

/** Height of a separator that should take no space. Millimetres. */
export const minSeparatorMm = 0.35;

const sizeOf = (points: number) => {
  const halves = Math.max(Math.round(points * 2), 1);
  return `<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/>`;
};
const tiny = `<w:rPr>${sizeOf(1)}</w:rPr>`;

/** Properties in the order of the schema. */
function paragraphProperties(
  { keepNext, pageBreakBefore, level, last }: ParagraphLook,
  { rtl = false, alignment = "LEFT", mark }: { rtl?: boolean; alignment?: string; mark: string },
): string {
  return [
    "<w:pPr>",
    keepNext ? "<w:keepNext/>" : "",
    pageBreakBefore ? "<w:pageBreakBefore/>" : "",
    rtl ? "<w:bidi/>" : "",
    `<w:spacing w:before="0" w:after="${last ? 0 : gap}"/>`,
    // "left" means the side where a paragraph starts, which is the right one in right-to-left text.
    alignment === "CENTER"
      ? '<w:jc w:val="center"/>'
      : alignment === "RIGHT" && !rtl
        ? '<w:jc w:val="right"/>'
        : "",
    level === undefined ? "" : `<w:outlineLvl w:val="${Math.min(Math.max(level, 1), 9) - 1}"/>`,
    mark,
    "</w:pPr>",
  ].join("");
}
const gap = twips(flow.itemGap);

function runProperties({ font, size, color, bold, italic }: DrawnText, rtl: boolean): string {
  const name = officeFonts[font];
  return [
    `<w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}" w:eastAsia="${name}"/>`,
    bold ? "<w:b/><w:bCs/>" : "",
    italic ? "<w:i/><w:iCs/>" : "",
    `<w:color w:val="${color.slice(1)}"/>`,
    sizeOf(size),
    rtl ? "<w:rtl/>" : "",
    "</w:rPr>",
  ].join("");
}

const fields: Readonly<Record<string, string>> = { [pageNumber]: "PAGE", [pageCount]: "NUMPAGES" };
const pageNumberMarks = new RegExp(`([${pageNumber}${pageCount}])`);

function runs(text: string, properties: string): string {
  return text
    .split(pageNumberMarks)
    .map((part) => {
      const field = fields[part];
      if (field) return `<w:fldSimple w:instr="${field}"><w:r>${properties}<w:t>1</w:t></w:r></w:fldSimple>`;
      return part === "" ? "" : `<w:r>${properties}${escapeText(part)}</w:r>`;
    })
    .join("");
}

const escapeText = (text: string): string =>
  `<w:t xml:space="preserve">${xmlEscape(text)}</w:t>`
    .replaceAll("\n", '</w:t><w:br/><w:t xml:space="preserve">')
    .replaceAll("\t", '</w:t><w:tab/><w:t xml:space="preserve">');
