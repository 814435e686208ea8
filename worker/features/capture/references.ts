import { and, eq, ne, sql } from "drizzle-orm";
import { type FieldFault, problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { idsOf } from "../../db/ids";
import { documentationTask, exportEvent, templateTask } from "../../db/schema";

interface Captured {
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
  /** Where the documentation stands in the body, for the names of faults. */
  at: string;
}

const disagrees = <T>(said: T | undefined, decided: T): boolean => said !== undefined && said !== decided;

/**
 * What the service decides itself may be sent along, and must be what the service says: the customer, the exports, and what tasks
 * and preconditions belong to.
 * @throws invalid, naming the field
 */
export async function refuseDisagreement(
  db: Database,
  { customerId, at }: Owner,
  captured: Captured,
): Promise<void> {
  const faults: Record<string, FieldFault> = {};
  const check = (path: string, wrong: boolean) => {
    if (wrong) faults[`${at}${path}`] = "invalid";
  };
  check("customerId", disagrees(captured.customerId, customerId));
  captured.tasks.forEach((task, index) => {
    check(`tasks.${index}.customerId`, disagrees(task.customerId, customerId));
    check(`tasks.${index}.documentation`, disagrees(task.documentation, captured.id));
    task.preconditions.forEach((precondition, place) => {
      check(`tasks.${index}.preconditions.${place}.task`, disagrees(precondition.task, task.id));
    });
  });
  if (captured.exportEvents.length > 0) {
    const known = await db
      .select({ id: exportEvent.id })
      .from(exportEvent)
      .where(and(eq(exportEvent.customerId, customerId), eq(exportEvent.documentationId, captured.id)));
    const ids = new Set(known.map(({ id }) => id));
    check(
      "exportEvents",
      captured.exportEvents.some(({ id }) => !ids.has(id)),
    );
  }
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
}

/**
 * What a task refers to must be its own documentation's, or its template's. A task of the template that is not there any more is
 * let through: the template may have moved on since.
 */
export async function refuseForeignReferences(
  db: Database,
  { customerId, at: prefix }: Owner,
  { id, templateId, tasks }: Captured,
): Promise<void> {
  const given = new Set(tasks.map((task) => task.id));
  const parents = tasks.flatMap(({ parentId }) => (parentId && !given.has(parentId) ? [parentId] : []));
  const origins = tasks.flatMap(({ templateTaskId }) => templateTaskId ?? []);
  const [own, foreign] = await db.batch([
    db
      .select({ id: documentationTask.id })
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          eq(documentationTask.documentationId, id),
          sql`${documentationTask.id} IN ${idsOf(parents)}`,
        ),
      ),
    db
      .select({ id: templateTask.id })
      .from(templateTask)
      .where(and(ne(templateTask.templateId, templateId), sql`${templateTask.id} IN ${idsOf(origins)}`)),
  ]);
  const known = new Set([...given, ...own.map((task) => task.id)]);
  const others = new Set(foreign.map((task) => task.id));
  tasks.forEach(({ parentId, templateTaskId }, index) => {
    const at = `${prefix}tasks.${index}`;
    if (parentId && !known.has(parentId))
      throw problem("invalid", { fields: { [`${at}.parentId`]: "notFound" } });
    if (templateTaskId && others.has(templateTaskId))
      throw problem("invalid", { fields: { [`${at}.templateTaskId`]: "notFound" } });
  });
}
