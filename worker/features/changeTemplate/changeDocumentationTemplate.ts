import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { RequiredValue } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { changeTemplate } from "#domain/endpoints/review/changeTemplate.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { targetsOf, targetTaskOf } from "#domain/template/mapping.ts";
import {
  applyTemplateChange,
  type ChangedTask,
  mappingOf,
  validateTemplateChange,
} from "#domain/template/templateChange.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { isForeignKeyViolation } from "#worker/db/errors.ts";
import { type DocumentationRow, documentation, template } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { changeDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import {
  type DocumentationContent,
  readDocumentationContent,
  unchangedCondition,
} from "./documentationContent.ts";
import { countTasks, createContentStatements, type PhotoChange } from "./writeTemplateChange.ts";

type ChangeRequest = z.output<NonNullable<typeof changeTemplate.body>>;

interface TargetTemplate {
  id: string;
  name: string;
  lastUpdated: string;
  allTasksRequired: RequiredValue;
  tasks: TemplateContent["tasks"];
}

/**
 * The template that a documentation changes to, with its tasks.
 * @throws invalid, naming `templateId`, if it is deleted or another customer's
 */
export async function findTargetTemplate(
  db: Database,
  actor: Actor,
  customerId: number,
  id: string,
): Promise<TargetTemplate> {
  const templateRow = await db
    .select({
      name: template.name,
      lastUpdated: template.lastUpdated,
      allTasksRequired: template.allTasksRequired,
    })
    .from(template)
    .where(and(eq(template.customerId, customerId), eq(template.id, id), isNull(template.dateDeleted)))
    .get();
  if (!templateRow) throw problem("invalid", { fields: { templateId: "notFound" } });
  const { tasks } = await findRow(db, templateBinding, actor, id);
  return { ...templateRow, id, tasks };
}

/**
 * Changes the template of a documentation, in one batch with its event and audit entries.
 * @throws invalid, naming the field; staleVersion if the documentation or its content has changed since it was read
 */
export async function changeDocumentationTemplate(
  db: Database,
  actor: Actor,
  row: DocumentationRow,
  target: TargetTemplate,
  request: ChangeRequest,
): Promise<void> {
  const content = await readDocumentationContent(db, row);
  const changeContext = { ...content, targets: targetsOf(target.tasks) };
  const errors = validateTemplateChange(changeContext, request);
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  const tasks = applyTemplateChange(changeContext, request, () => crypto.randomUUID());
  const photos = listChangedPhotos(content, tasks, request);
  const oldTemplate = await db
    .select({ name: template.name })
    .from(template)
    .where(eq(template.id, row.templateId))
    .get();
  const params = { change: "TEMPLATE_CHANGED", from: oldTemplate?.name ?? "", to: target.name };
  try {
    await changeDocumentation(db, actor, row, { templateId: target.id }, { type: "TASK_EDIT", params }, [
      // Stops the batch if the content has changed, as `changeDocumentation` does for the row.
      statement(
        db,
        sql`SELECT CASE WHEN ${unchangedCondition(content)} THEN 1 ELSE json('stopped by a guard') END`,
      ),
      ...createContentStatements(db, {
        allTasksRequired: target.allTasksRequired,
        content: content,
        tasks,
        photos,
        drop: request.drop,
        author: authorOf(actor),
        creator: actor.username,
      }),
      db
        .update(documentation)
        .set({ numberOfTasks: countTasks(tasks), templateLastUpdated: target.lastUpdated })
        .where(eq(documentation.id, row.id)),
    ]);
  } catch (error) {
    // A file was added to a task that was to be dropped.
    if (isForeignKeyViolation(error)) throw problem("staleVersion");
    throw error;
  }
}

/** The photos that are renamed or move to another task. */
function listChangedPhotos(
  { photos }: DocumentationContent,
  tasks: readonly ChangedTask[],
  request: ChangeRequest,
): PhotoChange[] {
  const mapping = mappingOf(request);
  const idByTarget = new Map(tasks.flatMap(({ id, target }) => (target ? [[target.id, id] as const] : [])));
  const requestedPhotoById = new Map(request.photos.map((photo) => [photo.id, photo]));
  return photos.flatMap((photo): PhotoChange[] => {
    const change = requestedPhotoById.get(photo.id);
    if (!change) return [];
    const targetId = targetTaskOf(photo, change.templateTaskId, mapping);
    const taskId = targetId && (idByTarget.get(targetId) ?? targetId);
    const isSame = change.name === photo.name && taskId === photo.documentationTaskId;
    return isSame ? [] : [{ id: photo.id, name: change.name, taskId }];
  });
}
