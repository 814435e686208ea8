import { findVolumeStarts } from "../documents/documentVolumes.ts";
import type { PhotoForm } from "../documents/photoEntries.ts";
import type { PlannedPhoto } from "../exportPlanTypes.ts";
import { listPagePhotos, listPhotos, listRowPhotos } from "./drawnPhotos.ts";
import type {
  DrawnBlock,
  DrawnContents,
  DrawnPhoto,
  DrawnRow,
  DrawnSheet,
  RenderTree,
} from "./renderTree.ts";
import { createLazyIterable } from "./resolve/iterables.ts";
import type { ResolvedLayout } from "./resolve/resolve.ts";
import { dropEmptyPages } from "./resolve/resolveFlow.ts";

/** Cuts the drawn tree into documents that programs can open. Pages, blocks, and rows of tables and sheets stay whole. */

/** A photo and the variant that is embedded. */
export interface VolumePhoto {
  photo: PlannedPhoto;
  variant: PhotoForm;
}

export interface TreeVolume {
  /** From 1 to count. */
  number: number;
  count: number;
  drawn: RenderTree;
  /** Each once, in drawing order. */
  photos: readonly VolumePhoto[];
}

/** Cuts a tree into volumes. Walks it once to add up the sizes of the photos, unless it has none. */
export function splitIntoVolumes({
  drawn,
  showsPhotos,
}: Pick<ResolvedLayout, "drawn" | "showsPhotos">): TreeVolume[] {
  if (!showsPhotos) return [{ number: 1, count: 1, drawn, photos: [] }];
  const { photos, unitCounts } = photosByUnit(drawn);
  const starts = findVolumeStarts(
    photos.map((photo) =>
      photo.map(({ photo, variant }) => ({ identity: `${photo.id} ${variant}`, size: photo[variant].size })),
    ),
  );
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? photos.length;
    return {
      number: index + 1,
      count: starts.length,
      drawn: starts.length === 1 ? drawn : sliceTree(drawn, unitCounts, start, end),
      photos: uniquePhotos([...headerAndFooterPhotos(drawn), ...photos.slice(start, end).flat()]),
    };
  });
}

function uniquePhotos(photos: readonly DrawnPhoto[]): VolumePhoto[] {
  const photosByKey = new Map<string, VolumePhoto>();
  for (const { photo, variant } of photos) photosByKey.set(`${photo.id} ${variant}`, { photo, variant });
  return [...photosByKey.values()];
}

const headerAndFooterPhotos = (tree: RenderTree): DrawnPhoto[] =>
  tree.type === "WORD" || tree.type === "WORD_TO_PDF"
    ? [...listPhotos(tree.header), ...listPhotos(tree.footer)]
    : [];

/** The photos of every unit (a page, row or block that is never split), and the number of units of each page, sheet or block. */
function photosByUnit(tree: RenderTree): { photos: DrawnPhoto[][]; unitCounts: number[] } {
  const photos: DrawnPhoto[][] = [];
  const unitCounts: number[] = [];
  const addUnit = (unitPhotos: Iterable<DrawnPhoto>) => {
    photos.push([...unitPhotos]);
    unitCounts.push(1);
  };
  const addRows = (rows: Iterable<DrawnRow | { kind: "pageBreak" }>, headerPhotos: Iterable<DrawnPhoto>) => {
    const firstUnit = photos.length;
    const firstPhotos = [...headerPhotos];
    for (const row of rows) photos.push(row.kind === "row" ? [...listRowPhotos(row)] : []);
    if (photos.length === firstUnit) photos.push([]);
    photos[firstUnit]?.push(...firstPhotos);
    unitCounts.push(photos.length - firstUnit);
  };
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages) addUnit(listPagePhotos(page));
      break;
    case "EXCEL":
      for (const sheet of tree.sheets) {
        if (sheet.kind === "contents") addUnit([]);
        else addRows(sheet.rows, []);
      }
      break;
    default:
      for (const block of tree.blocks)
        if (block.kind === "table") addRows(block.rows, block.header ? listRowPhotos(block.header) : []);
        else addUnit(listPhotos([block]));
  }
  return { photos, unitCounts };
}

/** The units from `start` up to `end` of a tree. */
function sliceTree(tree: RenderTree, unitCounts: readonly number[], start: number, end: number): RenderTree {
  switch (tree.type) {
    case "POWERPOINT":
      return { ...tree, pages: createLazyIterable(() => slice(tree.pages, start, end)) };
    case "PDF":
      return { ...tree, pages: createLazyIterable(() => slice(tree.pages, start, end)) };
    case "EXCEL":
      return {
        ...tree,
        sheets: createLazyIterable(() =>
          sliceItems(tree.sheets, unitCounts, { from: start, to: end }, sliceSheet),
        ),
      };
    default:
      return {
        ...tree,
        blocks: createLazyIterable(() =>
          dropEmptyPages(sliceBlocks(tree.blocks, unitCounts, { from: start, to: end })),
        ),
      };
  }
}

/** Contents are repeated in the documents that follow: each lists its own headings. */
const isContents = ({ kind }: { kind: string }): boolean => kind === "contents";

function* slice<T extends { kind: string }>(items: Iterable<T>, start: number, end: number): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index >= end) return;
    if (index >= start || isContents(item)) yield item;
    index++;
  }
}

/** The items in a range of units; `slicePart` cuts items that are only partly in it. */
function* sliceItems<T extends { kind: string }>(
  items: Iterable<T>,
  unitCounts: readonly number[],
  { from, to }: { from: number; to: number },
  slicePart: (item: T, start: number, end: number) => T,
): Generator<T> {
  let start = 0;
  let index = 0;
  for (const item of items) {
    const end = start + (unitCounts[index] ?? 1);
    if (start >= to) return;
    if ((start >= from && end <= to) || isContents(item)) yield item;
    else if (end > from) yield slicePart(item, Math.max(from - start, 0), to - start);
    start = end;
    index++;
  }
}

/** The blocks in a range of units, after the break that makes their pages landscape. */
function* sliceBlocks(
  blocks: Iterable<DrawnBlock>,
  unitCounts: readonly number[],
  range: { from: number; to: number },
): Generator<DrawnBlock> {
  let start = 0;
  let pageBreak: DrawnBlock | null = null;
  let index = 0;
  for (const block of blocks) {
    if (start >= range.from) break;
    if (block.kind === "pageBreak") pageBreak = block;
    start += unitCounts[index++] ?? 1;
  }
  if (pageBreak) yield pageBreak;
  yield* sliceItems(blocks, unitCounts, range, sliceBlock);
}

const sliceSheet = (
  sheet: DrawnSheet | DrawnContents,
  start: number,
  end: number,
): DrawnSheet | DrawnContents =>
  sheet.kind === "contents"
    ? sheet
    : { ...sheet, rows: createLazyIterable(() => slice(sheet.rows, start, end)) };

const sliceBlock = (block: DrawnBlock, start: number, end: number): DrawnBlock =>
  block.kind === "table"
    ? { ...block, rows: createLazyIterable(() => slice(block.rows, start, end)) }
    : block;
