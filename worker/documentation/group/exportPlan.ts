import { sql } from "drizzle-orm";
import type { DocumentationSummary } from "../../../domain/endpoints/documentationList";
import { hasPosition, nowhere } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { exportRefused } from "../../../domain/rules/documentationStatus";
import type { Database } from "../../db/database";
import { idsOf } from "../../db/ids";
import { number, type Projection, rowOf, rowsOf, text } from "../../db/rows";
import { file } from "../../db/schema";
import { localMinute } from "../../export/dates";
import type { ExportPlan, MissingItem, PlannedDocumentation, PlannedTask } from "../../export/plan";
import { replaced } from "../../export/replacement";
import {
  lacking,
  latest,
  plannedFile,
  plannedPhoto,
  type Reader,
  withheld,
  withTheField,
} from "../exportPlan";
import { lackingUpload } from "../refused";
import { codesByTemplate, replacementTextsOf } from "../replacementTexts";
import { all, documentationsOf, type Group, type GroupPhoto, photosOfGroup } from "./members";

/** A larger download would not fit into the memory of an isolate. */
const mostDocumentations = 5000;
const mostPhotos = 20_000;

/**
 * Fixes what an export of a whole group holds and what is missing from it.
 * @throws notFound for a group without documentations, exportRefused when all of them are with the field (2§4), tooLarge
 */
export const groupPlan = async (
  db: Database,
  reader: Reader,
  group: Group,
  language: "en" | "sv",
): Promise<ExportPlan> => groupPlanFrom(db, await groupContent(db, group), reader, language);

/** A group with all rows that an export is made of. */
export type GroupContent = Awaited<ReturnType<typeof groupContent>>;

/**
 * `documentations`, `photos` and so on are those that are exported; `left` is what belongs to documentations with the field.
 * @throws notFound for a group without documentations, exportRefused when all of them are with the field (2§4), tooLarge
 */
export async function groupContent(db: Database, group: Group) {
  const members = await all(mostDocumentations, (page) => documentationsOf(db, group, page));
  if (members.length === 0) throw problem("notFound");
  const documentations = members.filter(({ status }) => !exportRefused(status));
  if (documentations.length === 0) throw problem("exportRefused");
  const ids = documentations.map(({ id }) => id);
  const exported = new Set(ids);
  const isExported = ({ documentationId }: { documentationId: string }) => exported.has(documentationId);
  const [photos, files, refused, tasks, texts] = await Promise.all([
    all(mostPhotos, (page) => photosOfGroup(db, group, page)),
    all(mostPhotos, ({ max, offset }) =>
      db
        .select()
        .from(file)
        .where(
          sql`${file.customerId} = ${group.customerId} AND ${file.documentationId} IN ${idsOf(members.map(({ id }) => id))}`,
        )
        .orderBy(file.documentationId, file.dateCreated, file.id)
        .limit(max)
        .offset(offset),
    ),
    refusedUploads(db, group.customerId, ids),
    capturingTasks(db, group.customerId, ids),
    replacementTextsOf(
      db,
      [group.customerId],
      documentations.map(({ templateId }) => templateId),
    ),
  ]);
  return {
    group,
    documentations,
    photos: photos.filter(isExported),
    files: files.filter(isExported),
    left: {
      photos: photos.filter((one) => !isExported(one)),
      files: files.filter((one) => !isExported(one)),
    },
    refused,
    tasks,
    texts,
  };
}

export async function groupPlanFrom(
  db: Database,
  { group, documentations, photos, files, left, refused, tasks, texts }: GroupContent,
  { files: filesShown }: Reader,
  language: "en" | "sv",
): Promise<ExportPlan> {
  const labels = visitLabels(documentations);
  const codesOf = codesByTemplate(texts, language);
  const templateOf = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const arrived = photos.filter(({ hasData }) => hasData);
  const photosBy = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const missing: MissingItem[] = [
    ...photos.filter(({ hasData }) => !hasData).map((photo) => lacking("PHOTO", photo)),
    ...(filesShown
      ? files.filter(({ hasData }) => !hasData).map((one) => lacking("FILE", one))
      : files.map(withheld)),
    ...refused,
    ...left.photos.map((photo) => withTheField("PHOTO", photo)),
    // Files that the reader may not see are not named here either; those above say that they are withheld.
    ...(filesShown ? left.files.map((one) => withTheField("FILE", one)) : []),
  ];
  const expected = documentations.reduce(
    (sum, { id, numberOfPhotos }) => sum + Math.max(numberOfPhotos, photosBy.get(id)?.length ?? 0),
    left.photos.length + refused.filter(({ kind }) => kind === "PHOTO").length,
  );
  return {
    documentation: await combinedDocumentation(db, documentations, group.name),
    documentations: documentations.map((one) => plannedMember(one, photosBy.get(one.id) ?? [])),
    expectedPhotos: expected,
    tasks: tasks.map((task): PlannedTask => {
      const { templateName = "", label = "" } = labels.get(task.documentationId) ?? {};
      const name = replaced(task.name, codesOf(templateOf.get(task.documentationId) ?? ""));
      return { ...task, name, answer: null, path: [templateName, label] };
    }),
    photos: arrived.map(plannedPhoto),
    files: filesShown ? files.filter(({ hasData }) => hasData).map(plannedFile) : [],
    missing,
    language,
    asOf: latest([
      ...documentations.flatMap(({ dateCreated, dateUploaded }) => [dateCreated, dateUploaded]),
      ...photos.map(({ lastUpdated }) => lastUpdated),
      ...files.map(({ lastUpdated }) => lastUpdated),
      ...texts.map(({ lastUpdated }) => lastUpdated),
    ]),
  };
}

