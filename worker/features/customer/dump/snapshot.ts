import type { Database } from "#worker/db/database.ts";
import { localMinute, zipDate } from "#worker/export/dates.ts";
import { safeName, splitName, UniquePaths } from "#worker/export/safeNames.ts";
import { photoKey } from "#worker/media/keys.ts";
import {
  type DocumentationRow,
  nextDocumentations,
  type PhotoRow,
  photoPages,
  photosOf,
  type RefusedRow,
  refusedPhotos,
} from "./dumpRows.ts";
import type { DumpIndex, DumpTotals, PlannedEntry } from "./dumpStore.ts";
import { csvRow, dumpTexts } from "./dumpTexts.ts";

/** An event while documentations are frozen, in order. */
export type SnapshotStep =
  | { kind: "photo"; entry: PlannedEntry }
  /** A row of the list: a photo that is missing, or whose name was shortened. */
  | { kind: "missing"; row: string }
  /** The end of a documentation. */
  | { kind: "documentation"; position: { dateCreated: string; seq: number }; totals: DumpTotals };

/** Page sizes of reading documentations and photos. */
const documentationsPerRead = 500;
const photosPerRead = 1000;

/** Maximum bytes of names, so that no path has more than 180 characters: the folder's also has a day and a number. */
const [maxFolderBytes, maxPhotoBytes] = [72, 72];

/** Freezes documentations one by one, from the index's position to its horizon. */
export async function* snapshot(
  db: Database,
  customerId: number,
  index: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  for (let { after } = index; ; ) {
    const read = await nextDocumentations(db, customerId, index.horizon, after, documentationsPerRead);
    for (const group of groupsOf(read)) yield* freezeGroup(db, customerId, group, index);
    if (read.length < documentationsPerRead) return;
    after = read.at(-1)!;
  }
}

/** Groups documentations whose photos are read in one query. A large documentation is alone in its group and read in pages. */
function* groupsOf(rows: readonly DocumentationRow[]): Generator<DocumentationRow[]> {
  let group: DocumentationRow[] = [];
  let photos = 0;
  for (const row of rows) {
    const expected = Math.max(row.announced, row.arrived);
    if (group.length > 0 && photos + expected > photosPerRead) {
      yield group;
      group = [];
      photos = 0;
    }
    group.push(row);
    photos += expected;
  }
  if (group.length > 0) yield group;
}

async function* freezeGroup(
  db: Database,
  customerId: number,
  group: readonly DocumentationRow[],
  index: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  const ids = group.map(({ id }) => id);
  const refused = Map.groupBy(await refusedPhotos(db, customerId, ids), (row) => row.documentationId);
  const [single] = group;
  if (group.length === 1 && single) {
    const pages = photoPages(db, customerId, single.id, photosPerRead);
    yield* freezeDocumentation(customerId, single, pages, refused.get(single.id) ?? [], index);
    return;
  }
  const photos = Map.groupBy(await photosOf(db, customerId, ids), (row) => row.documentationId);
  for (const row of group)
    yield* freezeDocumentation(customerId, row, [photos.get(row.id) ?? []], refused.get(row.id) ?? [], index);
}

async function* freezeDocumentation(
  customerId: number,
  documentation: DocumentationRow,
  pages: AsyncIterable<PhotoRow[]> | Iterable<PhotoRow[]>,
  refused: readonly RefusedRow[],
  { language }: DumpIndex,
): AsyncGenerator<SnapshotStep> {
  const texts = dumpTexts(language);
  const { seq, name, dateCreated } = documentation;
  const day = localMinute(dateCreated).slice(0, 10);
  const folderNameOf = (bytes: number) => safeName(name, texts.documentation, bytes);
  const folder = `${folderNameOf(maxFolderBytes)}_${day}_${seq}/`;
  const isFolderShortened = folderNameOf(maxFolderBytes) !== folderNameOf(Number.POSITIVE_INFINITY);
  const paths = new UniquePaths();
  const refusals = new Map(refused.map((row) => [row.targetId, row]));
  const totals: DumpTotals = { documentations: 1, empty: 0, included: 0, missing: 0, bytes: 0 };
  const missing = (photo: string, photoId: string, reason: string, count = 1): SnapshotStep => {
    totals.missing += count;
    return { kind: "missing", row: csvRow([seq, name, day, photo, photoId, reason]) };
  };
  const reasonText = (reason: string | null | undefined) => {
    const code = reason ?? "notUploaded";
    return texts.reasons[code] ?? code;
  };
  for await (const page of pages)
    for (const photo of page) {
      const refusal = refusals.get(photo.id);
      refusals.delete(photo.id);
      if (!photo.hasData) yield missing(photo.name, photo.id, reasonText(refusal?.reason));
      else if (!photo.etag || photo.crc32 === null) yield missing(photo.name, photo.id, texts.damaged);
      else {
        const stemOf = (bytes: number) =>
          splitName(`${photo.name.replace(/\.jpe?g$/i, "")}.jpg`, texts.photo, bytes).stem;
        const stem = stemOf(maxPhotoBytes);
        const path = paths.take(folder, stem, ".jpg");
        if (isFolderShortened || stem !== stemOf(Number.POSITIVE_INFINITY))
          yield {
            kind: "missing",
            row: csvRow([seq, name, day, photo.name, photo.id, texts.shortened(path)]),
          };
        totals.included += 1;
        totals.bytes += photo.dataSize;
        yield {
          kind: "photo",
          entry: {
            name: path,
            key: photoKey(String(customerId), photo.id, "original", photo.revision),
            etag: photo.etag,
            size: photo.dataSize,
            crc32: photo.crc32,
            modified: zipDate(photo.dateCreated),
          },
        };
      }
    }
  for (const { name: photo, targetId, reason } of refusals.values())
    yield missing(photo, targetId, reasonText(reason));
  const neverReceived = documentation.announced - totals.included - totals.missing;
  if (neverReceived > 0) yield missing("", "", texts.unnamed(neverReceived), neverReceived);
  if (totals.included + totals.missing === 0) {
    totals.empty = 1;
    yield { kind: "missing", row: csvRow([seq, name, day, "", "", texts.noPhotos]) };
  }
  yield { kind: "documentation", position: { dateCreated, seq }, totals };
}
