import { sql } from "drizzle-orm";
import { hasPosition, unknownCoordinates } from "#domain/core/fields.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam, textAsId } from "#worker/db/ids.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { planTempFile } from "#worker/documentation/undecidedTempFiles.ts";
import { localMinute } from "#worker/export/dates.ts";
import type {
  ExportPlan,
  MissingItem,
  PlannedDocumentation,
  PlannedTask,
} from "#worker/export/exportPlanTypes.ts";
import { replaced } from "#worker/export/replacement.ts";
import { type Group, type GroupPhoto, listMembers, readAllPages } from "#worker/listQuery/groupMembers.ts";
import {
  latest,
  missingInField,
  missingItem,
  missingWithheld,
  photoPlanner,
  plannedFile,
  type Reader,
} from "./exportPlan.ts";
import { listTempFiles, loadContents } from "./multiDocumentation.ts";
import { codesByTemplate } from "./replacementTexts.ts";

/** More would not fit into the memory of an isolate. */
const maxDocumentations = 5000;

/**
 * Plans an export of a whole group: what it contains and what is missing.
 * @throws notFound for a group without documentations, exportRefused if all of them are in the field (2§4), tooLarge
 */
export const groupPlan = async (
  db: Database,
  reader: Reader,
  group: Group,
  language: "en" | "sv",
): Promise<ExportPlan> => groupPlanFrom(db, await groupContent(db, group), reader, language);

/** A group with all rows that its exports need. */
export type GroupContent = Awaited<ReturnType<typeof groupContent>>;

/** @throws notFound for a group without documentations, exportRefused if all of them are in the field (2§4), tooLarge */
export async function groupContent(db: Database, group: Group) {
  const members = await readAllPages(maxDocumentations, (page) => listMembers(db, group, page));
  const content = await loadContents(db, members);
  return { group, ...content, received: await listTempFiles(db, content.documentations) };
}

export async function groupPlanFrom(
  db: Database,
  content: GroupContent,
  reader: Reader,
  language: "en" | "sv",
): Promise<ExportPlan> {
  const { group, documentations, photos, files, received, inField, refused, tasks, texts } = content;
  const { files: includesFiles } = reader;
  const labels = visitLabels(documentations);
  const codesOf = codesByTemplate(texts, language);
  const templateOf = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const arrived = photos.filter(({ hasData }) => hasData);
  const photosBy = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const missing: MissingItem[] = [
    ...photos.filter(({ hasData }) => !hasData).map((photo) => missingItem("PHOTO", photo)),
    ...(includesFiles
      ? files.filter(({ hasData }) => !hasData).map((file) => missingItem("FILE", file))
      : [...files, ...received].map(missingWithheld)),
    ...refused,
    ...inField.photos.map((photo) => missingInField("PHOTO", photo)),
    // Not for readers who may not see files: the items above already tell that files are withheld.
    ...(includesFiles ? inField.files.map((file) => missingInField("FILE", file)) : []),
  ];
  const members = documentations.map((documentation) =>
    plannedMember(
      documentation,
      photosBy.get(documentation.id) ?? [],
      content.refusedPhotoCounts.get(documentation.id),
    ),
  );
  const expected = members.reduce((sum, { expectedPhotos }) => sum + expectedPhotos, inField.photos.length);
  return {
    documentation: await combinedDocumentation(db, documentations, group.name),
    documentations: members,
    expectedPhotos: expected,
    tasks: tasks.map(({ groups, ...task }): PlannedTask => {
      const { templateName = "", label = "" } = labels.get(task.documentationId) ?? {};
      const codes = codesOf(templateOf.get(task.documentationId) ?? "");
      const path = [templateName, label, ...groups.map((group) => replaced(group, codes))];
      return { ...task, name: replaced(task.name, codes), answer: null, path };
    }),
    photos: arrived.map(photoPlanner(reader)),
    files: includesFiles ? files.filter(({ hasData }) => hasData).map(plannedFile) : [],
    received: includesFiles ? received.map(planTempFile) : [],
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

/** Several documentations combined into one that titles their export. */
export async function combinedDocumentation(
  db: Database,
  documentations: readonly DocumentationSummary[],
  name: string,
): Promise<PlannedDocumentation> {
  const newest = documentations.toSorted((a, b) => b.dateCreated.localeCompare(a.dateCreated));
  const ids = JSON.stringify(newest.map(({ id }) => id));
  const positions = await selectRows(
    db,
    { lat: number("d.lat"), lng: number("d.lng") },
    (columns) =>
      sql`SELECT ${columns} FROM json_each(${ids}) x JOIN documentation d ON d.id = ${textAsId("x.value")} ORDER BY x.key LIMIT 100`,
  );
  const owners = await selectRows(
    db,
    { name: text("name") },
    (columns) => sql`SELECT ${columns} FROM customer
      WHERE id IN ${listParam([...new Set(newest.map(({ customerId }) => customerId))])} ORDER BY name LIMIT 20`,
  );
  return {
    id: "",
    name,
    alias: newest.find((documentation) => documentation.name === name)?.alias ?? null,
    status: "",
    customerName: owners.map((owner) => owner.name).join(", "),
    templateName: [...new Set(newest.map(({ templateName }) => templateName))].sort().join(", "),
    creator: [...new Set(newest.map(({ creator }) => creator))].sort().slice(0, 20).join(", "),
    deviceId: "",
    phoneModel: "",
    osVersion: "",
    appVersion: "",
    // The first creation and the last upload.
    dateCreated: newest.at(-1)?.dateCreated ?? "",
    dateUploaded: newest.reduce<string | null>(
      (last, { dateUploaded }) => (dateUploaded && dateUploaded > (last ?? "") ? dateUploaded : last),
      null,
    ),
    tags: [],
    ...(positions.find(hasPosition) ?? unknownCoordinates),
  };
}

export const plannedMember = (
  { id, name, templateName, status, creator, dateCreated, numberOfPhotos }: DocumentationSummary,
  photos: readonly Pick<GroupPhoto, "hasData">[],
  refusedPhotoCount = 0,
) => ({
  id,
  name,
  templateName,
  status,
  creator,
  dateCreated,
  expectedPhotos: Math.max(numberOfPhotos, photos.length + refusedPhotoCount),
  includedPhotos: photos.filter(({ hasData }) => hasData).length,
});

/** Labels each documentation with its day in Sweden, or its minute if its template has several on that day. */
export function visitLabels(
  documentations: readonly Pick<DocumentationSummary, "id" | "templateName" | "dateCreated">[],
): Map<string, { templateName: string; label: string }> {
  const dayOf = (instant: string) => localMinute(instant).slice(0, 10);
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
