import type { Heading } from "../headings.ts";
import type { DrawnCell, DrawnContents, DrawnRow, DrawnSheet } from "../renderTree.ts";
import { createPlainText } from "../resolve/plainItems.ts";
import { noPadding } from "../resolve/resolveTables.ts";

/** A heading of a workbook, and its cell: "'Sheet 1'!A5". */
export interface SheetHeading extends Heading {
  location: string;
}

/** A link of a sheet to a cell. */
export interface SheetLink {
  /** The linked cell. */
  ref: string;
  location: string;
}

const linkColor = "#0563C1";
/** Millimetres per level. */
const indentMm = 5;
const firstEntryRow = 2;

/** The CONTENTS of a workbook: its sheets and the headings in their cells, one in a row. */
export function createContentsSheet(
  { node, title, maxLevel }: DrawnContents,
  headings: readonly SheetHeading[],
): { sheet: DrawnSheet; links: SheetLink[] } {
  // Sheets are above the headings in them.
  const listedHeadings = headings.filter(({ level }) => level <= maxLevel + 1);
  const createRow = (items: DrawnCell["items"], left = 0): DrawnRow => ({
    kind: "row",
    node,
    cells: [
      {
        ...{ node, width: 100, colspan: 1, border: null, background: null, items },
        padding: { ...noPadding, left },
      },
    ],
  });
  const rows = [
    createRow([createPlainText(node, title, true, 16)]),
    ...listedHeadings.map((heading) =>
      createRow(
        [{ ...createPlainText(node, heading.title), color: linkColor }],
        (heading.level - 1) * indentMm,
      ),
    ),
  ];
  return {
    sheet: { kind: "sheet", node, name: title, widths: [100], rows },
    links: listedHeadings.map(({ location }, index) => ({ ref: `A${firstEntryRow + index}`, location })),
  };
}
