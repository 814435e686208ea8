import type { GrammarNode } from "#domain/layout/grammar.ts";
import type { DrawnCell, DrawnTable, DrawnText } from "../renderTree.ts";
import { readColor, readFlag, readNumber } from "./nodeParams.ts";

/** Parts of items that several nodes share. */

/** A border; null if a node specifies neither its width nor its colour. */
export function readBorder(params: GrammarNode["params"]): DrawnCell["border"] {
  const width = readNumber(params, "BORDER_WIDTH", 0, 20);
  const color = readColor(params, "BORDER_COLOR");
  return width === null && color === null ? null : { width: width ?? 0.5, color: color ?? "#000000" };
}

/** Borders and backgrounds of a table. */
export const tableStyle = (
  params: GrammarNode["params"],
): Pick<DrawnTable, "borders" | "headerBackground" | "rowBackground"> => ({
  borders: !readFlag(params, "REMOVE_BORDERS", false),
  headerBackground: readColor(params, "HEADER_BACKGROUND_COLOR"),
  rowBackground: readColor(params, "ROW_BACKGROUND_COLOR"),
});

/** Sizes of the headings that the layout does not style, by their level. Points. */
export const headingSizes = [16, 14, 12] as const;

/** A heading that the layout does not style. */
export const createHeading = (node: string, text: string, level: number): DrawnText => ({
  ...createPlainText(node, text, true, headingSizes[level - 1] ?? headingSizes.at(-1)!),
  level,
});

/** A text that the layout does not style: the default of new texts. */
export const createPlainText = (node: string, text: string, bold = false, size = 11): DrawnText => ({
  kind: "text",
  node,
  text,
  size,
  color: "#000000",
  bold,
  italic: false,
  alignment: "LEFT",
  font: "HELVETICA",
  position: null,
});
