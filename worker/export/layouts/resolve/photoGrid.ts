import type { LayoutNode } from "#domain/layout/node.ts";
import { type GridShape, gridShapeOf, maxGridSide, photosPerPage } from "#domain/layout/photoGrid.ts";
import { photoOrders } from "#domain/layout/types.ts";
import { photoCommentText } from "#worker/export/documents/photoComments.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import { textHeight } from "../fitText.ts";
import { flowPage, mmToPoints } from "../pageMetrics.ts";
import type { DrawnGrid, DrawnPhoto, DrawnRow, DrawnTable, DrawnText } from "../renderTree.ts";
import type { IndexedPhoto } from "./documentationIndex.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { sortByName } from "./each.ts";
import { chunk, createLazyIterable } from "./iterables.ts";
import { readBox, readColor, readNumber, readOption } from "./nodeParams.ts";
import { createPlainText, readBorder } from "./plainItems.ts";
import { enterPhoto, listPhotos, type Scope } from "./resolveScope.ts";

/** PHOTO_GRID: as slides and PDF pages, as a table that flows, and as the rows of a sheet. */

/** Maximum photos on a slide for which the layout sets no shape. */
const maxSlidePhotos = 9;

/** The shape that a layout sets, or null. `rows` is null if their height follows the width of the columns. */
function readShape(
  { params }: LayoutNode,
  { portrait }: { portrait: boolean },
): { columns: number; rows: number | null } | null {
  const perPage = readOption(params, "PER_PAGE", photosPerPage);
  const columns = readNumber(params, "COLUMNS", 1, maxGridSide);
  const rows = readNumber(params, "ROWS", 1, maxGridSide);
  if (columns !== null) return { columns, rows: rows ?? (perPage && Math.ceil(Number(perPage) / columns)) };
  if (rows !== null)
    return { columns: perPage ? Math.min(Math.ceil(Number(perPage) / rows), maxGridSide) : rows, rows };
  return perPage && gridShapeOf(perPage, { portrait });
}

const readFlowShape = (node: LayoutNode, portrait: boolean) =>
  readShape(node, { portrait }) ?? gridShapeOf("6", { portrait });

/** The number of columns of a grid in a sheet. */
export const gridColumnCount = (node: LayoutNode): number => readFlowShape(node, false).columns;

/** The photos in scope, in the order of the node. */
function listOrderedPhotos(draw: NodeDrawer, { params }: LayoutNode, scope: Scope): Iterable<IndexedPhoto> {
  return readOption(params, "SORT_BY", photoOrders) === "NAME"
    ? sortByName(draw.context)([...listPhotos(scope)])
    : listPhotos(scope);
}

/** Name and comment, or the caption of the layout; in a report of several documentations, with the visit. */
function captionOf(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  indexedPhoto: IndexedPhoto,
): Omit<DrawnGrid["cells"][number], "photo"> {
  const { photo, documentation } = indexedPhoto;
  const { texts, visitLabels, photoNumberOf } = draw.context;
  const visitLabel = visitLabels.get(documentation) ?? "";
  if (node.params.CAPTION) {
    const { text: comment, ...link } = draw.captionOf(node, enterPhoto(scope, indexedPhoto));
    return { name: visitLabel, comment, ...link };
  }
  const title = photoTitle(photo) || `${texts.photo} ${photoNumberOf(indexedPhoto) ?? indexedPhoto.number}`;
  return {
    name: [title, visitLabel].filter(Boolean).join(" · "),
    comment: photoCommentText(photo, texts),
  };
}

/** Slides or PDF pages. Without a chosen shape, the photos are spread evenly over as few as possible. */
export function* createGridPages(
  draw: NodeDrawer,
  node: LayoutNode,
  { scope, title }: { scope: Scope; title: string },
): Generator<DrawnGrid> {
  const photos = [...listOrderedPhotos(draw, node, scope)];
  const portrait = draw.context.layout.type === "PDF";
  const shape = readShape(node, { portrait });
  const evenCount = Math.ceil(photos.length / Math.max(Math.ceil(photos.length / maxSlidePhotos), 1));
  const { columns, rows } = shape
    ? { ...shape, rows: shape.rows ?? shape.columns }
    : fitShape(evenCount, portrait);
  const cells = photos.map((photo) => ({
    photo: draw.photo(node, photo),
    ...captionOf(draw, node, scope, photo),
  }));
  for (const pageCells of chunk(cells, shape ? columns * rows : evenCount))
    yield {
      kind: "grid",
      node: node.id,
      background: readColor(node.params, "BACKGROUND_COLOR") ?? "#FFFFFF",
      title,
      border: readBorder(node.params),
      captionSize: readNumber(node.params, "SIZE", 4, 40),
      columns,
      rows,
      cells: pageCells,
    };
}

/** The smallest shape for a number of photos: 1, 2, 2 × 2, 3 × 2 or 3 × 3. */
const fitShape = (count: number, portrait: boolean): GridShape =>
  gridShapeOf(photosPerPage.find((size) => size !== "3" && Number(size) >= count) ?? "9", { portrait });

