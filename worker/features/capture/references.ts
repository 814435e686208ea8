import { and, eq, ne, sql } from "drizzle-orm";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { documentationTask, templateTask } from "../../db/schema";

interface Captured {
  id: string;
  templateId: string;
  tasks: { id: string; parentId: string | null; templateTaskId: string | null }[];
}

/**
 * What a task refers to must be its own documentation's, or its template's. A task of the template that is not there any more is
 * let through: the template may have moved on since.
 */
export async function refuseForeignReferences(
  db: Database,
  customerId: number,
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
          sql`${documentationTask.id} IN (SELECT value FROM json_each(${JSON.stringify(parents)}))`,
        ),
      ),
    db
      .select({ id: templateTask.id })
      .from(templateTask)
      .where(
        and(
          ne(templateTask.templateId, templateId),
          sql`${templateTask.id} IN (SELECT value FROM json_each(${JSON.stringify(origins)}))`,
        ),
      ),
  ]);
  const known = new Set([...given, ...own.map((task) => task.id)]);
  const others = new Set(foreign.map((task) => task.id));
  tasks.forEach(({ parentId, templateTaskId }, index) => {
    const at = `documentation.tasks.${index}`;
    if (parentId && !known.has(parentId))
      throw problem("invalid", { fields: { [`${at}.parentId`]: "notFound" } });
    if (templateTaskId && others.has(templateTaskId))
      throw problem("invalid", { fields: { [`${at}.templateTaskId`]: "notFound" } });
  });
}
