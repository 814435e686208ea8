import { escapeXml } from "#worker/export/documents/xml.ts";
import type { Heading } from "../headings.ts";
import { mmToTwips } from "../pageMetrics.ts";
import type { DrawnContents } from "../renderTree.ts";
import { createPlainText } from "../resolve/plainItems.ts";
import { bookmarkName } from "./wordBookmarks.ts";
import { textParagraphXml } from "./wordText.ts";

/** A heading of the document and its page; null if it is not known. */
export interface ContentsEntry extends Heading {
  pageNumber: number | null;
}

const titleSize = 16;
const maxTocLevel = 9;

const runXml = (content: string): string => `<w:r>${content}</w:r>`;
const fieldChar = (type: "begin" | "separate" | "end"): string =>
  runXml(`<w:fldChar w:fldCharType="${type}"/>`);
const instruction = (text: string): string =>
  runXml(`<w:instrText xml:space="preserve"> ${text} </w:instrText>`);
const textRun = (text: string): string => runXml(`<w:t xml:space="preserve">${escapeXml(text)}</w:t>`);

/**
 * A table of contents as Word writes it: a field with its entries, each a link with the number of its page. Word asks before it
 * updates fields on opening, so the entries are here already; they are updated on request, and before printing.
 * @param entries all headings of the document, in the order of their bookmarks
 * @param options.width of the text in millimetres
 */
export function contentsXml(
  { node, title, maxLevel }: DrawnContents,
  entries: readonly ContentsEntry[],
  { pageBreakBefore, width }: { pageBreakBefore: boolean; width: number },
): string {
  const listedEntries = entries.flatMap((entry, index) =>
    entry.level <= maxLevel ? [{ ...entry, anchor: bookmarkName(entry.title, index + 1) }] : [],
  );
  const titleXml = textParagraphXml(createPlainText(node, title, true, titleSize), {
    pageBreakBefore,
    keepNext: listedEntries.length > 0,
  });
  if (listedEntries.length === 0) return titleXml;
  const start =
    fieldChar("begin") + instruction(`TOC \\o "1-${maxLevel}" \\h \\z \\u`) + fieldChar("separate");
  const lines = listedEntries.map(
    (entry, index) =>
      `<w:p><w:pPr><w:pStyle w:val="TOC${Math.min(entry.level, maxTocLevel)}"/><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${mmToTwips(width)}"/></w:tabs></w:pPr>${index === 0 ? start : ""}${entryXml(entry)}</w:p>`,
  );
  return `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>${titleXml}${lines.join("")}<w:p>${fieldChar("end")}</w:p></w:sdtContent></w:sdt>`;
}

const entryXml = ({ title, anchor, pageNumber }: ContentsEntry & { anchor: string }): string => {
  const page =
    runXml("<w:tab/>") +
    fieldChar("begin") +
    instruction(`PAGEREF ${anchor} \\h`) +
    fieldChar("separate") +
    textRun(pageNumber === null ? "" : String(pageNumber)) +
    fieldChar("end");
  return `<w:hyperlink w:anchor="${anchor}" w:history="1">${textRun(title)}${page}</w:hyperlink>`;
};
