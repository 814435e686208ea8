import type { Size } from "../orientation.ts";
import { DrawnSideCollector, type DrawnSides } from "../sizedPhotos.ts";
import { bandAndSideOf, contentRectOf, hasWideTable } from "./columnLayout.ts";
import { layOutGrid } from "./grid.ts";
import {
  a4Size,
  flowPage,
  flowPageSize,
  mmToPoints,
  sheetCharacters,
  sheetSizeMm,
  slideSizeMm,
} from "./pageMetrics.ts";
import type {
  DrawnBlock,
  DrawnCell,
  DrawnItem,
  DrawnPage,
  DrawnRow,
  DrawnTable,
  RenderTree,
} from "./renderTree.ts";

/**
 * Measures how large the photos of a tree are drawn, without drawing it. Texts beside a photo can make it smaller, never larger.
 */
export function measureDrawnSides(tree: RenderTree): DrawnSides {
  const collector = new DrawnSideCollector();
  const space = flowSpaceOf(false);
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages) {
        if (page.kind === "page") {
          const pageSize = tree.type === "PDF" ? a4SizeOf(page) : slideSizeMm;
          measureCells(collector, page.columns, pageSize);
          continue;
        }
        if (page.kind === "contents") continue;
        const { width, height } = tree.type === "PDF" ? a4Size : slideSizeMm;
        const area = { x: 0, y: 0, width: mmToPoints(width), height: mmToPoints(height) };
        const { cells } = layOutGrid(page, area);
        page.cells.forEach(({ photo }, index) => {
          const box = cells[index]!.photo;
          addPhoto(collector, photo, { width: toMillimetres(box.width), height: toMillimetres(box.height) });
        });
      }
      break;
    case "EXCEL":
      for (const sheet of tree.sheets)
        if (sheet.kind === "sheet") {
          const scale = (sheet.characters ?? sheetCharacters) / sheetCharacters;
          const size = { ...sheetSizeMm, width: sheetSizeMm.width * scale };
          for (const row of sheet.rows) measureRow(collector, row, sheet.widths, size);
        }
      break;
    default:
      measureItems(collector, tree.header, space);
      measureItems(collector, tree.footer, space);
      measureBlocks(collector, tree.blocks);
  }
  return collector.sides;
}

const flowSpaceOf = (isLandscape: boolean): Size => {
  const { textWidth, height } = flowPageSize(isLandscape);
  return { width: textWidth, height: height - 2 * flowPage.margin };
};

function measureBlocks(collector: DrawnSideCollector, blocks: Iterable<DrawnBlock>): void {
  let space = flowSpaceOf(false);
  for (const block of blocks)
    if (block.kind === "pageBreak") space = flowSpaceOf(block.isLandscape ?? false);
    else measureItems(collector, [block], space);
}

const toMillimetres = (points: number): number => (points * 25.4) / 72;

/** Landscape if pictures may be side by side, or a table is wide. */
function a4SizeOf({ columns }: DrawnPage): Size {
  const sides = columns.flatMap(({ items }) => [
    ...new Set(
      items.flatMap((item) =>
        item.kind === "photo" || item.kind === "image"
          ? [(item.kind === "photo" && item.half) || bandAndSideOf(item.position ?? "CENTER").side]
          : [],
      ),
    ),
  ]);
  return sides.length > 1 || hasWideTable(columns) ? { width: a4Size.height, height: a4Size.width } : a4Size;
}

function measureCells(
  collector: DrawnSideCollector,
  cells: readonly DrawnCell[],
  { width, height }: Size,
): void {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0) || 1;
  for (const cell of cells) {
    const content = contentRectOf(cell, {
      ...{ x: 0, y: 0, height: mmToPoints(height) },
      width: mmToPoints((width * cell.width) / total),
    });
    measureItems(collector, cell.items, {
      width: toMillimetres(content.width),
      height: toMillimetres(content.height),
    });
  }
}

function measureItems(
  collector: DrawnSideCollector,
  items: Iterable<DrawnItem | DrawnBlock>,
  space: Size,
): void {
  for (const item of items) {
    if (item.kind === "photo") addPhoto(collector, item, space);
    if (item.kind === "table") measureTable(collector, item, space);
  }
}

const addPhoto = (
  collector: DrawnSideCollector,
  { photo, box }: Extract<DrawnItem, { kind: "photo" }>,
  space: Size,
): void =>
  collector.add(photo, {
    width: Math.min(box.width ?? space.width, space.width),
    height: Math.min(box.height ?? space.height, space.height),
  });

function measureTable(
  collector: DrawnSideCollector,
  { header, rows, widths }: DrawnTable,
  space: Size,
): void {
  if (header) measureRow(collector, header, widths, space);
  for (const row of rows) if (row.kind === "row") measureRow(collector, row, widths, space);
}

function measureRow(
  collector: DrawnSideCollector,
  { cells }: DrawnRow,
  widths: readonly number[],
  { width, height }: Size,
): void {
  let column = 0;
  for (const { colspan, padding, items } of cells) {
    const percent = widths.slice(column, column + colspan).reduce((sum, share) => sum + share, 0);
    column += colspan;
    measureItems(collector, items, {
      width: Math.max((width * percent) / 100 - padding.left - padding.right, 1),
      height,
    });
  }
}
