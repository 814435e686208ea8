import { sql } from "drizzle-orm";
import { hasPosition, unknownCoordinates } from "#domain/core/fields.ts";
import { recordOf } from "#domain/core/objects.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam, textAsId } from "#worker/db/ids.ts";
import { number, selectRows, text } from "#worker/db/rows.ts";
import { planTempFile } from "#worker/documentation/undecidedTempFiles.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import type {
  ExportPlan,
  MissingItem,
  PlannedDocumentation,
  PlannedTask,
} from "#worker/export/exportPlanTypes.ts";
import { replaceCodes } from "#worker/export/replacement.ts";
import { type Group, type GroupPhoto, listMembers, readAllPages } from "#worker/listQuery/groupMembers.ts";
import {
  createMissingInField,
  createMissingItem,
  createMissingWithheld,
  createPhotoPlanner,
  type ExportReader,
  findLatestInstant,
  planFile,
} from "./exportPlan.ts";
import { listTempFiles, loadDocumentationContents } from "./multiDocumentation.ts";
import { groupReplacementTexts } from "./replacementTexts.ts";

/** More would not fit into the memory of an isolate. */
const maxDocumentations = 5000;

/**
 * Plans an export of a whole group: its contents and the missing items.
 * @throws notFound for a group without documentations, exportRefused if all of them are in the field (2§4), tooLarge
 */
export const readGroupPlan = async (
  db: Database,
  reader: ExportReader,
  group: Group,
  language: "en" | "sv",
): Promise<ExportPlan> => createGroupPlan(db, await readGroupContent(db, group), reader, language);

/** A group with all rows that its exports need. */
export type GroupContent = Awaited<ReturnType<typeof readGroupContent>>;

/** @throws notFound for a group without documentations, exportRefused if all of them are in the field (2§4), tooLarge */
export async function readGroupContent(db: Database, group: Group) {
  const members = await readAllPages(maxDocumentations, (page) => listMembers(db, group, page));
  const content = await loadDocumentationContents(db, members);
  return { group, ...content, receivedFiles: await listTempFiles(db, content.documentations) };
}

export async function createGroupPlan(
  db: Database,
  content: GroupContent,
  reader: ExportReader,
  language: "en" | "sv",
): Promise<ExportPlan> {
  const { group, documentations, photos, files, receivedFiles, mediaInField, refusedUploads, tasks, texts } =
    content;
  const { files: canReadFiles } = reader;
  const labels = createVisitLabels(documentations);
  const getReplacementTexts = groupReplacementTexts(texts, language);
  const templateIdByDocumentation = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const uploadedPhotos = photos.filter(({ hasData }) => hasData);
  const photosByDocumentation = Map.groupBy(photos, ({ documentationId }) => documentationId);
  const missing: MissingItem[] = [
    ...photos.filter(({ hasData }) => !hasData).map((photo) => createMissingItem("PHOTO", photo)),
    ...(canReadFiles
      ? files.filter(({ hasData }) => !hasData).map((file) => createMissingItem("FILE", file))
      : [...files, ...receivedFiles].map(createMissingWithheld)),
    ...refusedUploads,
    ...mediaInField.photos.map((photo) => createMissingInField("PHOTO", photo)),
    // Not for readers who may not see files: the items above already tell that files are withheld.
    ...(canReadFiles ? mediaInField.files.map((file) => createMissingInField("FILE", file)) : []),
  ];
  const members = documentations.map((documentation) =>
    planMember(
      documentation,
      photosByDocumentation.get(documentation.id) ?? [],
      content.refusedPhotoCounts.get(documentation.id),
    ),
  );
  const expectedPhotos = members.reduce(
    (sum, member) => sum + member.expectedPhotos,
    mediaInField.photos.length,
  );
  return {
    documentation: await combineDocumentations(db, documentations, group.name),
    documentations: members,
    expectedPhotos,
    tasks: tasks.map(({ groups, ...task }): PlannedTask => {
      const { templateName = "", label = "" } = labels.get(task.documentationId) ?? {};
      const codes = getReplacementTexts(templateIdByDocumentation.get(task.documentationId) ?? "");
      const path = [templateName, label, ...groups.map((group) => replaceCodes(group, codes))];
      return { ...task, name: replaceCodes(task.name, codes), answer: null, path };
    }),
    photos: uploadedPhotos.map(createPhotoPlanner(reader)),
    files: canReadFiles ? files.filter(({ hasData }) => hasData).map(planFile) : [],
    received: canReadFiles ? receivedFiles.map(planTempFile) : [],
    missing,
    language,
    asOf: findLatestInstant([
      ...documentations.flatMap(({ dateCreated, dateUploaded }) => [dateCreated, dateUploaded]),
      ...photos.map(({ lastUpdated }) => lastUpdated),
      ...files.map(({ lastUpdated }) => lastUpdated),
      ...texts.map(({ lastUpdated }) => lastUpdated),
    ]),
  };
}

