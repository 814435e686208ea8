import type { AnyDrawnPage, DrawnBlock, DrawnItem, DrawnPhoto, DrawnRow } from "./renderTree.ts";

/** Lists the photos of parts of a render tree, in drawing order. */

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
