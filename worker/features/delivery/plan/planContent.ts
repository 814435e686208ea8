import { sql } from "drizzle-orm";
import type { DeliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { nullable, selectRows, text, uuid } from "#worker/db/rows.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import type { ExportPlan, MissingItem, PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { replaceAnswerTexts, replaceCodes } from "#worker/export/replacement.ts";
import { createPlan, readContent } from "#worker/exportContent/exportPlan.ts";
import { createVisitLabels } from "#worker/exportContent/groupExportPlan.ts";
import { readReport } from "#worker/exportContent/readReport.ts";
import { planSelection, readComparisonReport } from "#worker/exportContent/selection/planSelection.ts";
import type { TemplateDestination } from "./planDestination.ts";
import type { Target } from "./types.ts";

/** A task's fields used in file names. */
interface NamedTask {
  id: string;
  key: string | null;
  name: string;
  answer: string | null;
  /** Name and answer as exports write them. */
  expressions: { name: string; answer: string | null };
}

/** The content of a delivery: a documentation, or the chosen photos of a comparison. */
export interface DeliveryContent {
  /** The chosen items, and those among them that are missing. */
  plan: ExportPlan;
  /** The documentation used in names; for a comparison, the newest. */
  documentation: {
    name: string;
    creator: string;
    dateCreated: string;
    dateUploaded: string | null;
    /** The address given with the documentation; null for a comparison. */
    email: string | null;
  };
  /** Its tasks in order, for answers in names. */
  tasks: readonly NamedTask[];
  /** The task of a photo; for a comparison, of any of its documentations. */
  findTask: (photo: Pick<PlannedPhoto, "taskId">) => NamedTask | undefined;
  /** The subfolder of a photo; null unless the photos are of several documentations. */
  findFolder: (photo: PlannedPhoto) => string | null;
  /** Reads the report for a layout and the layouts it inserts. */
  readReport: (layouts: Report["layouts"]) => Promise<Report>;
}

/**
 * Reads the content for destinations of one request, once for those that are sent the same.
 * @throws as `readDeliveryContent`
 */
export function createContentReader(
  db: Database,
  target: Target,
): (destination: Pick<TemplateDestination, "hasThreads">) => Promise<DeliveryContent> {
  const contents = new Map<boolean, Promise<DeliveryContent>>();
  return ({ hasThreads }) => {
    const threads = hasThreads || target.request.threads === true;
    const content =
      contents.get(threads) ??
      readDeliveryContent(db, { ...target, request: { ...target.request, threads } });
    contents.set(threads, content);
    return content;
  };
}

/** @throws notFound, exportRefused while the documentation is in the field (2§4), tooLarge */
export const readDeliveryContent = (db: Database, target: Target): Promise<DeliveryContent> =>
  target.request.comparison === undefined
    ? readDocumentationContent(db, target)
    : readComparisonContent(db, target, target.request.comparison);

/** How photos appear in the delivery. */
const createPhotoOptions = (
  customerId: number,
  { withoutMarkup = false, unblurred = false }: DeliveryRequest,
) => ({
  scope: createCustomerScope(customerId),
  markup: !withoutMarkup,
  unblurred,
});

async function readDocumentationContent(
  db: Database,
  { customerId, documentationId, request }: Target,
): Promise<DeliveryContent> {
  const reader = {
    ...createPhotoOptions(customerId, request),
    files: !request.withoutFiles,
    threads: request.threads ?? false,
  };
  const content = await readContent(db, reader, documentationId);
  const plan = createPlan(content, reader, request.language);
  const rows = content.tasks.map((task, index) => {
    // The plan's tasks are in the order of the content's.
    const expressions = plan.tasks[index]!;
    // An answer left in a task that does not apply is not used in folder names or as a recipient, as in report layouts.
    return task.enabled
      ? { ...task, expressions }
      : { ...task, answer: null, expressions: { ...expressions, answer: null } };
  });
  const taskById = new Map(rows.map((task) => [task.id, task]));
  const { name, creator, dateCreated, dateUploaded, email } = content.details;
  return {
    plan: keepChosenItems(plan, request),
    documentation: { name, creator, dateCreated, dateUploaded, email },
    tasks: rows,
    findTask: ({ taskId }) => (taskId === null ? undefined : taskById.get(taskId)),
    findFolder: () => null,
    readReport: async (layouts) => {
      const report = await readReport(db, reader, documentationId, { language: request.language, layouts });
      const plan = keepChosenItems(report.plan, request);
      const photoIds = new Set(plan.photos.map(({ id }) => id));
      const fileIds = new Set(plan.files.map(({ id }) => id));
      return {
        ...report,
        plan,
        documentations: report.documentations.map((documentation) => ({
          ...documentation,
          photos: documentation.photos.filter(({ id }) => photoIds.has(id)),
          files: documentation.files.filter(({ id }) => fileIds.has(id)),
        })),
      };
    },
  };
}

async function readComparisonContent(
  db: Database,
  { customerId, documentationId, request }: Target,
  name: string,
): Promise<DeliveryContent> {
  const reader = createPhotoOptions(customerId, request);
  const ids = request.photoIds ?? [];
  const fields = { name, language: request.language };
  const { plan, documentations, photosByDocumentation, getReplacementTexts } = await planSelection(
    db,
    reader,
    ids,
    fields,
  );
  const taskRows = await listTasks(db, customerId, [documentationId, ...documentations.map(({ id }) => id)]);
  const templateIdByDocumentation = new Map(documentations.map(({ id, templateId }) => [id, templateId]));
  const rows = taskRows.map((task) => {
    const codes = getReplacementTexts(templateIdByDocumentation.get(task.documentationId) ?? "");
    return {
      ...task,
      expressions: { name: replaceCodes(task.name, codes), answer: replaceAnswerTexts(task, codes) },
    };
  });
  const taskById = new Map(rows.map((task) => [task.id, task]));
  const labels = createVisitLabels(documentations);
  const folders = new Map(
    documentations.flatMap(({ id }) => {
      const { label = "", templateName = "" } = labels.get(id) ?? {};
      return (photosByDocumentation.get(id) ?? []).map(
        (photo) => [photo.id, `${label} ${templateName}`] as const,
      );
    }),
  );
  const newestDocumentation =
    documentations.find(({ id }) => id === documentationId) ?? documentations.at(-1)!;
  return {
    plan,
    documentation: { ...newestDocumentation, name, email: null },
    tasks: rows.filter((task) => task.documentationId === newestDocumentation.id),
    findTask: ({ taskId }) => (taskId === null ? undefined : taskById.get(taskId)),
    findFolder: ({ id }) => folders.get(id) ?? null,
    readReport: (layouts) => readComparisonReport(db, reader, ids, { ...fields, layouts }),
  };
}

const taskColumns = {
  id: uuid("k.id"),
  documentationId: uuid("k.documentation_id"),
  key: nullable(text("k.key")),
  name: text("k.name"),
  type: text("k.type"),
  answer: nullable(text("k.answer")),
};

const listTasks = (db: Database, customerId: number, ids: readonly string[]) =>
  selectRows(
    db,
    taskColumns,
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify([...new Set(ids)])}) x
      CROSS JOIN documentation_task k ON k.customer_id = ${customerId} AND k.documentation_id = ${textAsId("x.value")}
      ORDER BY x.key, k.position, k.id`,
  );

/** Keeps only the chosen items. Chosen items that no longer exist are reported as missing. */
function keepChosenItems(plan: ExportPlan, { photoIds, fileIds }: DeliveryRequest): ExportPlan {
  const photos = selectChosenItems("PHOTO", plan.photos, plan.missing, photoIds);
  const files = selectChosenItems("FILE", plan.files, plan.missing, fileIds);
  return {
    ...plan,
    expectedPhotos: photoIds?.length ?? plan.expectedPhotos,
    photos: photos.available,
    files: files.available,
    missing: [...photos.missing, ...files.missing],
  };
}

function selectChosenItems<T extends { id: string }>(
  kind: MissingItem["kind"],
  availableItems: T[],
  allMissingItems: readonly MissingItem[],
  ids: readonly string[] | null,
): { available: T[]; missing: MissingItem[] } {
  const missing = allMissingItems.filter((item) => item.kind === kind);
  if (ids === null) return { available: availableItems, missing };
  const chosenIds = new Set(ids);
  const selectedItems = availableItems.filter(({ id }) => chosenIds.has(id));
  const selectedMissingItems = missing.filter(({ id }) => chosenIds.has(id));
  const knownIds = new Set([...selectedItems, ...selectedMissingItems].map(({ id }) => id));
  // Files that may not be read are counted but not named.
  const withheldFiles = chosenIds.size > 0 ? missing.filter(({ reason }) => reason === "forbidden") : [];
  const deletedItems = ids
    .filter((id) => withheldFiles.length === 0 && !knownIds.has(id))
    .map((id): MissingItem => ({ id, kind, name: id, taskId: null, reason: "notFound" }));
  return { available: selectedItems, missing: [...selectedMissingItems, ...withheldFiles, ...deletedItems] };
}
