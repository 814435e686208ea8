import type {
  DrawnBlock,
  DrawnItem,
  DrawnPhoto,
  DrawnSheet,
  DrawnText,
  RenderTree,
} from "../layouts/renderTree.ts";

type DrawnNode = DrawnBlock | ReturnType<typeof pagesOf>[number];

const pagesOf = (tree: RenderTree) =>
  tree.type === "POWERPOINT" || tree.type === "PDF" ? [...tree.pages] : [];

/** The sheets of a tree, without its CONTENTS. */
export const sheetsOf = (tree: RenderTree): DrawnSheet[] =>
  tree.type === "EXCEL" ? [...tree.sheets].filter((sheet) => sheet.kind === "sheet") : [];

/** All items of a render tree in reading order, without their containers. */
export function* itemsOf(tree: RenderTree): Generator<DrawnItem> {
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages) yield* itemsWithin(page);
      return;
    case "EXCEL":
      for (const sheet of sheetsOf(tree))
        for (const row of sheet.rows) for (const cell of row.cells) yield* itemsIn(cell.items);
      return;
    default:
      yield* itemsIn(tree.header);
      for (const block of tree.blocks) yield* itemsWithin(block);
      yield* itemsIn(tree.footer);
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
    case "contents":
      return;
    default:
      yield node;
  }
}

export const textsIn = (tree: RenderTree): string[] =>
  [...itemsOf(tree)].filter((item): item is DrawnText => item.kind === "text").map(({ text }) => text);

export const photosIn = (tree: RenderTree): DrawnPhoto[] =>
  [...itemsOf(tree)].filter((item): item is DrawnPhoto => item.kind === "photo");
