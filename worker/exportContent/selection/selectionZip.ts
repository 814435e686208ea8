import { sql } from "drizzle-orm";
import { z } from "zod";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { maxZipDocumentations, maxZipPhotos } from "#domain/documentation/zipLimits.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { ZipPreview } from "#domain/endpoints/documentation/zip.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { number, rowOf, rowsOf, uuid } from "#worker/db/rows.ts";
import { selection } from "#worker/db/schema/index.ts";
import type { Scope } from "#worker/db/scope.ts";
import { planTempFile } from "#worker/documentation/undecidedTempFiles.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";
import { localMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { replaced } from "#worker/export/replacement.ts";
import { type Filter, visibleCondition } from "#worker/listQuery/filter.ts";
import { summaryColumns } from "#worker/listQuery/projection.ts";
import { matchSource, searchOf } from "#worker/listQuery/queryStrategy.ts";
import {
  latest,
  missingItem,
  missingWithheld,
  photoPlanner,
  plannedFile,
  type Reader,
} from "../exportPlan.ts";
import { combinedDocumentation, plannedMember } from "../groupExportPlan.ts";
import { loadContents, tempFilesIn } from "../multiDocumentation.ts";
import { codesByTemplate } from "../replacementTexts.ts";
import { spansCustomers, storedSelection } from "./storedSelection.ts";

interface Input {
  ids: readonly string[];
  /** The list's filter instead of ids. */
  matching: Filter | null;
}

/** Those that a reader may see. Oldest first; the ones that are gone are left out. */
const visibleDocumentations = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<DocumentationSummary[]> =>
  rowsOf(
    db,
    summaryColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")} JOIN template t ON t.id = d.template_id
      WHERE ${visibleCondition(scope, { customerId: undefined, showHidden: true })} ORDER BY d.date_created, d.id`,
  );

/** The documentations of a wish that a database has. @throws tooManyInZip */
async function selectedDocumentations(
  db: Database,
  scope: Scope,
  { ids, matching }: Input,
): Promise<DocumentationSummary[]> {
  const named = matching ? await foundIds(db, scope, matching) : [...new Set(ids)];
  if (named.length > maxZipDocumentations) throw problem("tooManyInZip");
  return visibleDocumentations(db, scope, named);
}

/** One more than a zip holds tells that there are too many. */
async function foundIds(db: Database, scope: Scope, filter: Filter): Promise<string[]> {
  const search = await searchOf(db, scope, filter);
  const rows = await rowsOf(
    db,
    { id: uuid("d.id") },
    (columns) => sql`SELECT ${columns} FROM ${matchSource(search)} LIMIT ${maxZipDocumentations + 1}`,
  );
  return rows.map(({ id }) => id);
}

/** A database, and what it calls its part of a selection. */
export interface SelectedIn {
  db: Database;
  /** Who asks, as they are known there. */
  reader: Reader;
  partOf(selection: string): string;
}

/**
 * Stores a selection of documentations for a day, each database those it has, and says what its zip would hold and lack.
 * @throws notFound when there are none, or one is outside the scope; isExportBlocked when all of them are with the field (2§4);
 * tooManyInZip, tooManyPhotosInZip
 */
export async function saveZipSelection(
  databases: readonly SelectedIn[],
  request: Input,
): Promise<{ selection: string } & ZipPreview> {
  const { ids, matching } = request;
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  if (!matching && ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  const found = await Promise.all(
    databases.map(async (at) => ({
      at,
      here: await selectedDocumentations(at.db, at.reader.scope, request),
    })),
  );
  const parts = found.filter(({ here }) => here.length > 0);
  const all = parts.flatMap(({ here }) => here);
  if (all.length > maxZipDocumentations) throw problem("tooManyInZip");
  if (all.length === 0 || (!matching && all.length < new Set(ids).size)) throw problem("notFound");
  const isExported = ({ status }: DocumentationSummary) => !isExportBlocked(status);
  const exported = all.filter(isExported);
  if (exported.length === 0) throw problem("exportRefused");
  const extent = sumExtents(
    await Promise.all(parts.map(({ at, here }) => extentOf(at.db, at.reader, here.filter(isExported)))),
  );
  if (extent.photos + extent.missingPhotos > maxZipPhotos) throw problem("tooManyPhotosInZip");
  const refused = [...Map.groupBy(all, ({ status }) => status)]
    .filter(([status]) => isExportBlocked(status))
    .map(([status, some]) => ({ status, documentations: some.length }));
  const selectionId = crypto.randomUUID();
  for (const { at, here } of parts)
    await at.db.insert(selection).values({
      id: at.partOf(selectionId),
      customerId: here[0]!.customerId,
      spansCustomers: spansCustomers(at.reader.scope),
      photos: "[]",
      documentations: JSON.stringify(here.map(({ id }) => id)),
    });
  const [first] = parts;
  return {
    selection: first ? first.at.partOf(selectionId) : selectionId,
    documentations: exported.length,
    ...extent,
    refused,
  };
}

type Extent = Omit<ZipPreview, "documentations" | "refused">;

const sumExtents = (extents: readonly Extent[]): Extent => {
  const sum = (key: keyof Extent) => extents.reduce((total, one) => total + one[key], 0);
  return {
    photos: sum("photos"),
    files: sum("files"),
    bytes: sum("bytes"),
    unmarkedBytes: sum("unmarkedBytes"),
    marked: sum("marked"),
    missingPhotos: sum("missingPhotos"),
    missingFiles: sum("missingFiles"),
  };
};

const photoColumns = {
  expected: number("coalesce(sum(max(number_of_photos, taken)), 0)"),
  arrived: number("coalesce(sum(arrived), 0)"),
  bytes: number("coalesce(sum(bytes), 0)"),
  unmarkedBytes: number("coalesce(sum(unmarked), 0)"),
  marked: number("coalesce(sum(marked), 0)"),
};

/** Counts as the plan below does. */
async function extentOf(
  db: Database,
  { files: filesShown }: Reader,
  documentations: readonly DocumentationSummary[],
): Promise<Extent> {
  const from = sql`FROM json_each(${JSON.stringify(documentations.map(({ id }) => id))}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}`;
  const within = (alias: string) =>
    sql.raw(`${alias}.customer_id = d.customer_id AND ${alias}.documentation_id = d.id`);
  const [photos, files, refused, received] = await Promise.all([
    rowOf(
      db,
      photoColumns,
      (columns) => sql`SELECT ${columns} FROM (
        SELECT d.number_of_photos, count(p.id) AS taken, sum(p.has_data) AS arrived,
          sum(iif(p.has_data, p.data_size, 0)) AS unmarked,
          sum(iif(p.has_data, iif(p.markup IS NULL, p.data_size, p.rendition_size), 0)) AS bytes,
          sum(p.has_data AND p.markup IS NOT NULL) AS marked
        ${from} LEFT JOIN photo p ON ${within("p")} GROUP BY d.seq)`,
    ),
    rowOf(
      db,
      {
        all: number("count(*)"),
        arrived: number("coalesce(sum(f.has_data), 0)"),
        bytes: number("coalesce(sum(iif(f.has_data, f.data_size, 0)), 0)"),
      },
      (columns) => sql`SELECT ${columns} ${from} CROSS JOIN file f ON ${within("f")}`,
    ),
    rowOf(
      db,
      {
        photos: number("coalesce(sum(u.kind = 'PHOTO'), 0)"),
        files: number("coalesce(sum(u.kind = 'FILE'), 0)"),
      },
      (columns) =>
        sql`SELECT ${columns} ${from} CROSS JOIN upload u ON ${within("u")} WHERE ${unresolvedRefusalCondition("u")}`,
    ),
    tempFilesIn(db, documentations),
  ]);
  const taken = photos ?? { expected: 0, arrived: 0, bytes: 0, unmarkedBytes: 0, marked: 0 };
  const of = (one: { all: number; arrived: number; bytes: number } | undefined) =>
    one ?? { all: 0, arrived: 0, bytes: 0 };
  const held = of(files);
  const lost = refused ?? { photos: 0, files: 0 };
  const waiting = received.reduce((sum, { dataSize }) => sum + dataSize, 0);
  const fileBytes = filesShown ? held.bytes + waiting : 0;
  return {
    photos: taken.arrived,
    files: filesShown ? held.arrived + received.length : 0,
    bytes: taken.bytes + fileBytes,
    unmarkedBytes: taken.unmarkedBytes + fileBytes,
    marked: taken.marked,
    missingPhotos: taken.expected - taken.arrived + lost.photos,
    missingFiles: lost.files + (filesShown ? held.all - held.arrived : held.all + received.length),
  };
}

/**
 * Fixes what the zip of a stored selection holds: a folder for each documentation. Named as missing are photos, files and whole
 * documentations that have been handed over or fetched, or that are gone since.
 * @throws notFound for a selection that is stored no longer or holds photos, isExportBlocked, tooLarge
 */
export async function documentationsPlan(
  db: Database,
  reader: Reader,
  selection: string,
  { name, language }: { name?: string | undefined; language: "en" | "sv" },
): Promise<ExportPlan> {
  const stored = await storedSelection(db, reader.scope, selection);
  if (stored.documentations === null) throw problem("notFound");
  const ids = z.array(z.string()).parse(JSON.parse(stored.documentations));
  const seen = await visibleDocumentations(db, reader.scope, ids);
  const known = new Set(seen.map(({ id }) => id));
  const exported = seen.filter(({ status }) => !isExportBlocked(status));
  if (seen.length > 0 && exported.length === 0) throw problem("exportRefused");
  const { documentations, photos, files, refused, tasks, texts } = await loadContents(db, exported);
  const received = await tempFilesIn(db, exported);
  const documentTitle = documentTexts[language].documentations;
  const codesOf = codesByTemplate(texts, language);
  const photosBy = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const templateOf = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const folders = foldersOf(documentations);
  const owned = <T>(item: T, { documentationId }: { documentationId: string }) => ({
    ...item,
    documentationId,
  });
  const planned = photoPlanner(reader);
  const shown = reader.files;
  const members = documentations.map((documentation) => ({
    ...plannedMember(documentation, photosBy.get(documentation.id) ?? []),
    folder: folders.get(documentation.id)!,
  }));
  return {
    documentation: await combinedDocumentation(db, documentations, name || documentTitle),
    documentations: members,
    expectedPhotos:
      members.reduce((sum, { expectedPhotos }) => sum + expectedPhotos, 0) +
      refused.filter(({ kind }) => kind === "PHOTO").length,
    tasks: tasks.map(({ documentationId, groups, ...task }) => {
      const codes = codesOf(templateOf.get(documentationId) ?? "");
      const path = [folders.get(documentationId)!, ...groups.map((group) => replaced(group, codes))];
      return { ...task, name: replaced(task.name, codes), answer: null, path };
    }),
    photos: photos.filter(({ hasData }) => hasData).map((photo) => owned(planned(photo), photo)),
    files: shown ? files.filter(({ hasData }) => hasData).map((file) => owned(plannedFile(file), file)) : [],
    received: shown
      ? received.map((one) => owned(planTempFile(one), { documentationId: one.documentationId ?? "" }))
      : [],
    missing: [
      ...photos.filter(({ hasData }) => !hasData).map((photo) => missingItem("PHOTO", photo)),
      ...(shown
        ? files.filter(({ hasData }) => !hasData).map((file) => missingItem("FILE", file))
        : [...files, ...received].map(missingWithheld)),
      ...refused,
    ],
    leftOut: [
      ...seen
        .filter(({ status }) => isExportBlocked(status))
        .map(({ id, alias, name: plain }) => ({
          id,
          name: alias ?? plain,
          reason: "exportRefused" as const,
        })),
      ...ids.filter((id) => !known.has(id)).map((id) => ({ id, name: id, reason: "gone" as const })),
    ],
    language,
    asOf: latest([
      ...documentations.flatMap(({ dateCreated, dateUploaded }) => [dateCreated, dateUploaded]),
      ...[...photos, ...files, ...texts].map(({ lastUpdated }) => lastUpdated),
    ]),
  };
}

/** By its name alone where no other has that, else with when it was created; a zip tells what is still equal apart. */
function foldersOf(documentations: readonly DocumentationSummary[]): ReadonlyMap<string, string> {
  const nameOf = ({ alias, name }: DocumentationSummary) => alias ?? name;
  const key = (one: DocumentationSummary) => nameOf(one).toLowerCase();
  const same = Map.groupBy(documentations, key);
  const given = new Map<string, number>();
  return new Map(
    documentations.map((documentation) => {
      const alone = same.get(key(documentation))!.length === 1;
      const folder = alone
        ? nameOf(documentation)
        : `${nameOf(documentation)} ${localMinute(documentation.dateCreated).replace(":", ".")}`;
      const earlier = given.get(folder) ?? 0;
      given.set(folder, earlier + 1);
      return [documentation.id, earlier === 0 ? folder : `${folder} (${earlier + 1})`];
    }),
  );
}
