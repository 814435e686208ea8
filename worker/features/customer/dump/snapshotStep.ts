import type { Database } from "#worker/db/database.ts";
import { createCsvRow } from "#worker/export/csvRow.ts";
import { formatLocalMinute, zipDate } from "#worker/export/dates.ts";
import { splitName, toSafeName, UniquePaths } from "#worker/export/safeNames.ts";
import { createPhotoKey } from "#worker/media/photoKeys.ts";
import {
  type DocumentationRow,
  listNextDocumentations,
  listPhotoPages,
  listPhotos,
  listRefusedPhotos,
  type PhotoRow,
  type RefusedPhotoRow,
} from "./dumpRows.ts";
import type { DumpIndex, DumpTotals, PlannedEntry } from "./dumpStore.ts";
import { getDumpTexts } from "./dumpTexts.ts";

/** A step of the snapshot, in order. */
export type SnapshotStep =
  | { kind: "photo"; entry: PlannedEntry }
  /** A row of the list: a photo that is missing, or whose name was shortened. */
  | { kind: "missing"; row: string }
  /** The end of a documentation. */
  | { kind: "documentation"; position: { dateCreated: string; seq: number }; totals: DumpTotals };

/** Page sizes for reading documentations and photos. */
const documentationsPerRead = 500;
const photosPerRead = 1000;

/** Maximum bytes of names, so that no path has more than 180 characters. Folder names also contain a day and a number. */
const [maxFolderBytes, maxPhotoBytes] = [72, 72];

/** Takes a snapshot of the documentations one by one, from the index's position up to its last documentation. */
export async function* listSnapshotSteps(
  db: Database,
  customerId: number,
  index: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  for (let { after: position } = index; ; ) {
    const documentations = await listNextDocumentations(
      db,
      customerId,
      index.horizon,
      position,
      documentationsPerRead,
    );
    for (const group of groupByPhotoCount(documentations))
      yield* listGroupSteps(db, customerId, group, index);
    if (documentations.length < documentationsPerRead) return;
    position = documentations.at(-1)!;
  }
}

/** Groups documentations whose photos are read in one query. A large documentation is alone in its group and read in pages. */
function* groupByPhotoCount(rows: readonly DocumentationRow[]): Generator<DocumentationRow[]> {
  let group: DocumentationRow[] = [];
  let photoCount = 0;
  for (const row of rows) {
    const expectedPhotoCount = Math.max(row.announced, row.arrived);
    if (group.length > 0 && photoCount + expectedPhotoCount > photosPerRead) {
      yield group;
      group = [];
      photoCount = 0;
    }
    group.push(row);
    photoCount += expectedPhotoCount;
  }
  if (group.length > 0) yield group;
}

async function* listGroupSteps(
  db: Database,
  customerId: number,
  group: readonly DocumentationRow[],
  index: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  const ids = group.map(({ id }) => id);
  const refusedPhotos = Map.groupBy(
    await listRefusedPhotos(db, customerId, ids),
    (row) => row.documentationId,
  );
  const [onlyDocumentation] = group;
  if (group.length === 1 && onlyDocumentation) {
    const pages = listPhotoPages(db, customerId, onlyDocumentation.id, photosPerRead);
    yield* listDocumentationSteps(
      customerId,
      onlyDocumentation,
      pages,
      refusedPhotos.get(onlyDocumentation.id) ?? [],
      index,
    );
    return;
  }
  const photos = Map.groupBy(await listPhotos(db, customerId, ids), (row) => row.documentationId);
  for (const row of group)
    yield* listDocumentationSteps(
      customerId,
      row,
      [photos.get(row.id) ?? []],
      refusedPhotos.get(row.id) ?? [],
      index,
    );
}

async function* listDocumentationSteps(
  customerId: number,
  documentation: DocumentationRow,
  pages: AsyncIterable<PhotoRow[]> | Iterable<PhotoRow[]>,
  refusedPhotos: readonly RefusedPhotoRow[],
  { language }: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  const texts = getDumpTexts(language);
  const { seq, name, dateCreated } = documentation;
  const day = formatLocalMinute(dateCreated).slice(0, 10);
  const folderNameOf = (bytes: number) => toSafeName(name, texts.documentation, bytes);
  const folder = `${folderNameOf(maxFolderBytes)}_${day}_${seq}/`;
  const isFolderShortened = folderNameOf(maxFolderBytes) !== folderNameOf(Number.POSITIVE_INFINITY);
  const paths = new UniquePaths();
  const refusals = new Map(refusedPhotos.map((row) => [row.targetId, row]));
  const totals: DumpTotals = { documentations: 1, empty: 0, included: 0, missing: 0, bytes: 0 };
  const createMissingStep = (photoName: string, photoId: string, reason: string, count = 1): SnapshotStep => {
    totals.missing += count;
    return { kind: "missing", row: createCsvRow([seq, name, day, photoName, photoId, reason]) };
  };
  const reasonTextOf = (reason: string | null | undefined) => {
    const code = reason ?? "notUploaded";
    return texts.reasons[code] ?? code;
  };
  for await (const page of pages)
    for (const photo of page) {
      const refusal = refusals.get(photo.id);
      refusals.delete(photo.id);
      if (!photo.hasData) yield createMissingStep(photo.name, photo.id, reasonTextOf(refusal?.reason));
      else if (!photo.etag || photo.crc32 === null)
        yield createMissingStep(photo.name, photo.id, texts.damaged);
      else {
        const stemOf = (bytes: number) =>
          splitName(`${photo.name.replace(/\.jpe?g$/i, "")}.jpg`, texts.photo, bytes).stem;
        const stem = stemOf(maxPhotoBytes);
        const path = paths.reserve(folder, stem, ".jpg");
        if (isFolderShortened || stem !== stemOf(Number.POSITIVE_INFINITY))
          yield {
            kind: "missing",
            row: createCsvRow([seq, name, day, photo.name, photo.id, texts.shortened(path)]),
          };
        totals.included += 1;
        totals.bytes += photo.dataSize;
        yield {
          kind: "photo",
          entry: {
            name: path,
            key: createPhotoKey(String(customerId), photo.id, "original", photo.revision),
            etag: photo.etag,
            size: photo.dataSize,
            crc32: photo.crc32,
            modified: zipDate(photo.dateCreated),
          },
        };
      }
    }
  for (const { name: photo, targetId, reason } of refusals.values())
    yield createMissingStep(photo, targetId, reasonTextOf(reason));
  const neverReceivedCount = documentation.announced - totals.included - totals.missing;
  if (neverReceivedCount > 0)
    yield createMissingStep("", "", texts.unnamed(neverReceivedCount), neverReceivedCount);
  if (totals.included + totals.missing === 0) {
    totals.empty = 1;
    yield { kind: "missing", row: createCsvRow([seq, name, day, "", "", texts.noPhotos]) };
  }
  yield { kind: "documentation", position: { dateCreated, seq }, totals };
}