/** Several documentations combined into one, for the title and facts of their export. */
export async function combineDocumentations(
  db: Database,
  documentations: readonly DocumentationSummary[],
  name: string,
): Promise<PlannedDocumentation> {
  const sortedDocumentations = documentations.toSorted((a, b) => b.dateCreated.localeCompare(a.dateCreated));
  const ids = JSON.stringify(sortedDocumentations.map(({ id }) => id));
  const coordinates = await selectRows(
    db,
    { lat: number("d.lat"), lng: number("d.lng") },
    (columns) =>
      sql`SELECT ${columns} FROM json_each(${ids}) x JOIN documentation d ON d.id = ${textAsId("x.value")} ORDER BY x.key LIMIT 100`,
  );
  const customers = await selectRows(
    db,
    { name: text("name") },
    (columns) => sql`SELECT ${columns} FROM customer
      WHERE id IN ${listParam([...new Set(sortedDocumentations.map(({ customerId }) => customerId))])} ORDER BY name_key, name LIMIT 20`,
  );
  return {
    id: "",
    name,
    alias: sortedDocumentations.find((documentation) => documentation.name === name)?.alias ?? null,
    status: "",
    customerName: customers.map((owner) => owner.name).join(", "),
    templateName: [...new Set(sortedDocumentations.map(({ templateName }) => templateName))]
      .sort()
      .join(", "),
    creator: [...new Set(sortedDocumentations.map(({ creator }) => creator))].sort().slice(0, 20).join(", "),
    deviceId: "",
    ...recordOf(reportedFields, () => ""),
    // The first creation and the last upload.
    dateCreated: sortedDocumentations.at(-1)?.dateCreated ?? "",
    dateUploaded: sortedDocumentations.reduce<string | null>(
      (latest, { dateUploaded }) => (dateUploaded && dateUploaded > (latest ?? "") ? dateUploaded : latest),
      null,
    ),
    tags: [],
    ...(coordinates.find(hasPosition) ?? unknownCoordinates),
  };
}

export const planMember = (
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

/**
 * Labels each documentation with its day in Sweden, or its minute if its template has several on that day, after its name if there
 * are several names.
 */
export function createVisitLabels(
  documentations: readonly Pick<DocumentationSummary, "id" | "name" | "templateName" | "dateCreated">[],
): Map<string, { templateName: string; label: string }> {
  const hasSeveralNames = new Set(documentations.map(({ name }) => name)).size > 1;
  const dayOf = (instant: string) => formatLocalMinute(instant).slice(0, 10);
  const visitsByDay = Map.groupBy(
    documentations,
    ({ templateName, dateCreated }) => `${dayOf(dateCreated)} ${templateName}`,
  );
  return new Map(
    [...visitsByDay.values()].flatMap((visits) =>
      visits.map(({ id, name, templateName, dateCreated }) => {
        const time =
          visits.length > 1 ? formatLocalMinute(dateCreated).replace(":", ".") : dayOf(dateCreated);
        return [id, { templateName, label: hasSeveralNames ? `${name} ${time}` : time }];
      }),
    ),
  );
}
