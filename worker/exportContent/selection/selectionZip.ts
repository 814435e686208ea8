import { sql } from "drizzle-orm";
import { z } from "zod";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { maxZipDocumentations, maxZipPhotos } from "#domain/documentation/zipLimits.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { ZipPreview } from "#domain/endpoints/documentation/zip.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { number, selectRow, selectRows, uuid } from "#worker/db/rows.ts";
import { selection } from "#worker/db/schema/index.ts";
import type { Scope } from "#worker/db/scope.ts";
import { planTempFile } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { replaceCodes } from "#worker/export/replacement.ts";
import { type Filter, visibleCondition } from "#worker/listQuery/filter.ts";
import { summaryColumns } from "#worker/listQuery/projection.ts";
import { createMatchSource, createSearch } from "#worker/listQuery/queryStrategy.ts";
import {
  createMissingItem,
  createMissingWithheld,
  createPhotoPlanner,
  type ExportReader,
  findLatestInstant,
  planFile,
} from "../exportPlan.ts";
import { combineDocumentations, planMember } from "../groupExportPlan.ts";
import { listTempFiles, loadDocumentationContents } from "../multiDocumentation.ts";
import { groupReplacementTexts } from "../replacementTexts.ts";
import { findSelection, spansCustomers } from "./storedSelection.ts";

interface ZipRequest {
  ids: readonly string[];
  /** A filter instead of ids. */
  matching: Filter | null;
}

