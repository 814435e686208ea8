import { and, eq, ne, sql } from "drizzle-orm";
import { type FieldError, problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { documentationTask, exportEvent, templateTask } from "#worker/db/schema/index.ts";

interface CapturedDocumentation {
  id: string;
  templateId: string;
  customerId?: number | undefined;
  exportEvents: { id: string }[];
  tasks: {
    id: string;
    customerId?: number | undefined;
    documentation?: string | undefined;
    parentId: string | null;
    templateTaskId: string | null;
    preconditions: { task?: string | undefined }[];
  }[];
}

interface Owner {
  customerId: number;
  /** The documentation's path in the body, as a prefix for field names in errors. */
  path: string;
}

const differsIfSent = <T>(sentValue: T | undefined, actual: T): boolean =>
  sentValue !== undefined && sentValue !== actual;

/**
 * Checks the fields that the service sets: customer, export events, and the owners of tasks and preconditions. A client may send
 * them if they agree.
 * @throws invalid, naming the fields that disagree
 */
export async function assertServiceFields(
  db: Database,
  { customerId, path: pathPrefix }: Owner,
  capturedDocumentation: CapturedDocumentation,
): Promise<void> {
  const errors: Record<string, FieldError> = {};
  const check = (path: string, isInvalid: boolean) => {
    if (isInvalid) errors[`${pathPrefix}${path}`] = "invalid";
  };
  check("customerId", differsIfSent(capturedDocumentation.customerId, customerId));
  capturedDocumentation.tasks.forEach((task, index) => {
    check(`tasks.${index}.customerId`, differsIfSent(task.customerId, customerId));
    check(`tasks.${index}.documentation`, differsIfSent(task.documentation, capturedDocumentation.id));
    task.preconditions.forEach((precondition, preconditionIndex) => {
      check(
        `tasks.${index}.preconditions.${preconditionIndex}.task`,
        differsIfSent(precondition.task, task.id),
      );
    });
  });
  if (capturedDocumentation.exportEvents.length > 0) {
    const exportEvents = await db
      .select({ id: exportEvent.id })
      .from(exportEvent)
      .where(
        and(
          eq(exportEvent.customerId, customerId),
          eq(exportEvent.documentationId, capturedDocumentation.id),
        ),
      );
    const ids = new Set(exportEvents.map(({ id }) => id));
    check(
      "exportEvents",
      capturedDocumentation.exportEvents.some(({ id }) => !ids.has(id)),
    );
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}

/**
 * Checks that tasks refer only to tasks of their own documentation and template. Accepts template tasks that no longer exist, because
 * the template may have changed since.
 * @throws invalid, naming the field
 */
export async function assertOwnReferences(
  db: Database,
  { customerId, path: prefix }: Owner,
  { id, templateId, tasks }: CapturedDocumentation,
): Promise<void> {
  const capturedDocumentation = new Set(tasks.map((task) => task.id));
  const parents = tasks.flatMap(({ parentId }) =>
    parentId && !capturedDocumentation.has(parentId) ? [parentId] : [],
  );
  const templateTaskIds = tasks.flatMap(({ templateTaskId }) => templateTaskId ?? []);
  const [ownTasks, foreignTemplateTasks] = await db.batch([
    db
      .select({ id: documentationTask.id })
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          eq(documentationTask.documentationId, id),
          sql`${documentationTask.id} IN ${idListParam(parents)}`,
        ),
      ),
    db
      .select({ id: templateTask.id })
      .from(templateTask)
      .where(
        and(
          ne(templateTask.templateId, templateId),
          sql`${templateTask.id} IN ${idListParam(templateTaskIds)}`,
        ),
      ),
  ]);
  const existingIds = new Set([...capturedDocumentation, ...ownTasks.map((task) => task.id)]);
  const foreignIds = new Set(foreignTemplateTasks.map((task) => task.id));
  tasks.forEach(({ parentId, templateTaskId }, index) => {
    const path = `${prefix}tasks.${index}`;
    if (parentId && !existingIds.has(parentId))
      throw problem("invalid", { fields: { [`${path}.parentId`]: "notFound" } });
    if (templateTaskId && foreignIds.has(templateTaskId))
      throw problem("invalid", { fields: { [`${path}.templateTaskId`]: "notFound" } });
  });
}
