import { attributeOf, childElements, findChild, textOf, type XmlElement } from "./officeXml.ts";
import { columnLetters, parseCell } from "./sheetReferences.ts";

/** Maps a row of the file to the first of its copies; null if it was left out. */
export type MoveRow = (row: number) => number | null;

/** Moves the comments of a sheet, or the replies to them, with their cells. Those of rows that are left out are removed. */
export function moveComments(root: XmlElement, moveRow: MoveRow): void {
  const list = findChild(root, "commentList") ?? root;
  list.children = childElements(list).filter((comment) => {
    const cell = parseCell(attributeOf(comment, "ref") ?? "");
    if (!cell) return true;
    const row = moveRow(cell.row);
    if (row !== null) comment.attributes.set("ref", `${columnLetters(cell.column)}${row}`);
    return row !== null;
  });
}

/** Moves the boxes in which Excel shows comments: each names its cell, counted from 0, and the corners of its box. */
export function moveCommentBoxes(root: XmlElement, moveRow: MoveRow): void {
  root.children = childElements(root).filter((shape) => {
    const data = findChild(shape, "x:ClientData");
    const position = data && findChild(data, "x:Row");
    if (!position) return true;
    const rowIndex = Number(textOf(position));
    const row = moveRow(rowIndex + 1);
    if (row === null) return false;
    const offset = row - 1 - rowIndex;
    position.children = [String(row - 1)];
    const anchor = findChild(data, "x:Anchor");
    // Column, offset, row and offset of the first corner, then of the second.
    if (anchor)
      anchor.children = [
        textOf(anchor)
          .split(",")
          .map((part, index) => (index % 4 === 2 ? ` ${Math.max(Number(part) + offset, 0)}` : part))
          .join(","),
      ];
    return true;
  });
}