/** The visible documentations among the ids, oldest first. */
const listVisibleDocumentations = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<DocumentationSummary[]> =>
  selectRows(
    db,
    summaryColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")} JOIN template t ON t.id = d.template_id
      WHERE ${visibleCondition(scope, { customerId: undefined, showHidden: true })} ORDER BY d.date_created, d.id`,
  );

/** The documentations of a request in one database. @throws tooManyInZip */
async function listSelectedDocumentations(
  db: Database,
  scope: Scope,
  { ids, matching }: ZipRequest,
): Promise<DocumentationSummary[]> {
  const selectedIds = matching ? await findMatchingIds(db, scope, matching) : [...new Set(ids)];
  if (selectedIds.length > maxZipDocumentations) throw problem("tooManyInZip");
  return listVisibleDocumentations(db, scope, selectedIds);
}

/** The ids that a filter matches. Reads one more than the limit, so that the caller can tell when it is exceeded. */
async function findMatchingIds(db: Database, scope: Scope, filter: Filter): Promise<string[]> {
  const search = await createSearch(db, scope, filter);
  const rows = await selectRows(
    db,
    { id: uuid("d.id") },
    (columns) => sql`SELECT ${columns} FROM ${createMatchSource(search)} LIMIT ${maxZipDocumentations + 1}`,
  );
  return rows.map(({ id }) => id);
}

/** A database that may have a part of a selection. */
export interface SelectionShard {
  db: Database;
  /** The caller's reader for this database. */
  reader: ExportReader;
  /** The id of this database's part of a selection. */
  partIdOf(selection: string): string;
}

/**
 * Stores a selection of documentations for a day, each part in its database, and returns the contents of its zip and the missing items.
 * @throws notFound if there are none or one is outside the scope; exportRefused if all of them are in the field (2§4); tooManyInZip;
 * tooManyPhotosInZip
 */
export async function saveZipSelection(
  shards: readonly SelectionShard[],
  request: ZipRequest,
): Promise<{ selection: string } & ZipPreview> {
  const { ids, matching } = request;
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (!matching && ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  const shardSelections = await Promise.all(
    shards.map(async (shard) => ({
      shard,
      selected: await listSelectedDocumentations(shard.db, shard.reader.scope, request),
    })),
  );
  const parts = shardSelections.filter(({ selected }) => selected.length > 0);
  const documentations = parts.flatMap(({ selected }) => selected);
  if (documentations.length > maxZipDocumentations) throw problem("tooManyInZip");
  if (documentations.length === 0 || (!matching && documentations.length < new Set(ids).size))
    throw problem("notFound");
  const isExported = ({ status }: DocumentationSummary) => !isExportBlocked(status);
  const exportedDocumentations = documentations.filter(isExported);
  if (exportedDocumentations.length === 0) throw problem("exportRefused");
  const zipExtent = sumExtents(
    await Promise.all(
      parts.map(({ shard, selected }) => measureExtent(shard.db, shard.reader, selected.filter(isExported))),
    ),
  );
  if (zipExtent.photos + zipExtent.missingPhotos > maxZipPhotos) throw problem("tooManyPhotosInZip");
  const refusedDocumentations = [...Map.groupBy(documentations, ({ status }) => status)]
    .filter(([status]) => isExportBlocked(status))
    .map(([status, members]) => ({ status, documentations: members.length }));
  const selectionId = crypto.randomUUID();
  for (const { shard, selected } of parts)
    await shard.db.insert(selection).values({
      id: shard.partIdOf(selectionId),
      customerId: selected[0]!.customerId,
      spansCustomers: spansCustomers(shard.reader.scope),
      photos: "[]",
      documentations: JSON.stringify(selected.map(({ id }) => id)),
    });
  const [firstPart] = parts;
  return {
    selection: firstPart ? firstPart.shard.partIdOf(selectionId) : selectionId,
    documentations: exportedDocumentations.length,
    ...zipExtent,
    refused: refusedDocumentations,
  };
}

type ZipExtent = Omit<ZipPreview, "documentations" | "refused">;

const sumExtents = (extents: readonly ZipExtent[]): ZipExtent => {
  const sum = (field: keyof ZipExtent) => extents.reduce((total, extent) => total + extent[field], 0);
  return {
    photos: sum("photos"),
    files: sum("files"),
    bytes: sum("bytes"),
    bytesWithoutMarkup: sum("bytesWithoutMarkup"),
    marked: sum("marked"),
    missingPhotos: sum("missingPhotos"),
    missingFiles: sum("missingFiles"),
  };
};

const photoCountColumns = {
  expected: number("coalesce(sum(max(number_of_photos, taken + refused)), 0)"),
  arrived: number("coalesce(sum(arrived), 0)"),
  bytes: number("coalesce(sum(bytes), 0)"),
  bytesWithoutMarkup: number("coalesce(sum(unmarked), 0)"),
  marked: number("coalesce(sum(marked), 0)"),
};

/** Counts what `planDocumentations` will include and list as missing. */
async function measureExtent(
  db: Database,
  { files: includesFiles }: ExportReader,
  documentations: readonly DocumentationSummary[],
): Promise<ZipExtent> {
  const fromClause = sql`FROM json_each(${JSON.stringify(documentations.map(({ id }) => id))}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}`;
  const belongsToDocumentation = (alias: string) =>
    sql.raw(`${alias}.customer_id = d.customer_id AND ${alias}.documentation_id = d.id`);
  const [photos, files, refusedFiles, receivedFiles] = await Promise.all([
    selectRow(
      db,
      photoCountColumns,
      (columns) => sql`SELECT ${columns} FROM (
        SELECT d.number_of_photos, (SELECT count(*) FROM upload u WHERE ${belongsToDocumentation("u")} AND u.kind = 'PHOTO'
            AND ${unresolvedRefusalCondition("u")}) AS refused, count(p.id) AS taken, sum(p.has_data) AS arrived,
          sum(iif(p.has_data, p.data_size, 0)) AS unmarked,
          sum(iif(p.has_data, iif(p.markup IS NULL, p.data_size, p.rendition_size), 0)) AS bytes,
          sum(p.has_data AND p.markup IS NOT NULL) AS marked
        ${fromClause} LEFT JOIN photo p ON ${belongsToDocumentation("p")} GROUP BY d.seq)`,
    ),
    selectRow(
      db,
      {
        all: number("count(*)"),
        arrived: number("coalesce(sum(f.has_data), 0)"),
        bytes: number("coalesce(sum(iif(f.has_data, f.data_size, 0)), 0)"),
      },
      (columns) => sql`SELECT ${columns} ${fromClause} CROSS JOIN file f ON ${belongsToDocumentation("f")}`,
    ),
    selectRow(
      db,
      {
        files: number("coalesce(sum(u.kind = 'FILE'), 0)"),
      },
      (columns) =>
        sql`SELECT ${columns} ${fromClause} CROSS JOIN upload u ON ${belongsToDocumentation("u")} WHERE ${unresolvedRefusalCondition("u")}`,
    ),
    listTempFiles(db, documentations),
  ]);
  const photoCounts = photos ?? { expected: 0, arrived: 0, bytes: 0, bytesWithoutMarkup: 0, marked: 0 };
  const fileCounts = files ?? { all: 0, arrived: 0, bytes: 0 };
  const refusedCounts = refusedFiles ?? { files: 0 };
  const receivedBytes = receivedFiles.reduce((sum, { dataSize }) => sum + dataSize, 0);
  const fileBytes = includesFiles ? fileCounts.bytes + receivedBytes : 0;
  return {
    photos: photoCounts.arrived,
    files: includesFiles ? fileCounts.arrived + receivedFiles.length : 0,
    bytes: photoCounts.bytes + fileBytes,
    bytesWithoutMarkup: photoCounts.bytesWithoutMarkup + fileBytes,
    marked: photoCounts.marked,
    missingPhotos: photoCounts.expected - photoCounts.arrived,
    missingFiles:
      refusedCounts.files +
      (includesFiles ? fileCounts.all - fileCounts.arrived : fileCounts.all + receivedFiles.length),
  };
}

/**
 * Plans the zip of a stored selection: one folder per documentation. Lists missing photos and files, and the documentations that are in
 * the field or have been deleted since.
 * @throws notFound for a selection that has expired or is one of photos, exportRefused, tooLarge
 */
export async function planDocumentations(
  db: Database,
  reader: ExportReader,
  selection: string,
  { name, language }: { name?: string | undefined; language: "en" | "sv" },
): Promise<ExportPlan> {
  const selectionRow = await findSelection(db, reader.scope, selection);
  if (selectionRow.documentations === null) throw problem("notFound");
  const ids = z.array(z.string()).parse(JSON.parse(selectionRow.documentations));
  const visibleDocumentations = await listVisibleDocumentations(db, reader.scope, ids);
  const visibleIds = new Set(visibleDocumentations.map(({ id }) => id));
  const exportedDocumentations = visibleDocumentations.filter(({ status }) => !isExportBlocked(status));
  if (visibleDocumentations.length > 0 && exportedDocumentations.length === 0) throw problem("exportRefused");
  const content = await loadDocumentationContents(db, exportedDocumentations);
  const { documentations, photos, files, refusedUploads, refusedPhotoCounts, tasks, texts } = content;
  const receivedFiles = await listTempFiles(db, exportedDocumentations);
  const defaultTitle = documentTexts[language].documentations;
  const getReplacementTexts = groupReplacementTexts(texts, language);
  const photosByDocumentation = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const templateIdByDocumentation = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const folders = createFolderNames(documentations);
  const withDocumentation = <T>(item: T, { documentationId }: { documentationId: string }) => ({
    ...item,
    documentationId,
  });
  const planPhoto = createPhotoPlanner(reader);
  const includesFiles = reader.files;
  const members = documentations.map((documentation) => ({
    ...planMember(
      documentation,
      photosByDocumentation.get(documentation.id) ?? [],
      refusedPhotoCounts.get(documentation.id),
    ),
    folder: folders.get(documentation.id)!,
  }));
  return {
    documentation: await combineDocumentations(db, documentations, name || defaultTitle),
    documentations: members,
    expectedPhotos: members.reduce((sum, { expectedPhotos }) => sum + expectedPhotos, 0),
    tasks: tasks.map(({ documentationId, groups, ...task }) => {
      const codes = getReplacementTexts(templateIdByDocumentation.get(documentationId) ?? "");
      const path = [folders.get(documentationId)!, ...groups.map((group) => replaceCodes(group, codes))];
      return { ...task, name: replaceCodes(task.name, codes), answer: null, path };
    }),
    photos: photos
      .filter(({ hasData }) => hasData)
      .map((photo) => withDocumentation(planPhoto(photo), photo)),
    files: includesFiles
      ? files.filter(({ hasData }) => hasData).map((file) => withDocumentation(planFile(file), file))
      : [],
    received: includesFiles
      ? receivedFiles.map((row) =>
          withDocumentation(planTempFile(row), { documentationId: row.documentationId ?? "" }),
        )
      : [],
    missing: [
      ...photos.filter(({ hasData }) => !hasData).map((photo) => createMissingItem("PHOTO", photo)),
      ...(includesFiles
        ? files.filter(({ hasData }) => !hasData).map((file) => createMissingItem("FILE", file))
        : [...files, ...receivedFiles].map(createMissingWithheld)),
      ...refusedUploads,
    ],
    leftOut: [
      ...visibleDocumentations
        .filter(({ status }) => isExportBlocked(status))
        .map(({ id, alias, name: documentationName }) => ({
          id,
          name: alias ?? documentationName,
          reason: "exportRefused" as const,
        })),
      ...ids.filter((id) => !visibleIds.has(id)).map((id) => ({ id, name: id, reason: "gone" as const })),
    ],
    language,
    asOf: findLatestInstant([
      ...documentations.flatMap(({ dateCreated, dateUploaded }) => [dateCreated, dateUploaded]),
      ...[...photos, ...files, ...texts].map(({ lastUpdated }) => lastUpdated),
    ]),
  };
}

/** Folder names: the name of the documentation, with its creation time if others have the same name, and a number if still not unique. */
function createFolderNames(documentations: readonly DocumentationSummary[]): ReadonlyMap<string, string> {
  const nameOf = ({ alias, name }: DocumentationSummary) => alias ?? name;
  const toLowerCaseName = (documentation: DocumentationSummary) => nameOf(documentation).toLowerCase();
  const documentationsByName = Map.groupBy(documentations, toLowerCaseName);
  const folderCounts = new Map<string, number>();
  return new Map(
    documentations.map((documentation) => {
      const isUnique = documentationsByName.get(toLowerCaseName(documentation))!.length === 1;
      const folder = isUnique
        ? nameOf(documentation)
        : `${nameOf(documentation)} ${formatLocalMinute(documentation.dateCreated).replace(":", ".")}`;
      const usedCount = folderCounts.get(folder) ?? 0;
      folderCounts.set(folder, usedCount + 1);
      return [documentation.id, usedCount === 0 ? folder : `${folder} (${usedCount + 1})`];
    }),
  );
}
