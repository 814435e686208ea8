import type { LayoutNode } from "#domain/layout/node.ts";
import type { IndexedPhoto } from "./documentationIndex.ts";
import { chunk, memoize } from "./iterables.ts";
import { enterPhoto, listPhotos, type Scope } from "./resolveScope.ts";

/**
 * PHOTOs in neighbouring columns of a row, slide or page draw successive photos. A column without a PHOTO describes the photo of the
 * column before it or, in a row that begins with such a column, after it.
 */

const isDivided = ({ type }: LayoutNode): boolean =>
  type === "SLIDE" || type === "PAGE" || type === "ROW" || type === "TABLE_ROW";
const isColumn = ({ type }: LayoutNode): boolean => type === "COLUMN" || type === "TABLE_CELL";

/** Nodes whose contents visit other photos. */
const hasOwnPhotos = ({ type }: LayoutNode): boolean =>
  type === "EACH" || type === "TASK" || type === "CHILD";

const hasPhoto = (node: LayoutNode): boolean =>
  node.type === "PHOTO" || (!hasOwnPhotos(node) && node.children.some(hasPhoto));

const columnsWithPhotos = memoize((row: LayoutNode): boolean[] =>
  row.children.filter(isColumn).map(hasPhoto),
);

/** The number of columns of a row, slide or page that draw a photo. */
export const countPhotoColumns = (row: LayoutNode): number => columnsWithPhotos(row).filter(Boolean).length;

/** The number of photos that the rows, slides or pages below a node draw next to each other; at least 1. */
export const photosPerRow = memoize((node: LayoutNode): number =>
  Math.max(
    1,
    ...node.children.map((child) =>
      isDivided(child) ? countPhotoColumns(child) : hasOwnPhotos(child) ? 1 : photosPerRow(child),
    ),
  ),
);

/** The photos that are drawn next to each other: those of one documentation, whose label is above them all. */
export const chunkIntoRows = (photos: Iterable<IndexedPhoto>, size: number): Generator<IndexedPhoto[]> =>
  chunk(photos, size, (a, b) => a.documentation === b.documentation);

/** The index of the photo of each column, among those next to each other. */
const photoIndexes = memoize((row: LayoutNode): number[] => {
  const columns = columnsWithPhotos(row);
  const count = countPhotoColumns(row);
  const startsWithPhoto = columns[0] ?? false;
  let seenCount = 0;
  return columns.map((isPhotoColumn) => {
    const index = isPhotoColumn || !startsWithPhoto ? seenCount : seenCount - 1;
    if (isPhotoColumn) seenCount += 1;
    return Math.min(index, count - 1);
  });
});

/** The scope of a column without a photo: it keeps its own texts and visits nothing. */
const withoutPhoto = (scope: Scope, { documentation }: IndexedPhoto): Scope => ({
  ...scope,
  subject: { kind: "matchedTask", matchedTask: { tasks: [] } },
  documentations: [documentation],
  group: null,
  task: null,
  photo: null,
  photoRow: null,
});

/** The scope of each column of a row, slide or page. */
export function columnScopes(row: LayoutNode, scope: Scope): (index: number) => Scope {
  const { photoRow, pair } = scope;
  const columnCount = row.children.filter(isColumn).length;
  const count = countPhotoColumns(row);
  if (pair) return () => scope;
  if (!photoRow) {
    if (count < 2 || scope.photo) return () => scope;
    return (index) => ({ ...scope, photoShare: { index: photoIndexes(row)[index] ?? 0, count } });
  }
  // A row of texts below a row of as many photos.
  const isCaptionRow = count === 0 && columnCount === photoRow.size;
  if (count < 2 && !isCaptionRow) return () => scope;
  return (index) => {
    const photoIndex = isCaptionRow ? index : (photoIndexes(row)[index] ?? 0);
    const photo = photoRow.list[photoIndex];
    return photo ? enterPhoto(scope, photo) : withoutPhoto(scope, photoRow.list[0]!);
  };
}

/** The photos in scope that belong to the column. */
export function* sharedPhotos(scope: Scope): Generator<IndexedPhoto> {
  const { photoShare: share } = scope;
  let index = 0;
  for (const photo of listPhotos(scope)) {
    if (!share || index % share.count === share.index) yield photo;
    index += 1;
  }
}
