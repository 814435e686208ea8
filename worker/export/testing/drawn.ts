import type { DrawnBlock, DrawnItem, DrawnPhoto, DrawnText, RenderTree } from "../layouts/renderTree.ts";

type DrawnNode = DrawnBlock | ReturnType<typeof pagesOf>[number];

const pagesOf = (drawn: RenderTree) =>
  drawn.type === "POWERPOINT" || drawn.type === "PDF" ? [...drawn.pages] : [];

/** All items of a render tree in reading order, without their containers. */
export function* itemsOf(drawn: RenderTree): Generator<DrawnItem> {
  switch (drawn.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of drawn.pages) yield* itemsWithin(page);
      return;
    case "EXCEL":
      for (const sheet of drawn.sheets)
        for (const row of sheet.rows) for (const cell of row.cells) yield* itemsIn(cell.items);
      return;
    default:
      yield* itemsIn(drawn.header);
      for (const block of drawn.blocks) yield* itemsWithin(block);
      yield* itemsIn(drawn.footer);
  }
}

function* itemsIn(items: Iterable<DrawnNode>): Generator<DrawnItem> {
  for (const item of items) yield* itemsWithin(item);
}

function* itemsWithin(node: DrawnNode): Generator<DrawnItem> {
  switch (node.kind) {
    case "page":
      for (const column of node.columns) yield* itemsIn(column.items);
      return;
    case "grid":
      for (const { photo } of node.cells) yield photo;
      return;
    case "table":
      yield node;
      for (const row of node.header ? [node.header, ...node.rows] : node.rows)
        if (row.kind === "row") for (const cell of row.cells) yield* itemsIn(cell.items);
      return;
    case "pageBreak":
    case "mark":
      return;
    default:
      yield node;
  }
}

export const textsIn = (drawn: RenderTree): string[] =>
  [...itemsOf(drawn)].filter((item): item is DrawnText => item.kind === "text").map(({ text }) => text);

export const photosIn = (drawn: RenderTree): DrawnPhoto[] =>
  [...itemsOf(drawn)].filter((item): item is DrawnPhoto => item.kind === "photo");
