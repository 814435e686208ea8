import { and, eq, isNull, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import { importFile, importPhoto } from "#domain/endpoints/review/mediaImport.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, sha256Param } from "#worker/db/ids.ts";
import { documentation, license, type UploadRow, upload, uploadToken } from "#worker/db/schema/index.ts";
import { findRetakeOfUpload } from "./photoRetakes.ts";

/** Finds the reason why a reservation can no longer be accepted, or null. */
export type AuthorityChecker = (row: UploadRow) => Promise<ProblemCode | null>;

/**
 * A signed URL outlives the authority behind it: bytes that arrive after a link was revoked, a licence expired or a user lost the
 * authority are refused. A checker looks up each sender's authority once.
 */
export function createAuthorityChecker(db: Database): AuthorityChecker {
  const cache: AuthorityCache = new Map();
  return (row) => findRefusalReason(db, row, cache);
}

async function findRefusalReason(
  db: Database,
  row: UploadRow,
  cache: AuthorityCache,
): Promise<ProblemCode | null> {
  const reason = await findAuthorityRefusal(db, row, cache);
  if (reason || !row.retakeId) return reason;
  const retake = await findRetakeOfUpload(db, row);
  // A retake that another upload has fulfilled is not withdrawn: if both sent the same bytes, both are told that they are stored.
  return retake && retake.outcome !== "WITHDRAWN" ? null : "retakeEnded";
}

/** Why senders have lost their authority, or null, by a JSON key of the sender. */
type AuthorityCache = Map<string, Promise<ProblemCode | null>>;

function checkSenderOnce(
  cache: AuthorityCache,
  senderKey: readonly unknown[],
  check: () => Promise<ProblemCode | null>,
): Promise<ProblemCode | null> {
  const key = JSON.stringify(senderKey);
  const result = cache.get(key) ?? check();
  cache.set(key, result);
  return result;
}

async function findAuthorityRefusal(
  db: Database,
  row: UploadRow,
  cache: AuthorityCache,
): Promise<ProblemCode | null> {
  const { customerId, uploadTokenId, licenseId, requester, kind } = row;
  if (uploadTokenId) {
    const checkLink = async () => ((await isLinkValid(db, row)) ? null : "linkUnknown");
    const reason = await checkSenderOnce(cache, ["link", customerId, uploadTokenId], checkLink);
    return reason ?? ((await findStoredDuplicate(db, row)) ? "duplicate" : null);
  }
  if (licenseId)
    return checkSenderOnce(cache, ["license", customerId, licenseId], () => findLicenseRefusal(db, row));
  const contract = kind === "PHOTO" ? importPhoto : importFile;
  const checkUser = async () => ((await isAllowed(db, requester, contract, customerId)) ? null : "forbidden");
  return checkSenderOnce(cache, [contract.path, customerId, requester], checkUser);
}

/** An expired link stays valid for uploads announced before: no new URLs are signed for it. */
async function isLinkValid(db: Database, { customerId, uploadTokenId }: UploadRow): Promise<boolean> {
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
        isNull(uploadToken.revokedAt),
      ),
    )
    .get();
  return (
    token !== undefined &&
    token.status !== "DELETED" &&
    isAllowed(db, token.requester, createUploadToken, customerId)
  );
}

/** The sender was accepted with this licence when it announced the upload, so it may learn whether the licence was deleted or has expired. */
async function findLicenseRefusal(
  db: Database,
  { customerId, licenseId }: UploadRow,
): Promise<"licenseUnknown" | "licenseExpired" | null> {
  const row = await db
    .select({ expireDate: license.expireDate })
    .from(license)
    .where(and(eq(license.customerId, customerId), eq(license.id, licenseId!)))
    .get();
  if (!row) return "licenseUnknown";
  return row.expireDate !== null && row.expireDate <= now() ? "licenseExpired" : null;
}

/** Identifies a link's file: the name as sent, the announced SHA-256 and the task, which is `taskId`, any task, or that of the file's row. */
interface LinkFile
  extends Pick<UploadRow, "customerId" | "uploadTokenId" | "kind" | "targetId" | "name" | "sha256"> {
  taskId?: string | undefined;
  isOfAnyTask?: boolean;
}

/**
 * Condition for stored uploads of the same link that are the same file: name, bytes and task (2§5). Other bytes of that name are another
 * file, because phones call every photo image.jpg. Files that staff have rejected or deleted do not count. Neither do photos: two photos of a task
 * may be alike, each with its own comment.
 */
const sameFileCondition = (file: LinkFile) => {
  const { customerId, uploadTokenId, kind, targetId, name, sha256, taskId, isOfAnyTask } = file;
  const ownTaskSql = sql`(SELECT m.documentation_task_id FROM file m WHERE m.customer_id = ${customerId} AND m.id = ${idParam(targetId)})`;
  const taskSql = isOfAnyTask ? sql`f.documentation_task_id` : taskId ? idParam(taskId) : ownTaskSql;
  return sql`upload_token_id = ${idParam(uploadTokenId)} AND +customer_id = ${customerId} AND state = 'STORED'
    AND +kind = ${kind} AND +kind <> 'PHOTO' AND name = ${name} AND +sha256 = ${sha256Param(sha256)} AND +target_id <> ${idParam(targetId)}
    AND (EXISTS (SELECT 1 FROM temp_file t WHERE t.customer_id = ${customerId} AND t.id = target_id AND (t.decision IS NULL
        OR EXISTS (SELECT 1 FROM file k WHERE k.customer_id = ${customerId} AND k.id = t.file_id)))
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = ${customerId} AND f.id = target_id
        AND f.documentation_task_id IS ${taskSql}))`;
};

/** The stored upload of the same file through the same link. */
export const findStoredDuplicate = (db: Database, linkFile: LinkFile): Promise<UploadRow | undefined> =>
  db.select().from(upload).where(sameFileCondition(linkFile)).get();

/** Condition for the batch that accepts an upload: since its inspection, its link has neither been revoked nor stored the same file. */
export const linkValidCondition = (row: UploadRow) =>
  row.uploadTokenId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${idParam(row.uploadTokenId)} AND revoked_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM upload WHERE ${sameFileCondition(row)})`;
