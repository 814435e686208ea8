import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { findStrictestRequirement } from "#domain/task/requirement.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  graphic,
  type LicenseRow,
  suggestionList,
  template,
  templateGraphic,
  templateLicense,
  templateReplacementText,
  templateTask,
  templateTaskPrecondition,
  templateTaskReferencePhoto,
} from "#worker/db/schema/index.ts";
import { allowedListCondition } from "#worker/resources/suggestionResource.ts";

/** Condition for the templates a licence may use: not deleted, and not restricted to other licences. Without a licence: unrestricted ones. */
export const allowedTemplatesCondition = (customerId: number, licenseId: string | null): SQL =>
  andCondition(deliverableTemplatesCondition(customerId, licenseId), isNull(template.dateDeleted));

/**
 * Condition of the templates that a device may save documentations with: also deleted ones, because it may hold documentations from before
 * the deletion.
 */
export const deliverableTemplatesCondition = (customerId: number, licenseId: string | null): SQL =>
  andCondition(
    eq(template.customerId, customerId),
    sql`(NOT EXISTS (SELECT 1 FROM ${templateLicense} WHERE ${templateLicense.templateId} = ${template.id})
      OR EXISTS (SELECT 1 FROM ${templateLicense} WHERE ${templateLicense.templateId} = ${template.id} AND ${templateLicense.licenseId} = ${idParam(licenseId)}))`,
  );

/** Condition for the templates offered for a new documentation: those of `allowedTemplatesCondition` that are not hidden. */
export const offeredTemplatesCondition = (customerId: number, licenseId: string | null): SQL =>
  andCondition(allowedTemplatesCondition(customerId, licenseId), eq(template.hidden, false));

/** The templates offered to a licence, in their order (2§2). */
export const listOfferedTemplates = (db: Database, license: LicenseRow): Promise<TemplateForDevice[]> =>
  listTemplates(db, license, offeredTemplatesCondition(license.customerId, license.id));

/**
 * The template of a documentation that a licence resumes, even if the template has been hidden, restricted or deleted since.
 * @throws notFound
 */
export async function findTemplate(
  db: Database,
  license: Pick<LicenseRow, "id" | "customerId">,
  templateId: string,
): Promise<TemplateForDevice> {
  const condition = andCondition(eq(template.customerId, license.customerId), eq(template.id, templateId));
  const [deviceTemplate] = await listTemplates(db, license, condition);
  if (!deviceTemplate) throw problem("notFound");
  return deviceTemplate;
}

async function listTemplates(
  db: Database,
  license: Pick<LicenseRow, "id" | "customerId">,
  condition: SQL,
): Promise<TemplateForDevice[]> {
  const { customerId } = license;
  const templateIds = db.select({ id: template.id }).from(template).where(condition);
  const taskIds = db
    .select({ id: templateTask.id })
    .from(templateTask)
    .where(and(eq(templateTask.customerId, customerId), inArray(templateTask.templateId, templateIds)));
  const [templates, tasks, preconditions, referencePhotos, graphics, texts, lists] = await db.batch([
    db
      .select()
      .from(template)
      .where(inArray(template.id, templateIds))
      .orderBy(asc(template.position), asc(template.nameKey), asc(template.id)),
    db
      .select()
      .from(templateTask)
      .where(and(eq(templateTask.customerId, customerId), inArray(templateTask.templateId, templateIds)))
      .orderBy(asc(templateTask.position), asc(insertionOrder)),
    db
      .select()
      .from(templateTaskPrecondition)
      .where(
        and(
          eq(templateTaskPrecondition.customerId, customerId),
          inArray(templateTaskPrecondition.taskId, taskIds),
        ),
      )
      .orderBy(insertionOrder),
    db
      .select()
      .from(templateTaskReferencePhoto)
      .where(
        and(
          eq(templateTaskReferencePhoto.customerId, customerId),
          inArray(templateTaskReferencePhoto.templateTaskId, taskIds),
        ),
      )
      .orderBy(insertionOrder),
    db
      .select({ templateId: templateGraphic.templateId, id: graphic.id, name: graphic.name })
      .from(templateGraphic)
      .innerJoin(
        graphic,
        and(eq(graphic.customerId, templateGraphic.customerId), eq(graphic.id, templateGraphic.graphicId)),
      )
      .where(
        and(eq(templateGraphic.customerId, customerId), inArray(templateGraphic.templateId, templateIds)),
      )
      .orderBy(sql`${templateGraphic}.rowid`),
    db
      .select()
      .from(templateReplacementText)
      .where(
        and(
          eq(templateReplacementText.customerId, customerId),
          inArray(templateReplacementText.templateId, templateIds),
        ),
      )
      .orderBy(insertionOrder),
    db
      .select({ id: suggestionList.id, params: suggestionList.params })
      .from(suggestionList)
      .where(and(eq(suggestionList.customerId, customerId), allowedListCondition(customerId, license.id))),
  ]);
  const preconditionsByTask = Map.groupBy(preconditions, ({ taskId }) => taskId);
  const photosByTask = Map.groupBy(referencePhotos, ({ templateTaskId }) => templateTaskId);
  const tasksByTemplate = Map.groupBy(tasks, ({ templateId }) => templateId);
  const graphicsByTemplate = Map.groupBy(graphics, ({ templateId }) => templateId);
  /** The lists for this licence, with their params: the columns of contact-person lists (3§5). */
  const paramsByList = new Map(lists.map(({ id, params }) => [id, params]));
  const findUsableListId = (listId: string | null) =>
    listId !== null && paramsByList.has(listId) ? listId : null;
  const textsByTemplate = Map.groupBy(texts, ({ templateId }) => templateId);
  return templates.map(({ suggestionListId, predefinedConfigurationId, ...row }) => ({
    ...row,
    suggestionList: findUsableListId(suggestionListId),
    onlySuggestionsAllowed: row.onlySuggestionsAllowed && findUsableListId(suggestionListId) !== null,
    predefinedConfiguration: predefinedConfigurationId,
    graphics: row.graphicEnabled ? (graphicsByTemplate.get(row.id) ?? []) : [],
    replacementTexts: textsByTemplate.get(row.id) ?? [],
    tasks: sortInReadingOrder(tasksByTemplate.get(row.id) ?? []).map(
      ({ suggestionListId: list, ...task }) => ({
        ...task,
        required: findStrictestRequirement(row.allTasksRequired, task),
        suggestionList: findUsableListId(list),
        params: { ...(list && paramsByList.get(list)), ...task.params },
        preconditions: preconditionsByTask.get(task.id) ?? [],
        referencePhotos: (photosByTask.get(task.id) ?? []).map(({ referencePhotoId }) => referencePhotoId),
      }),
    ),
  }));
}

/** Insertion order. */
const insertionOrder: SQL = sql`rowid`;
