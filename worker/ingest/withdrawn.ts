import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { importFile, importPhoto } from "../../domain/endpoints/review";
import { createUploadToken } from "../../domain/endpoints/uploadToken";
import { now } from "../../domain/fields";
import type { ProblemCode } from "../../domain/problem";
import type { Database } from "../db/database";
import { documentation, license, upload, uploadToken } from "../db/schema";
import { isAllowed } from "../entrance/session/actor";

type Upload = typeof upload.$inferSelect;

/**
 * Why a reservation may not be taken in any more, or null. A signed URL outlives the right it was signed by: what arrives after a
 * link was revoked, a licence ended or a user lost the authority is turned away.
 */
export async function withdrawn(db: Database, row: Upload): Promise<ProblemCode | null> {
  if (row.uploadTokenId) {
    if (!(await linkStands(db, row))) return "linkUnknown";
    return (await storedNamesake(db, row)) ? "duplicate" : null;
  }
  if (row.licenseId) return (await licenseStands(db, row)) ? null : "licenseRefused";
  const call = row.kind === "PHOTO" ? importPhoto : importFile;
  return (await isAllowed(db, row.requester, call, row.customerId)) ? null : "forbidden";
}

/** An expired link takes in what was announced while it was open: nothing new is signed for it. */
async function linkStands(db: Database, { customerId, uploadTokenId }: Upload): Promise<boolean> {
  const token = await db
    .select({ requester: uploadToken.requester, status: documentation.status })
    .from(uploadToken)
    .innerJoin(
      documentation,
      and(
        eq(documentation.customerId, uploadToken.customerId),
        eq(documentation.id, uploadToken.documentationId),
      ),
    )
    .where(
      and(
        eq(uploadToken.customerId, customerId),
        eq(uploadToken.id, uploadTokenId!),
        isNull(uploadToken.revoked),
      ),
    )
    .get();
  return (
    token !== undefined &&
    token.status !== "DELETED" &&
    isAllowed(db, token.requester, createUploadToken, customerId)
  );
}

async function licenseStands(db: Database, { customerId, licenseId }: Upload): Promise<boolean> {
  const found = await db
    .select({ id: license.id })
    .from(license)
    .where(
      and(
        eq(license.customerId, customerId),
        eq(license.id, licenseId!),
        or(isNull(license.expireDate), gt(license.expireDate, now())),
      ),
    )
    .get();
  return found !== undefined;
}

/** What makes a file another one of its link. `taskId` is read from its row where it is not given. */
interface Named extends Pick<Upload, "customerId" | "uploadTokenId" | "kind" | "targetId" | "name"> {
  taskId?: string | undefined;
}

/**
 * Uploads of a link by the name of another of its files (2§5), for the same task; what staff deleted since is no longer in the way.
 * Photos are no namesakes: they are named by their task, and phones call every one of them "image.jpg".
 */
const namesakes = ({ customerId, uploadTokenId, kind, targetId, name, taskId }: Named) => {
  const task = taskId
    ? sql`${taskId}`
    : sql`(SELECT m.documentation_task_id FROM file m WHERE m.customer_id = ${customerId} AND m.id = ${targetId})`;
  return sql`upload_token_id = ${uploadTokenId} AND customer_id = ${customerId} AND state = 'STORED'
    AND kind = ${kind} AND kind <> 'PHOTO' AND name = ${name} AND target_id <> ${targetId}
    AND (EXISTS (SELECT 1 FROM temp_file t WHERE t.customer_id = ${customerId} AND t.id = target_id)
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = ${customerId} AND f.id = target_id
        AND f.documentation_task_id IS ${task}))`;
};

/** The file that has come by a link under this name already. */
export const storedNamesake = (db: Database, named: Named): Promise<Upload | undefined> =>
  db.select().from(upload).where(namesakes(named)).get();

/** Holds unless its link was revoked, or brought a file of that name, while this one was looked at; for the batch that takes it in. */
export const stillOpen = (row: Upload) =>
  row.uploadTokenId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${row.uploadTokenId} AND revoked IS NULL)
        AND NOT EXISTS (SELECT 1 FROM upload WHERE ${namesakes(row)})`;
