import { volumeStarts } from "../documents/documentVolumes.ts";
import type { PhotoForm } from "../documents/photoEntries.ts";
import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { DrawnBlock, DrawnItem, DrawnPhoto, DrawnRow, DrawnSheet, RenderTree } from "./renderTree.ts";
import { lazy } from "./resolve/iterables.ts";
import type { Resolved } from "./resolve/resolve.ts";
import { withoutEmptyPages } from "./resolve/resolveFlow.ts";

/** Cuts the drawn tree into documents that programs can open. Pages, blocks, and rows of tables and sheets stay whole. */

/** A photo and the variant that is embedded. */
export interface VolumePhoto {
  photo: PlannedPhoto;
  variant: PhotoForm;
}

export interface DrawnVolume {
  /** From 1 to count. */
  number: number;
  count: number;
  drawn: RenderTree;
  /** Each once, in drawing order. */
  photos: readonly VolumePhoto[];
}

/** Cuts a tree into volumes. Walks it once to weigh the photos, unless it has none. */
export function drawnVolumes({ drawn, showsPhotos }: Pick<Resolved, "drawn" | "showsPhotos">): DrawnVolume[] {
  if (!showsPhotos) return [{ number: 1, count: 1, drawn, photos: [] }];
  const { photos, sizes } = photosByUnit(drawn);
  const starts = volumeStarts(
    photos.map((photo) =>
      photo.map(({ photo, variant }) => ({ identity: `${photo.id} ${variant}`, size: photo[variant].size })),
    ),
  );
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? photos.length;
    return {
      number: index + 1,
      count: starts.length,
      drawn: starts.length === 1 ? drawn : sliceOf(drawn, sizes, from, to),
      photos: onceEach([...edgePhotos(drawn), ...photos.slice(from, to).flat()]),
    };
  });
}

function onceEach(photos: readonly DrawnPhoto[]): VolumePhoto[] {
  const found = new Map<string, VolumePhoto>();
  for (const { photo, variant } of photos) found.set(`${photo.id} ${variant}`, { photo, variant });
  return [...found.values()];
}

const edgePhotos = (tree: RenderTree): DrawnPhoto[] =>
  tree.type === "WORD" || tree.type === "WORD_TO_PDF"
    ? [...photosOf(tree.header), ...photosOf(tree.footer)]
    : [];

/** The photos of every unit (a page, row or block that is never split), and the number of units of each page, sheet or block. */
function photosByUnit(tree: RenderTree): { photos: DrawnPhoto[][]; sizes: number[] } {
  const photos: DrawnPhoto[][] = [];
  const sizes: number[] = [];
  const addUnit = (found: Iterable<DrawnPhoto>) => {
    photos.push([...found]);
    sizes.push(1);
  };
  const rows = (all: Iterable<DrawnRow | { kind: "pageBreak" }>, first: Iterable<DrawnPhoto>) => {
    const before = photos.length;
    const heading = [...first];
    for (const row of all) photos.push(row.kind === "row" ? [...photosOfRow(row)] : []);
    if (photos.length === before) photos.push([]);
    photos[before]?.push(...heading);
    sizes.push(photos.length - before);
  };
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages)
        addUnit(
          page.kind === "grid"
            ? page.cells.map(({ photo }) => photo)
            : page.columns.flatMap(({ items }) => [...photosOf(items)]),
        );
      break;
    case "EXCEL":
      for (const sheet of tree.sheets) rows(sheet.rows, []);
      break;
    default:
      for (const block of tree.blocks)
        if (block.kind === "table") rows(block.rows, block.header ? photosOfRow(block.header) : []);
        else addUnit(photosOf([block]));
  }
  return { photos, sizes };
}

function* photosOf(items: Iterable<DrawnBlock | DrawnItem>): Generator<DrawnPhoto> {
  for (const item of items) {
    if (item.kind === "photo") yield item;
    if (item.kind !== "table") continue;
    if (item.header) yield* photosOfRow(item.header);
    for (const row of item.rows) if (row.kind === "row") yield* photosOfRow(row);
  }
}

function* photosOfRow({ cells }: DrawnRow): Generator<DrawnPhoto> {
  for (const { items } of cells) yield* photosOf(items);
}

/** The units [from, to) of a tree. */
function sliceOf(tree: RenderTree, sizes: readonly number[], from: number, to: number): RenderTree {
  switch (tree.type) {
    case "POWERPOINT":
      return { ...tree, pages: lazy(() => sliced(tree.pages, from, to)) };
    case "PDF":
      return { ...tree, pages: lazy(() => sliced(tree.pages, from, to)) };
    case "EXCEL":
      return { ...tree, sheets: lazy(() => sliceItems(tree.sheets, sizes, { from, to }, sheetPart)) };
    default:
      return {
        ...tree,
        blocks: lazy(() => withoutEmptyPages(sliceItems(tree.blocks, sizes, { from, to }, blockPart))),
      };
  }
}

function* sliced<T>(all: Iterable<T>, from: number, to: number): Generator<T> {
  let index = 0;
  for (const item of all) {
    if (index >= to) return;
    if (index >= from) yield item;
    index++;
  }
}

/** The items in a range of units; `part` cuts those that are only partly in it. */
function* sliceItems<T>(
  all: Iterable<T>,
  sizes: readonly number[],
  { from, to }: { from: number; to: number },
  part: (item: T, from: number, to: number) => T,
): Generator<T> {
  let start = 0;
  let index = 0;
  for (const item of all) {
    const end = start + (sizes[index] ?? 1);
    if (start >= to) return;
    if (start >= from && end <= to) yield item;
    else if (end > from) yield part(item, Math.max(from - start, 0), to - start);
    start = end;
    index++;
  }
}

const sheetPart = (sheet: DrawnSheet, from: number, to: number): DrawnSheet => ({
  ...sheet,
  rows: lazy(() => sliced(sheet.rows, from, to)),
});

const blockPart = (block: DrawnBlock, from: number, to: number): DrawnBlock =>
  block.kind === "table" ? { ...block, rows: lazy(() => sliced(block.rows, from, to)) } : block;
