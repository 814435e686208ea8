import { a4Size, mmToPoints } from "../pageMetrics.ts";
import type { DrawnRow, DrawnSheet, DrawnTable, DrawnText } from "../renderTree.ts";
import { createParagraph, drawParagraph, truncateParagraph } from "./flowables.ts";
import { PagedTable } from "./pdfTable.ts";
import type { DrawingContext } from "./scene.ts";

export const sheetPageSize = { width: mmToPoints(a4Size.height), height: mmToPoints(a4Size.width) };
const margin = mmToPoints(12);
const titlePoints = 14;
/** Points. In narrower columns the font shrinks, at most to half its size. */
const minColumnPoints = 70;

/** Excel's undocumented padding of cells. Millimetres. */
const cellPadding = { top: 0.7, bottom: 0.7, left: 1.2, right: 1.2 } as const;

/** The rows of a sheet with Excel's padding of cells. */
function withCellPadding(rows: Iterable<DrawnRow>): Iterable<DrawnRow> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows)
        yield {
          ...row,
          cells: row.cells.map((cell) => {
            const { top, bottom, left, right } = cell.padding;
            return top || bottom || left || right ? cell : { ...cell, padding: cellPadding };
          }),
        };
    },
  };
}

/** Draws a worksheet as a table on A4 landscape pages, with all of its columns side by side. */
export async function drawSheet(scene: DrawingContext, sheet: DrawnSheet): Promise<void> {
  const { document } = scene;
  const title: DrawnText = {
    kind: "text",
    node: sheet.node,
    text: sheet.name,
    size: titlePoints,
    color: "#1B2733",
    bold: true,
    italic: false,
    alignment: "LEFT",
    font: "HELVETICA",
    position: null,
  };
  const missingFaces = scene.missingFaces([title]);
  if (missingFaces) await scene.load(missingFaces);
  const section = document.createElement("Sect", document.structure.document);
  const width = sheetPageSize.width - 2 * margin;
  const pageHeight = sheetPageSize.height - 2 * margin;
  const table: DrawnTable = {
    kind: "table",
    node: sheet.node,
    borders: true,
    headerBackground: null,
    rowBackground: null,
    widths: sheet.widths,
    header: null,
    rows: withCellPadding(sheet.rows),
  };
  const scale = Math.min(1, Math.max(0.5, width / Math.max(sheet.widths.length, 1) / minColumnPoints));
  const pagedTable = await PagedTable.of(scene, table, { x: margin, width, pageHeight }, scale);
  scene.beginPage(sheetPageSize);
  document.bookmark(1, sheet.name, 0);
  const paragraph = truncateParagraph(createParagraph(scene, title, width), 1);
  drawParagraph(scene, paragraph, { x: margin, y: margin }, section, scene.headingTag(1));
  scene.headingLevelOffset = 1;
  let y = margin + paragraph.lineHeight * 1.4;
  for (let isNewPage = false; ; isNewPage = true) {
    const { status } = await pagedTable.fill(y, sheetPageSize.height - margin, section, isNewPage);
    document.endPage();
    if (status === "done") break;
    scene.beginPage(sheetPageSize);
    y = margin;
  }
  scene.headingLevelOffset = 0;
  document.structure.close(section);
}
