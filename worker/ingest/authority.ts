import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import { importFile, importPhoto } from "#domain/endpoints/review/mediaImport.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { documentation, license, type UploadRow, upload, uploadToken } from "#worker/db/schema/index.ts";
import { retakeOfUpload } from "./retaken.ts";

/** Says why a reservation may no longer be taken in, or null. */
export type AuthorityChecker = (row: UploadRow) => Promise<ProblemCode | null>;

/**
 * A signed URL outlives the authority behind it: bytes that arrive after a link was revoked, a licence expired or a user lost the
 * authority are refused. Of reservations that are looked at together, those of one sender ask for its authority once.
 */
export function authorityChecker(db: Database): AuthorityChecker {
  const asked = new Map<string, Promise<boolean>>();
  return (row) => findWithdrawal(db, row, asked);
}

async function findWithdrawal(db: Database, row: UploadRow, input: Asked): Promise<ProblemCode | null> {
  const reason = await lostAuthority(db, row, input);
  if (reason || !row.retakeId) return reason;
  const retake = await retakeOfUpload(db, row);
  // One that another upload has answered is not withdrawn: of the same bytes both are stored.
  return retake && retake.outcome !== "WITHDRAWN" ? null : "retakeEnded";
}

/** What has been asked already, by who was asked about. */
type Asked = Map<string, Promise<boolean>>;

function memoized(input: Asked, whom: readonly unknown[], ask: () => Promise<boolean>): Promise<boolean> {
  const key = JSON.stringify(whom);
  const answer = input.get(key) ?? ask();
  input.set(key, answer);
  return answer;
}

async function lostAuthority(db: Database, row: UploadRow, input: Asked): Promise<ProblemCode | null> {
  const { customerId, uploadTokenId, licenseId, requester, kind } = row;
  if (uploadTokenId) {
    if (!(await memoized(input, ["link", customerId, uploadTokenId], () => linkIsValid(db, row))))
      return "linkUnknown";
    return (await findStoredDuplicate(db, row)) ? "duplicate" : null;
  }
  if (licenseId)
    return (await memoized(input, ["license", customerId, licenseId], () => licenseIsValid(db, row)))
      ? null
      : "licenseRefused";
  const call = kind === "PHOTO" ? importPhoto : importFile;
  const allowed = () => isAllowed(db, requester, call, customerId);
  return (await memoized(input, [call.path, customerId, requester], allowed)) ? null : "forbidden";
}

/** An expired link is still valid for what was announced before: nothing new is signed for it. */
async function linkIsValid(db: Database, { customerId, uploadTokenId }: UploadRow): Promise<boolean> {
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

async function licenseIsValid(db: Database, { customerId, licenseId }: UploadRow): Promise<boolean> {
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

/** What tells the files of a link apart. `taskId` is read from the file's row where it is absent. */
interface LinkedFile extends Pick<UploadRow, "customerId" | "uploadTokenId" | "kind" | "targetId" | "name"> {
  taskId?: string | undefined;
}

/**
 * Condition for stored uploads of a link that have the same name and task as a file of it (2§5). Files that staff have deleted or turned away do not
 * count. Photos never do: they get their task's name, and phones call every one of them "image.jpg".
 */
const sameFileCondition = ({ customerId, uploadTokenId, kind, targetId, name, taskId }: LinkedFile) => {
  const task = taskId
    ? sql`${idParam(taskId)}`
    : sql`(SELECT m.documentation_task_id FROM file m WHERE m.customer_id = ${customerId} AND m.id = ${idParam(targetId)})`;
  return sql`upload_token_id = ${idParam(uploadTokenId)} AND +customer_id = ${customerId} AND state = 'STORED'
    AND +kind = ${kind} AND +kind <> 'PHOTO' AND name = ${name} AND +target_id <> ${idParam(targetId)}
    AND (EXISTS (SELECT 1 FROM temp_file t WHERE t.customer_id = ${customerId} AND t.id = target_id AND (t.decision IS NULL
        OR EXISTS (SELECT 1 FROM file k WHERE k.customer_id = ${customerId} AND k.id = t.file_id)))
      OR EXISTS (SELECT 1 FROM file f WHERE f.customer_id = ${customerId} AND f.id = target_id
        AND f.documentation_task_id IS ${task}))`;
};

/** The upload that brought a file of this name by the same link. */
export const findStoredDuplicate = (db: Database, linked: LinkedFile): Promise<UploadRow | undefined> =>
  db.select().from(upload).where(sameFileCondition(linked)).get();

/** Condition for the batch that takes an upload in: its link has not been revoked or brought a file of that name since it was judged. */
export const linkStillValidCondition = (row: UploadRow) =>
  row.uploadTokenId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${idParam(row.uploadTokenId)} AND revoked_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM upload WHERE ${sameFileCondition(row)})`;