/** Several documentations as the one that their export is titled by. */
export async function combinedDocumentation(
  db: Database,
  documentations: readonly DocumentationSummary[],
  name: string,
): Promise<PlannedDocumentation> {
  const newest = documentations.toSorted((a, b) => b.dateCreated.localeCompare(a.dateCreated));
  const ids = JSON.stringify(newest.map(({ id }) => id));
  const positions = await rowsOf(
    db,
    { lat: number("d.lat"), lng: number("d.lng") },
    (columns) =>
      sql`SELECT ${columns} FROM json_each(${ids}) x JOIN documentation d ON d.id = x.value ORDER BY x.key LIMIT 100`,
  );
  const owner = await rowOf(
    db,
    { name: text("name") },
    (columns) => sql`SELECT ${columns} FROM customer WHERE id = ${newest[0]?.customerId ?? 0}`,
  );
  return {
    id: "",
    name,
    alias: newest.find((one) => one.name === name)?.alias ?? null,
    status: "",
    customerName: owner?.name ?? "",
    templateName: [...new Set(newest.map(({ templateName }) => templateName))].sort().join(", "),
    creator: [...new Set(newest.map(({ creator }) => creator))].sort().slice(0, 20).join(", "),
    deviceId: "",
    phoneModel: "",
    osVersion: "",
    appVersion: "",
    // From the first to the last.
    dateCreated: newest.at(-1)?.dateCreated ?? "",
    dateUploaded: newest.reduce<string | null>(
      (last, { dateUploaded }) => (dateUploaded && dateUploaded > (last ?? "") ? dateUploaded : last),
      null,
    ),
    tags: [],
    ...(positions.find(hasPosition) ?? nowhere),
  };
}

export const plannedMember = (
  { id, name, templateName, status, creator, dateCreated, numberOfPhotos }: DocumentationSummary,
  photos: readonly Pick<GroupPhoto, "hasData">[],
) => ({
  id,
  name,
  templateName,
  status,
  creator,
  dateCreated,
  expectedPhotos: Math.max(numberOfPhotos, photos.length),
  includedPhotos: photos.filter(({ hasData }) => hasData).length,
});

/** Labels each documentation by its Swedish day, or its minute where its template has several that day. */
export function visitLabels(
  documentations: readonly Pick<DocumentationSummary, "id" | "templateName" | "dateCreated">[],
): Map<string, { templateName: string; label: string }> {
  const dayOf = (at: string) => localMinute(at).slice(0, 10);
  const sameDay = Map.groupBy(
    documentations,
    ({ templateName, dateCreated }) => `${dayOf(dateCreated)} ${templateName}`,
  );
  return new Map(
    [...sameDay.values()].flatMap((visits) =>
      visits.map(({ id, templateName, dateCreated }) => [
        id,
        {
          templateName,
          label: visits.length > 1 ? localMinute(dateCreated).replace(":", ".") : dayOf(dateCreated),
        },
      ]),
    ),
  );
}

interface CapturingTask {
  id: string;
  documentationId: string;
  name: string;
  type: string;
  position: number;
}

const taskColumns = {
  id: text("k.id"),
  documentationId: text("k.documentation_id"),
  name: text("k.name"),
  type: text("k.type"),
  position: number("k.position"),
} satisfies Projection<CapturingTask>;

/** The tasks with photos or files, documentation by documentation. */
const capturingTasks = (db: Database, customerId: number, ids: readonly string[]): Promise<CapturingTask[]> =>
  rowsOf(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
      CROSS JOIN documentation_task k ON k.customer_id = ${customerId} AND k.documentation_id = x.value
    WHERE EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id)
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = k.customer_id AND f.documentation_task_id = k.id)
    ORDER BY x.key, k.position, k.id`,
  );

const refusedColumns = {
  id: text("u.id"),
  kind: text<MissingItem["kind"]>("u.kind"),
  name: text("u.name"),
  reason: text("coalesce(u.reason, '')"),
};

/** Refused uploads that the documentations still lack. */
const refusedUploads = async (
  db: Database,
  customerId: number,
  ids: readonly string[],
): Promise<MissingItem[]> =>
  (
    await rowsOf(
      db,
      refusedColumns,
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
        CROSS JOIN upload u ON u.customer_id = ${customerId} AND u.documentation_id = x.value
      WHERE ${lackingUpload("u")}
      ORDER BY x.key, u.date_created`,
    )
  ).map((item) => ({ ...item, taskId: null }));
