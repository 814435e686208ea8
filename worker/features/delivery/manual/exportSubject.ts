import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { type CheckedTask, findExportBlockers } from "#domain/delivery/exportChecks.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { ExportOptions } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { nullable, number, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { findGroup, listMembers, readAllPages } from "#worker/listQuery/groupMembers.ts";

/** The subject of an export: a documentation, or chosen photos of a comparison. */
export interface ExportSubject {
  customerId: number;
  /** Its template has the destinations; for a comparison, the newest documentation that may be exported. */
  documentationId: string;
  templateId: string;
  /** The group's name; undefined for a single documentation. */
  comparison?: string;
  obstacles: ExportOptions["obstacles"];
  /** Number of photos and files that have arrived and can be chosen. */
  photos: number;
  files: number;
}

/** @throws notFound, forbidden for a customer that the actor does not act for */
export async function findDocumentationSubject(
  db: Database,
  actor: Actor,
  { documentationId, customerId }: { documentationId: string; customerId?: number | undefined },
): Promise<ExportSubject> {
  const row = await findVisibleDocumentation(db, scopeOf(actor, customerId), documentationId);
  const [tasks, captureCounts] = await Promise.all([listTasks(db, row), countCaptures(db, row)]);
  const mapCountsByTask = (kind: "photo" | "file", state: "taken" | "arrived") =>
    new Map(captureCounts.filter((entry) => entry.kind === kind).map((entry) => [entry.task, entry[state]]));
  const [photoCounts, fileCounts] = [mapCountsByTask("photo", "taken"), mapCountsByTask("file", "arrived")];
  const checkedTasks = tasks.map(
    ({ id, name, type, required, answer, enabled }): CheckedTask => ({
      ...{ name, type, required, answer },
      isApplicable: enabled,
      photoCount: photoCounts.get(id) ?? 0,
      fileCount: fileCounts.get(id) ?? 0,
    }),
  );
  const sumCounts = (counts: ReadonlyMap<unknown, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
  return {
    customerId: row.customerId,
    documentationId: row.id,
    templateId: row.templateId,
    obstacles: findExportBlockers(row.status, checkedTasks),
    photos: sumCounts(mapCountsByTask("photo", "arrived")),
    files: sumCounts(fileCounts),
  };
}

/** The index by task would scan the whole customer. */
const unindexedTaskId = withoutIndex(sql`x.documentation_task_id`);
const captureColumns = (kind: "photo" | "file") => ({
  kind: text<"photo" | "file">(`'${kind}'`),
  task: nullable(uuid("x.documentation_task_id")),
  taken: number("sum(x.has_data OR NOT x.imported)"),
  arrived: number("sum(x.has_data)"),
});

/** Counts the photos and files of each task. */
async function countCaptures(db: Database, { id, customerId }: { id: string; customerId: number }) {
  const countByTask = (table: "photo" | "file") =>
    selectRows(
      db,
      captureColumns(table),
      (columns) => sql`SELECT ${columns} FROM ${sql.raw(table)} x
        WHERE x.customer_id = ${customerId} AND x.documentation_id = ${idParam(id)} GROUP BY ${unindexedTaskId}`,
    );
  return (await Promise.all([countByTask("photo"), countByTask("file")])).flat();
}

const maxDocumentations = 5000;

/**
 * The comparison with this name, with its newest documentation that is not in the field (2§4).
 * @throws notFound for a name without documentations, forbidden
 */
export async function findComparisonSubject(
  db: Database,
  actor: Actor,
  { name, customerId }: { name: string; customerId?: number | undefined },
): Promise<ExportSubject> {
  const group = await findGroup(db, actor, name, customerId);
  const members = await readAllPages(maxDocumentations, (page) => listMembers(db, group, page));
  const sortedMembers = members.toSorted(
    (a, b) => b.dateCreated.localeCompare(a.dateCreated) || a.id.localeCompare(b.id),
  );
  const newestDocumentation =
    sortedMembers.find(({ status }) => !isExportBlocked(status)) ?? sortedMembers[0];
  if (!newestDocumentation) throw problem("notFound");
  const row = await db
    .select({ templateId: documentation.templateId })
    .from(documentation)
    .where(and(eq(documentation.customerId, group.customerId), eq(documentation.id, newestDocumentation.id)))
    .get();
  if (!row) throw problem("notFound");
  return {
    customerId: group.customerId,
    documentationId: newestDocumentation.id,
    templateId: row.templateId,
    comparison: name,
    obstacles: findExportBlockers(newestDocumentation.status, []),
    photos: Number.POSITIVE_INFINITY,
    files: 0,
  };
}

/** @throws invalid, naming the field, for photos or files outside the documentation or the comparison's group */
export async function assertOwnMedia(
  db: Database,
  subject: ExportSubject,
  selection: { photoIds: readonly string[] | null; fileIds: readonly string[] | null },
): Promise<void> {
  const assertAllFound = async (field: "photoIds" | "fileIds", table: "photo" | "file") => {
    const ids = [...new Set(selection[field] ?? [])];
    if (ids.length === 0) return;
    const ownCondition =
      subject.comparison === undefined
        ? sql`x.documentation_id = ${idParam(subject.documentationId)}`
        : sql`EXISTS (SELECT 1 FROM documentation d JOIN documentation_group_member m ON m.documentation_seq = d.seq
            WHERE d.customer_id = x.customer_id AND d.id = x.documentation_id
              AND m.customer_id = ${subject.customerId} AND m.name = ${subject.comparison})`;
    const ownCount = await selectNumber(
      db,
      sql`SELECT count(*) FROM ${sql.raw(table)} x
        WHERE x.id IN ${idListParam(ids)} AND x.customer_id = ${subject.customerId} AND ${ownCondition}`,
    );
    if (ownCount !== ids.length) throw problem("invalid", { fields: { [field]: "notFound" } });
  };
  await assertAllFound("photoIds", "photo");
  await assertAllFound("fileIds", "file");
}
