import { estimateLines } from "#worker/export/documents/textFit.ts";
import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto, type Size } from "#worker/export/orientation.ts";
import { flowPage, typography } from "../pageMetrics.ts";
import type { DrawnItem, DrawnRow, DrawnTable, MaxSize } from "../renderTree.ts";

const millimetresPerPoint = 25.4 / 72;
const millimetresPerInch = 25.4;

/** Estimates the height of items in a column, in millimetres. Errs upwards, because only Word knows its fonts. */
export function estimateItemsHeight(items: readonly DrawnItem[], space: Size): number {
  return items.reduce((sum, item) => sum + estimateItemHeight(item, space) + flowPage.itemGap, 0);
}

function estimateItemHeight(item: DrawnItem, space: Size): number {
  switch (item.kind) {
    case "text":
      return (
        estimateLines(item.text, item.size, space.width / millimetresPerInch) *
        item.size *
        typography.lineHeight *
        millimetresPerPoint
      );
    case "lineBreak":
      return typography.emptyLine * typography.lineHeight * millimetresPerPoint;
    case "photo":
      return fitInto(selectEmbeddedPhoto(item.photo, item.variant).upright, maxPictureSize(item.box, space))
        .height;
    case "image":
      return maxPictureSize(item.box, space).height;
    case "table": {
      let height = item.header ? estimateRowHeight(item.header, item, space) : 0;
      for (const row of item.rows) if (row.kind === "row") height += estimateRowHeight(row, item, space);
      return height;
    }
  }
}

export function estimateRowHeight({ cells }: DrawnRow, { widths }: DrawnTable, space: Size): number {
  let firstColumn = 0;
  let height = 0;
  for (const { colspan, padding, items } of cells) {
    const percent = widths.slice(firstColumn, firstColumn + colspan).reduce((sum, width) => sum + width, 0);
    firstColumn += colspan;
    const width = Math.max((space.width * percent) / 100 - padding.left - padding.right, 1);
    height = Math.max(
      height,
      padding.top + padding.bottom + estimateItemsHeight(items, { width, height: space.height }),
    );
  }
  return height;
}

/** The box of a picture: its own dimensions, limited by the available space. */
export const maxPictureSize = ({ width, height }: MaxSize, space: Size): Size => ({
  width: Math.min(width ?? space.width, space.width),
  height: Math.min(height ?? space.height, space.height),
});
