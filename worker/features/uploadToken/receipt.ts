import { createHmac, timingSafeEqual } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import type { Database } from "#worker/db/database.ts";
import { upload } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";

/**
 * The receipt of a link: names as sent, sizes, and SHA-256 of the stored bytes. The signature is an HMAC-SHA-256 of the receipt's
 * JSON, so that anyone who has it can ask the service to verify it.
 */
export async function readReceipt(env: Env, db: Database, link: Link) {
  const uploads = await db
    .select({
      targetId: upload.targetId,
      name: upload.name,
      dataSize: upload.size,
      sha256: upload.sha256,
      state: upload.state,
      reason: upload.refusalCode,
      settled: upload.settledAt,
    })
    .from(upload)
    .where(
      and(
        eq(withoutIndex(upload.customerId), link.token.customerId),
        eq(upload.uploadTokenId, link.token.id),
      ),
    )
    .orderBy(asc(upload.dateCreated), asc(sql`rowid`));
  const storedUploads = uploads.filter(({ state }) => state === "STORED");
  // Items that were refused and accepted later do not count as refused, nor does a stored file that was sent again.
  const acceptedIds = new Set(
    uploads.filter(({ state }) => state === "STORED" || state === "RESERVED").map(({ targetId }) => targetId),
  );
  const toFileKey = ({ name, sha256 }: { name: string; sha256: string | null }) =>
    JSON.stringify([name, sha256]);
  const storedFiles = new Set(storedUploads.map(toFileKey));
  const refusedUploadById = new Map(
    uploads.flatMap((row) =>
      row.state === "REFUSED" &&
      !acceptedIds.has(row.targetId) &&
      !(row.reason === "duplicate" && storedFiles.has(toFileKey(row)))
        ? [[row.targetId, row]]
        : [],
    ),
  );
  const receipt = {
    documentationName: link.documentation.name,
    customerName: link.customerName,
    creator: link.token.creator,
    expected: acceptedIds.size + refusedUploadById.size,
    received: storedUploads.length,
    items: storedUploads.map(({ name, dataSize, sha256, settled }) => ({
      name,
      dataSize,
      sha256: sha256 ?? "",
      dateUploaded: settled ?? "",
    })),
    refused: [...refusedUploadById.values()].map(({ name, reason }) => ({ name, reason: reason ?? "" })),
    dateCreated: now(),
  };
  return { receipt, signature: signReceipt(env, receipt) };
}

/** The key is derived for receipts only, so that no other signature is valid for a receipt. */
const signReceipt = (env: Env, receipt: object): string =>
  createHmac("sha256", `receipt ${env.SESSION_SECRET}`).update(JSON.stringify(receipt)).digest("base64url");

/** True if the service signed this receipt. */
export const isReceiptValid = (env: Env, receipt: object, signature: string): boolean => {
  const [expectedSignature, givenSignature] = [
    Buffer.from(signReceipt(env, receipt)),
    Buffer.from(signature),
  ];
  return (
    expectedSignature.length === givenSignature.length && timingSafeEqual(expectedSignature, givenSignature)
  );
};
