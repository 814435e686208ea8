import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { importFile, importPhoto } from "../../domain/endpoints/review";
import { createUploadToken } from "../../domain/endpoints/uploadToken";
import { now } from "../../domain/fields";
import type { ProblemCode } from "../../domain/problem";
import type { Database } from "../db/database";
import { documentation, license, type upload, uploadToken } from "../db/schema";
import { isAllowed } from "../entrance/session/actor";

type Upload = typeof upload.$inferSelect;

/**
 * Why a reservation may not be taken in any more, or null. A signed URL outlives the right it was signed by: what arrives after a
 * link was revoked, a licence ended or a user lost the authority is turned away.
 */
export async function withdrawn(db: Database, row: Upload): Promise<ProblemCode | null> {
  if (row.uploadTokenId) return (await linkStands(db, row)) ? null : "linkUnknown";
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

/** Holds unless the link was revoked while its file was looked at; for the batch that takes the file in. */
export const stillOpen = ({ uploadTokenId }: Upload) =>
  uploadTokenId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${uploadTokenId} AND revoked IS NULL)`;
