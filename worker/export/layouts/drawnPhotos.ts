import type { AnyDrawnPage, DrawnBlock, DrawnItem, DrawnPhoto, DrawnRow, RenderTree } from "./renderTree.ts";

/** Lists the photos of parts of a render tree, in drawing order. */

export function* listTreePhotos(tree: RenderTree): Generator<DrawnPhoto> {
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages) yield* listPagePhotos(page);
      return;
    case "EXCEL":
      for (const sheet of tree.sheets)
        if (sheet.kind === "sheet") for (const row of sheet.rows) yield* listRowPhotos(row);
      return;
    default:
      yield* listPhotos([...tree.header, ...tree.footer]);
      yield* listPhotos(tree.blocks);
  }
}

export function listPagePhotos(page: AnyDrawnPage): DrawnPhoto[] {
  if (page.kind === "contents") return [];
  return page.kind === "grid"
    ? page.cells.map(({ photo }) => photo)
    : page.columns.flatMap(({ items }) => [...listPhotos(items)]);
}

export function* listPhotos(items: Iterable<DrawnBlock | DrawnItem>): Generator<DrawnPhoto> {
  for (const item of items) {
    if (item.kind === "photo") yield item;
    if (item.kind !== "table") continue;
    if (item.header) yield* listRowPhotos(item.header);
    for (const row of item.rows) if (row.kind === "row") yield* listRowPhotos(row);
  }
}

export function* listRowPhotos({ cells }: DrawnRow): Generator<DrawnPhoto> {
  for (const { items } of cells) yield* listPhotos(items);
}
