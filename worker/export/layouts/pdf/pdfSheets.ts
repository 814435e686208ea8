import { a4, points } from "../pageMetrics.ts";
import type { DrawnRow, DrawnSheet, DrawnTable, DrawnText } from "../renderTree.ts";
import { drawParagraph, paragraphOf, truncateParagraph } from "./flowables.ts";
import { PagedTable } from "./pdfTable.ts";
import type { Scene } from "./scene.ts";

const size = { width: points(a4.height), height: points(a4.width) };
const margin = points(12);
const titlePoints = 14;
/** Points. In narrower columns the type shrinks, at most to half. */
const minColumnPoints = 70;

/** Excel's undocumented padding of cells. Millimetres. */
const cellPadding = { top: 0.7, bottom: 0.7, left: 1.2, right: 1.2 } as const;

/** The rows of a sheet with Excel's padding of cells. */
function padded(rows: Iterable<DrawnRow>): Iterable<DrawnRow> {
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
export async function drawSheet(scene: Scene, sheet: DrawnSheet): Promise<void> {
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
  const missing = scene.missingFaces([title]);
  if (missing) await scene.load(missing);
  const section = document.element("Sect", document.structure.document);
  const width = size.width - 2 * margin;
  const pageHeight = size.height - 2 * margin;
  const table: DrawnTable = {
    kind: "table",
    node: sheet.node,
    borders: true,
    headerBackground: null,
    rowBackground: null,
    widths: sheet.widths,
    header: null,
    rows: padded(sheet.rows),
  };
  const scale = Math.min(1, Math.max(0.5, width / Math.max(sheet.widths.length, 1) / minColumnPoints));
  const pagedTable = await PagedTable.of(scene, table, { x: margin, width, pageHeight }, scale);
  scene.beginPage(size);
  document.bookmark(1, sheet.name, 0);
  const paragraph = truncateParagraph(paragraphOf(scene, title, width), 1);
  drawParagraph(scene, paragraph, { x: margin, y: margin }, section, "H1");
  let y = margin + paragraph.lineHeight * 1.4;
  for (let isNewPage = false; ; isNewPage = true) {
    const { filled } = await pagedTable.fill(y, size.height - margin, section, isNewPage);
    document.endPage();
    if (filled === "done") break;
    scene.beginPage(size);
    y = margin;
  }
  document.structure.close(section);
}
