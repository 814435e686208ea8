import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { findExportBlockers } from "#domain/delivery/exportChecks.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { ExportOptions } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { readCheckedTasks } from "#worker/documentation/checkedTasks.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
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
  const { tasks, photos, files } = await readCheckedTasks(db, row.customerId, [row.id]);
  return {
    customerId: row.customerId,
    documentationId: row.id,
    templateId: row.templateId,
    obstacles: findExportBlockers(row.status, tasks),
    photos,
    files,
  };
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
