import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { strictestRequirement } from "#domain/task/requirement.ts";
import { inReadingOrder } from "#domain/task/taskTree.ts";
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

/** Condition of the templates a licence may use: not deleted, and unrestricted or restricted to it. Without a licence: unrestricted. */
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

/** Condition of the templates offered for a new documentation: those of `allowedTemplatesCondition` that are not hidden. */
export const offeredTemplatesCondition = (customerId: number, licenseId: string | null): SQL =>
  andCondition(allowedTemplatesCondition(customerId, licenseId), eq(template.hidden, false));

/** The templates offered to a licence, in their order (2§2). */
export const templatesFor = (db: Database, license: LicenseRow): Promise<TemplateForDevice[]> =>
  templatesWhere(db, license, offeredTemplatesCondition(license.customerId, license.id));

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
  const [found] = await templatesWhere(db, license, condition);
  if (!found) throw problem("notFound");
  return found;
}

async function templatesWhere(
  db: Database,
  license: Pick<LicenseRow, "id" | "customerId">,
  condition: SQL,
): Promise<TemplateForDevice[]> {
  const { customerId } = license;
  const allowedIds = db.select({ id: template.id }).from(template).where(condition);
  const offeredTasks = db
    .select({ id: templateTask.id })
    .from(templateTask)
    .where(and(eq(templateTask.customerId, customerId), inArray(templateTask.templateId, allowedIds)));
  const [templates, tasks, preconditions, referencePhotos, graphics, texts, lists] = await db.batch([
    db
      .select()
      .from(template)
      .where(inArray(template.id, allowedIds))
      .orderBy(asc(template.position), asc(template.name)),
    db
      .select()
      .from(templateTask)
      .where(and(eq(templateTask.customerId, customerId), inArray(templateTask.templateId, allowedIds)))
      .orderBy(asc(templateTask.position), asc(rowid)),
    db
      .select()
      .from(templateTaskPrecondition)
      .where(
        and(
          eq(templateTaskPrecondition.customerId, customerId),
          inArray(templateTaskPrecondition.taskId, offeredTasks),
        ),
      )
      .orderBy(rowid),
    db
      .select()
      .from(templateTaskReferencePhoto)
      .where(
        and(
          eq(templateTaskReferencePhoto.customerId, customerId),
          inArray(templateTaskReferencePhoto.templateTaskId, offeredTasks),
        ),
      )
      .orderBy(rowid),
    db
      .select({ templateId: templateGraphic.templateId, id: graphic.id, name: graphic.name })
      .from(templateGraphic)
      .innerJoin(
        graphic,
        and(eq(graphic.customerId, templateGraphic.customerId), eq(graphic.id, templateGraphic.graphicId)),
      )
      .where(and(eq(templateGraphic.customerId, customerId), inArray(templateGraphic.templateId, allowedIds)))
      .orderBy(sql`${templateGraphic}.rowid`),
    db
      .select()
      .from(templateReplacementText)
      .where(
        and(
          eq(templateReplacementText.customerId, customerId),
          inArray(templateReplacementText.templateId, allowedIds),
        ),
      )
      .orderBy(rowid),
    db
      .select({ id: suggestionList.id, params: suggestionList.params })
      .from(suggestionList)
      .where(and(eq(suggestionList.customerId, customerId), allowedListCondition(customerId, license.id))),
  ]);
  const preconditionsOf = Map.groupBy(preconditions, ({ taskId }) => taskId);
  const photosOf = Map.groupBy(referencePhotos, ({ templateTaskId }) => templateTaskId);
  const tasksOf = Map.groupBy(tasks, ({ templateId }) => templateId);
  const graphicsOf = Map.groupBy(graphics, ({ templateId }) => templateId);
  /** The lists for this licence, with their params: the columns of contact-person lists (3§5). */
  const paramsOf = new Map(lists.map(({ id, params }) => [id, params]));
  const usable = (listId: string | null) => (listId !== null && paramsOf.has(listId) ? listId : null);
  const textsOf = Map.groupBy(texts, ({ templateId }) => templateId);
  return templates.map(({ suggestionListId, predefinedConfigurationId, ...row }) => ({
    ...row,
    suggestionList: usable(suggestionListId),
    onlySuggestionsAllowed: row.onlySuggestionsAllowed && usable(suggestionListId) !== null,
    predefinedConfiguration: predefinedConfigurationId,
    graphics: row.graphicEnabled ? (graphicsOf.get(row.id) ?? []) : [],
    replacementTexts: textsOf.get(row.id) ?? [],
    tasks: inReadingOrder(tasksOf.get(row.id) ?? []).map(({ suggestionListId: list, ...task }) => ({
      ...task,
      required: strictestRequirement(row.allTasksRequired, task),
      suggestionList: usable(list),
      params: { ...(list && paramsOf.get(list)), ...task.params },
      preconditions: preconditionsOf.get(task.id) ?? [],
      referencePhotos: (photosOf.get(task.id) ?? []).map(({ referencePhotoId }) => referencePhotoId),
    })),
  }));
}

/** Insertion order. */
const rowid: SQL = sql`rowid`;
