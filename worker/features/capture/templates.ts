import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { TemplateForDevice } from "../../../domain/endpoints/capture";
import type { Database } from "../../db/database";
import { template, templateLicense, templateTask, templateTaskPrecondition } from "../../db/schema";
import type { DeviceLicense } from "./license";

/** The templates a licence may use, in their order (2§2): not hidden, not deleted, unrestricted or restricted to it. */
export async function templatesFor(db: Database, license: DeviceLicense): Promise<TemplateForDevice[]> {
  const { customerId } = license;
  const offered = db.$with("offered").as(
    db
      .select({ id: template.id })
      .from(template)
      .where(
        and(
          eq(template.customerId, customerId),
          eq(template.hidden, false),
          isNull(template.dateDeleted),
          sql`(NOT EXISTS (SELECT 1 FROM ${templateLicense} WHERE ${templateLicense.templateId} = ${template.id})
            OR EXISTS (SELECT 1 FROM ${templateLicense} WHERE ${templateLicense.templateId} = ${template.id} AND ${templateLicense.licenseId} = ${license.id}))`,
        ),
      ),
  );
  const ids = sql`(SELECT id FROM ${offered})`;
  const [templates, tasks, preconditions] = await db.batch([
    db
      .with(offered)
      .select()
      .from(template)
      .where(inArray(template.id, ids))
      .orderBy(asc(template.position), asc(template.name)),
    db
      .with(offered)
      .select()
      .from(templateTask)
      .where(and(eq(templateTask.customerId, customerId), inArray(templateTask.templateId, ids)))
      .orderBy(asc(templateTask.position)),
    db
      .select({
        id: templateTaskPrecondition.id,
        taskId: templateTaskPrecondition.taskId,
        type: templateTaskPrecondition.type,
        params: templateTaskPrecondition.params,
      })
      .from(templateTaskPrecondition)
      .where(eq(templateTaskPrecondition.customerId, customerId)),
  ]);
  const preconditionsOf = Map.groupBy(preconditions, (precondition) => precondition.taskId);
  const tasksOf = Map.groupBy(
    tasks.map((task) => ({ ...task, preconditions: preconditionsOf.get(task.id) ?? [] })),
    (task) => task.templateId,
  );
  return templates.map((row) => ({
    ...row,
    tasks: tasksOf.get(row.id) ?? [],
  })) as unknown as TemplateForDevice[];
}
