import type { DrawnBlock, DrawnItem, DrawnPhoto, DrawnText, RenderTree } from "../layouts/renderTree.ts";

type Anything = DrawnBlock | ReturnType<typeof pagesOf>[number];

const pagesOf = (drawn: RenderTree) =>
  drawn.type === "POWERPOINT" || drawn.type === "PDF" ? [...drawn.pages] : [];

/** Everything that a tree draws, in reading order, out of whatever holds it. */
export function* itemsOf(drawn: RenderTree): Generator<DrawnItem> {
  switch (drawn.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of drawn.pages) yield* within(page);
      return;
    case "EXCEL":
      for (const sheet of drawn.sheets)
        for (const row of sheet.rows) for (const cell of row.cells) yield* itemsIn(cell.items);
      return;
    default:
      yield* itemsIn(drawn.header);
      for (const block of drawn.blocks) yield* within(block);
      yield* itemsIn(drawn.footer);
  }
}

function* itemsIn(items: Iterable<Anything>): Generator<DrawnItem> {
  for (const item of items) yield* within(item);
}

function* within(thing: Anything): Generator<DrawnItem> {
  switch (thing.kind) {
    case "page":
      for (const column of thing.columns) yield* itemsIn(column.items);
      return;
    case "grid":
      for (const { photo } of thing.cells) yield photo;
      return;
    case "table":
      yield thing;
      for (const row of thing.header ? [thing.header, ...thing.rows] : thing.rows)
        if (row.kind === "row") for (const cell of row.cells) yield* itemsIn(cell.items);
      return;
    case "pageBreak":
    case "mark":
      return;
    default:
      yield thing;
  }
}

export const textsIn = (drawn: RenderTree): string[] =>
  [...itemsOf(drawn)].filter((item): item is DrawnText => item.kind === "text").map(({ text }) => text);

export const photosIn = (drawn: RenderTree): DrawnPhoto[] =>
  [...itemsOf(drawn)].filter((item): item is DrawnPhoto => item.kind === "photo");
