import { estimateLines } from "#worker/export/documents/textFit.ts";
import { embeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto, type Size } from "#worker/export/orientation.ts";
import { flow, type } from "../pageMetrics.ts";
import type { Box, DrawnItem, DrawnRow, DrawnTable } from "../renderTree.ts";

const millimetresPerPoint = 25.4 / 72;
const millimetresPerInch = 25.4;

/** Estimates the height of items in a column, in millimetres. Errs upwards, because only Word knows its fonts. */
export function itemsHeight(items: readonly DrawnItem[], space: Size): number {
  return items.reduce((sum, item) => sum + itemHeight(item, space) + flow.itemGap, 0);
}

function itemHeight(item: DrawnItem, space: Size): number {
  switch (item.kind) {
    case "text":
      return (
        estimateLines(item.text, item.size, space.width / millimetresPerInch) *
        item.size *
        type.lineHeight *
        millimetresPerPoint
      );
    case "lineBreak":
      return type.emptyLine * type.lineHeight * millimetresPerPoint;
    case "photo":
      return fitInto(embeddedPhoto(item.photo, item.variant).upright, pictureBox(item.box, space)).height;
    case "image":
      return pictureBox(item.box, space).height;
    case "table": {
      let height = item.header ? rowHeight(item.header, item, space) : 0;
      for (const row of item.rows) if (row.kind === "row") height += rowHeight(row, item, space);
      return height;
    }
  }
}

export function rowHeight({ cells }: DrawnRow, { widths }: DrawnTable, space: Size): number {
  let column = 0;
  let height = 0;
  for (const { colspan, padding, items } of cells) {
    const percent = widths.slice(column, column + colspan).reduce((sum, width) => sum + width, 0);
    column += colspan;
    const width = Math.max((space.width * percent) / 100 - padding.left - padding.right, 1);
    height = Math.max(
      height,
      padding.top + padding.bottom + itemsHeight(items, { width, height: space.height }),
    );
  }
  return height;
}

/** The box of a picture: its own dimensions, limited by the available space. */
export const pictureBox = ({ width, height }: Box, space: Size): Size => ({
  width: Math.min(width ?? space.width, space.width),
  height: Math.min(height ?? space.height, space.height),
});