/** A page of a flowing document, in millimetres. `rowsHeight` leaves room for a line above the grid. */
const flowSpace = {
  width: flowPage.textWidth,
  rowsHeight: 240,
  height: flowPage.height - 2 * flowPage.margin,
} as const;
/** The fraction of a column's height for the rows of the grid; the rest is room for a title. */
const columnHeightShare = 0.85;
/** Minimum height of a row in millimetres, so that no more than `rows` fit on a page. */
const minRowHeight = (rows: number, { height }: RowsSpec["page"]): number => height / (rows + 1) + 0.1;
const cellPadding = { top: 1.5, bottom: 1.5, left: 1.5, right: 1.5 };
/** Points, by the number of columns. */
const captionSizes = [11, 10, 9, 8] as const;

/**
 * A table without borders, whose rows share the height of a page.
 * @param column the inside of a column of a slide or page, in millimetres
 */
export function createGridTable(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  column?: { width: number; height: number },
): DrawnTable {
  const page = column ? { ...column, rowsHeight: column.height * columnHeightShare } : flowSpace;
  const { columns } = readFlowShape(node, isPortrait(page));
  const widths = Array.from({ length: columns }, () => 100 / columns);
  return {
    kind: "table",
    node: node.id,
    borders: false,
    headerBackground: null,
    rowBackground: null,
    widths,
    header: null,
    rows: createLazyIterable(() => createGridRows(draw, node, scope, { widths, page })),
  };
}

interface RowsSpec {
  /** Widths of all columns in percent; a cell may span several columns. */
  widths: readonly number[];
  /** Millimetres. Its rows share `rowsHeight`. */
  page: { width: number; height: number; rowsHeight: number };
}

const isPortrait = ({ width, rowsHeight }: RowsSpec["page"]): boolean => rowsHeight > width;

/** The rows of a grid. A cell has a photo above its caption, and is never split across pages. */
export function* createGridRows(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  { widths, page }: RowsSpec,
): Generator<DrawnRow> {
  const { columns, rows } = readFlowShape(node, isPortrait(page));
  const size = readNumber(node.params, "SIZE", 4, 40) ?? captionSizes[columns - 1] ?? captionSizes.at(-1)!;
  const border = readBorder(node.params);
  const box = readBox(node.params);
  // A column may be narrower than the padding of its cells.
  const columnWidth = Math.max(page.width / columns - cellPadding.left - cellPadding.right, 1);
  const rowHeight = rows
    ? Math.max(page.rowsHeight / rows - cellPadding.top - cellPadding.bottom, 1)
    : Number.POSITIVE_INFINITY;
  const firstColumnOf = (index: number) => Math.floor((index * widths.length) / columns);
  for (const photos of chunk(listOrderedPhotos(draw, node, scope), columns)) {
    const cells = photos.map((photo) => {
      const { name, comment, ...link } = captionOf(draw, node, scope, photo);
      // Aligned with the photo, which is at the left of a cell, but centred in a sheet's cell.
      const alignment = draw.context.layout.type === "EXCEL" ? "CENTER" : "LEFT";
      const texts = [
        { ...createPlainText(node.id, name, true, size), alignment },
        { ...createPlainText(node.id, comment, false, size), alignment, ...link },
      ] as const;
      return { photo: draw.photo(node, photo), texts: texts.filter(({ text }) => text.trim() !== "") };
    });
    const captionHeight = Math.max(...cells.map(({ texts }) => estimateHeight(texts, columnWidth)));
    const height = Math.min(
      box.height ?? Number.POSITIVE_INFINITY,
      Math.max(Math.min(rowHeight - captionHeight, columnWidth), Math.min(rowHeight, columnWidth) / 2),
    );
    yield {
      kind: "row",
      node: node.id,
      ...(rows && { minHeight: minRowHeight(rows, page) }),
      cells: Array.from({ length: columns }, (_, index) => {
        const [start, end] = [firstColumnOf(index), firstColumnOf(index + 1)];
        return {
          node: node.id,
          width: widths.slice(start, end).reduce((sum, width) => sum + width, 0),
          colspan: end - start,
          padding: cellPadding,
          border: cells[index] ? border : null,
          background: null,
          items: itemsOf(cells[index], { width: box.width, height }),
        };
      }),
    };
  }
}

const itemsOf = (
  cell: { photo: DrawnPhoto; texts: DrawnText[] } | undefined,
  box: DrawnPhoto["box"],
): (DrawnPhoto | DrawnText)[] => (cell ? [{ ...cell.photo, box }, ...cell.texts] : []);

/** Height of the stacked texts in millimetres, including the gap above each. */
const estimateHeight = (texts: readonly DrawnText[], width: number): number =>
  texts.reduce((sum, text) => sum + (textHeight(text, mmToPoints(width)) * 25.4) / 72 + flowPage.itemGap, 0);
