import { isRightToLeft } from "#worker/export/documents/textFit.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { flowPage, mmToTwips, officeFonts, typography } from "../pageMetrics.ts";
import { type DrawnText, pageCountMark, pageNumberMark } from "../renderTree.ts";

/** Properties of a paragraph. */
export interface ParagraphStyle {
  /** Stays on the same page as the next paragraph. */
  keepNext?: boolean;
  pageBreakBefore?: boolean;
  /** Heading level, from 1; without one it is no heading. */
  level?: number;
  /** Omits the gap below, for the last paragraph of a cell. */
  isLast?: boolean;
}

/**
 * A text as a paragraph; a heading has Word's style of its level. Line breaks are kept, and page number marks become fields.
 * @param linkId of the relationship to the URL that the text opens
 * @param bookmark XML at its start
 * @param headingStyleOf the id of the style of a level; without one the paragraph has only the level
 */
export function textParagraphXml(
  text: DrawnText,
  style: ParagraphStyle,
  {
    linkId = null,
    bookmark = "",
    headingStyleOf = headingStyleId,
  }: { linkId?: string | null; bookmark?: string; headingStyleOf?: (level: number) => string | null } = {},
): string {
  const rtl = isRightToLeft(text.text);
  const run = runProperties(text, rtl);
  const runs = runsXml(text.text, run);
  const content =
    linkId === null ? runs : `<w:hyperlink r:id="${linkId}" w:history="1">${runs}</w:hyperlink>`;
  const { alignment, level: heading } = text;
  const styleId = heading === undefined ? null : headingStyleOf(heading);
  const options = { rtl, alignment, styleId, markProperties: run };
  return `<w:p>${paragraphProperties({ ...style, ...(heading && { level: heading }) }, options)}${bookmark}${content}</w:p>`;
}

/** A line without text, as high as text of `size` points. */
export const emptyLineXml = (style: ParagraphStyle, size: number = typography.emptyLine): string =>
  `<w:p>${paragraphProperties(style, { markProperties: `<w:rPr>${fontSizeXml(size)}</w:rPr>` })}</w:p>`;

/** A paragraph with only a picture. Its font size is tiny; otherwise the line would be higher than the picture. */
export const pictureParagraphXml = (drawing: string, style: ParagraphStyle): string =>
  `<w:p>${paragraphProperties(style, { markProperties: tinyRunProperties })}<w:r>${tinyRunProperties}${drawing}</w:r></w:p>`;

/**
 * A paragraph between tables, which Word would join, and after a table at the end of a cell or the text, where Word requires one.
 * @param height in millimetres
 * @param options.sectionProperties of the section that ends with the paragraph
 */
export const separatorXml = (
  height: number,
  { pageBreakBefore = false, sectionProperties = "" } = {},
): string =>
  `<w:p><w:pPr>${pageBreakBefore ? "<w:pageBreakBefore/>" : ""}<w:spacing w:before="0" w:after="0" w:line="${mmToTwips(height)}" w:lineRule="exact"/>${tinyRunProperties}${sectionProperties}</w:pPr></w:p>`;

/** Height of a separator that should take no space. Millimetres. */
export const minSeparatorMm = 0.35;

/** The number of Word's styles for headings that the library writes. */
const maxHeadingStyle = 6;
const headingStyleId = (level: number): string => `Heading${Math.min(level, maxHeadingStyle)}`;

const fontSizeXml = (points: number) => {
  const halfPoints = Math.max(Math.round(points * 2), 1);
  return `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;
};
const tinyRunProperties = `<w:rPr>${fontSizeXml(1)}</w:rPr>`;

/** Properties in the order of the schema. */
function paragraphProperties(
  { keepNext, pageBreakBefore, level, isLast }: ParagraphStyle,
  {
    rtl = false,
    alignment = "LEFT",
    styleId = null,
    markProperties,
  }: { rtl?: boolean; alignment?: string; styleId?: string | null; markProperties: string },
): string {
  return [
    "<w:pPr>",
    styleId === null ? "" : `<w:pStyle w:val="${escapeXml(styleId)}"/>`,
    keepNext || styleId !== null ? "<w:keepNext/>" : "",
    pageBreakBefore ? "<w:pageBreakBefore/>" : "",
    rtl ? "<w:bidi/>" : "",
    `<w:spacing w:before="0" w:after="${isLast ? 0 : gap}"/>`,
    // "left" means the side where a paragraph starts, which is the right one in right-to-left text.
    alignment === "CENTER"
      ? '<w:jc w:val="center"/>'
      : alignment === "RIGHT" && !rtl
        ? '<w:jc w:val="right"/>'
        : "",
    level === undefined || styleId !== null
      ? ""
      : `<w:outlineLvl w:val="${Math.min(Math.max(level, 1), 9) - 1}"/>`,
    markProperties,
    "</w:pPr>",
  ].join("");
}
const gap = mmToTwips(flowPage.itemGap);

function runProperties({ font, size, color, bold, italic }: DrawnText, rtl: boolean): string {
  const name = officeFonts[font];
  return [
    `<w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}" w:eastAsia="${name}"/>`,
    bold ? "<w:b/><w:bCs/>" : "",
    italic ? "<w:i/><w:iCs/>" : "",
    `<w:color w:val="${color.slice(1)}"/>`,
    fontSizeXml(size),
    rtl ? "<w:rtl/>" : "",
    "</w:rPr>",
  ].join("");
}

const fieldByMark: Readonly<Record<string, string>> = {
  [pageNumberMark]: "PAGE",
  [pageCountMark]: "NUMPAGES",
};
const pageNumberMarks = new RegExp(`([${pageNumberMark}${pageCountMark}])`);

/** A text as runs with these properties (w:rPr). Page number marks become fields. */
export function runsXml(text: string, properties: string): string {
  return text
    .split(pageNumberMarks)
    .map((part) => {
      const field = fieldByMark[part];
      if (field) return `<w:fldSimple w:instr="${field}"><w:r>${properties}<w:t>1</w:t></w:r></w:fldSimple>`;
      return part === "" ? "" : `<w:r>${properties}${textXml(part)}</w:r>`;
    })
    .join("");
}

const textXml = (text: string): string =>
  `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`
    .replaceAll("\n", '</w:t><w:br/><w:t xml:space="preserve">')
    .replaceAll("\t", '</w:t><w:tab/><w:t xml:space="preserve">');
