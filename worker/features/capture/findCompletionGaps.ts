import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { CompletionGap } from "#domain/core/documentationTypes.ts";
import { hasPosition } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { sanitizeListText } from "#domain/core/text/listText.ts";
import { completionGapsOf } from "#domain/documentation/completionGaps.ts";
import { equalsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, listParam } from "#worker/db/ids.ts";
import { flag, selectRow } from "#worker/db/rows.ts";
import {
  type DocumentationRow,
  documentationTask,
  type LicenseRow,
  suggestionList,
  template,
} from "#worker/db/schema/index.ts";
import { keysIgnoringCase } from "#worker/db/sortKey.ts";
import { allowedListCondition } from "#worker/resources/suggestionResource.ts";

/**
 * The required content that a completed documentation lacks (2§5); null if nothing is missing. The service does not refuse such a
 * documentation, because its device could then not deliver the rest; staff are told instead.
 */
export async function findCompletionGaps(
  db: Database,
  license: Pick<LicenseRow, "emailRequired">,
  row: DocumentationRow,
  applicableTaskIds: readonly string[],
): Promise<CompletionGap[] | null> {
  const { customerId, id } = row;
  // Qualified by hand: Drizzle leaves the tables out of columns in a query of one table, and `id` would be the photo's.
  const hasMediaSql = (table: "photo" | "file") =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} m WHERE m.customer_id = ${customerId} AND m.documentation_id = ${idParam(id)}
      AND m.documentation_task_id = documentation_task.id)`;
  const hasMediaColumn = sql<number>`(${hasMediaSql("photo")} OR ${hasMediaSql("file")})`;
  const [[templateRow], tasks] = await db.batch([
    db
      .select(pick(getTableColumns(template), ["locationEnabled", "locationRequired"]))
      .from(template)
      .where(and(eq(template.customerId, customerId), eq(template.id, row.templateId))),
    db
      .select({
        ...pick(getTableColumns(documentationTask), [
          "name",
          "type",
          "required",
          "options",
          "params",
          "answer",
        ]),
        hasMedia: hasMediaColumn,
      })
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          eq(documentationTask.documentationId, id),
          sql`${documentationTask.id} IN ${idListParam(applicableTaskIds)}`,
        ),
      )
      .orderBy(documentationTask.position),
  ]);
  const gaps = completionGapsOf({
    hasListedName: !row.hasUnlistedName,
    isPositionRequired: Boolean(templateRow?.locationEnabled && templateRow.locationRequired),
    hasPosition: hasPosition(row),
    isEmailRequired: license.emailRequired,
    hasEmail: row.email !== null,
    tasks: tasks.map((task) => ({ ...task, hasMedia: Boolean(task.hasMedia) })),
  });
  return gaps.length > 0 ? gaps : null;
}

/**
 * Whether a name is missing from the template's list of allowed names. Call it before the documentation is saved: saving may remove the
 * used suggestion from the list.
 */
export async function isUnlistedName(
  db: Database,
  { customerId, licenseId }: { customerId: number; licenseId: string | null },
  { templateId, name }: { templateId: string; name: string },
): Promise<boolean> {
  const listText = sanitizeListText(name);
  const listState = await selectRow(
    db,
    {
      isListed:
        flag(sql`EXISTS (SELECT 1 FROM suggestion s INDEXED BY suggestion_list_text_key WHERE s.customer_id = ${customerId}
        AND s.suggestion_list_id = suggestion_list.id AND s.text_key IN ${listParam(keysIgnoringCase(listText))}
        AND ${equalsFolded(sql.raw("s.text"), listText)})`),
    },
    (columns) => sql`SELECT ${columns} FROM template t
      JOIN ${suggestionList} ON suggestion_list.customer_id = t.customer_id AND suggestion_list.id = t.suggestion_list_id
      WHERE t.customer_id = ${customerId} AND t.id = ${idParam(templateId)} AND t.only_suggestions_allowed
        AND ${allowedListCondition(customerId, licenseId)}`,
  );
  return listState !== undefined && !listState.isListed;
}
