import type { LayoutNode } from "#domain/layout/node.ts";
import { findOfficeFile, isOfficeFileType, readOfficeFileData } from "#domain/layout/officeFile.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { type OfficeFile, OfficeFileError, type OfficeFileErrorCode, readOfficeFile } from "./officeFile.ts";
import type { FoundTag } from "./program.ts";
import { createSheetOutline } from "./sheetOutline.ts";
import { type ExcelTemplate, readExcelTemplate } from "./sheetTemplate.ts";
import { createWordOutline } from "./wordOutline.ts";
import { readWordTemplate, type WordTemplate } from "./wordTemplate.ts";

/** An uploaded file and the template that was read from it. */
export type OfficeLayout = { file: OfficeFile } & (
  | { type: "WORD"; template: WordTemplate }
  | { type: "EXCEL"; template: ExcelTemplate }
);

/** The tags that were found in an uploaded file, or why it is refused. */
export interface OfficeFileFindings {
  tags: readonly FoundTag[];
  /** Why the file cannot be used at all, and the part that causes it. */
  refusal: { code: OfficeFileErrorCode; detail: string } | null;
}

/** Replacement codes are checked when a layout is saved; afterwards a missing code draws nothing. */
const allowEveryCode = () => true;

/**
 * The file of a layout; null if the layout has none.
 * @throws OfficeFileError
 */
export function readOfficeLayout(
  { type, nodes }: { type: LayoutType; nodes: readonly LayoutNode[] },
  hasCode: (code: string) => boolean = allowEveryCode,
): OfficeLayout | null {
  const node = findOfficeFile(nodes);
  if (!node || !isOfficeFileType(type)) return null;
  const file = readOfficeFile(new Uint8Array(Buffer.from(readOfficeFileData(node), "base64")), type);
  return type === "WORD"
    ? { type, file, template: readWordTemplate(file, hasCode) }
    : { type, file, template: readExcelTemplate(file, hasCode) };
}

/** Inspects the file of a layout; null if the layout has none. */
export function inspectOfficeFile(
  layout: { type: LayoutType; nodes: readonly LayoutNode[] },
  hasCode?: (code: string) => boolean,
): OfficeFileFindings | null {
  try {
    const officeLayout = readOfficeLayout(layout, hasCode);
    return officeLayout && { tags: officeLayout.template.tags, refusal: null };
  } catch (error) {
    if (!(error instanceof OfficeFileError)) throw error;
    return { tags: [], refusal: { code: error.code, detail: error.detail } };
  }
}

/** Nodes with the same texts, tables, photos, loops and conditions as a file. */
export const createOutline = (layout: OfficeLayout): LayoutNode[] =>
  layout.type === "WORD"
    ? createWordOutline(layout.file, layout.template)
    : createSheetOutline(layout.template);

/** The layout with its file, if it has one, replaced by the file's outline. */
export function withOutline<T extends { type: LayoutType; nodes: readonly LayoutNode[] }>(layout: T): T {
  const officeLayout = readOfficeLayout(layout);
  return officeLayout ? { ...layout, nodes: createOutline(officeLayout) } : layout;
}

/** Maximum number of faults that an error names. */
const maxNamedFaults = 20;

/** The faults of a file as texts, for callers of the API. */
export const describeFaults = ({ tags, refusal }: OfficeFileFindings): string[] =>
  refusal
    ? [refusal.detail || refusal.code]
    : tags
        .filter(({ error }) => error !== null)
        .slice(0, maxNamedFaults)
        .map(({ text, location: { part, sheet, paragraph, cell }, error }) => {
          const locationText = cell ? `${sheet}!${cell}` : `${part.toLowerCase()}, paragraph ${paragraph}`;
          return `${text} (${locationText}): ${error}`;
        });
