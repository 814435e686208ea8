import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { type documentation, tempFile, upload, uploadToken } from "#worker/db/schema/index.ts";
import { db, makeDocumentation } from "./factories.ts";

type Given = Partial<typeof documentation.$inferInsert>;

/** A documentation that has the matter. */
export async function makeMatter(customerId: number, reason: AttentionReason, given: Given = {}) {
  const made = await makeDocumentation(customerId, { name: reason, ...given });
  const row = { customerId, documentationId: made.id, name: "a.txt" };
  if (reason === "RECEIVED_FILES")
    await db()
      .insert(tempFile)
      .values({ ...row, hasData: true });
  if (reason === "OVERDUE_UPLOADS") await makeUpload(customerId, made.id, "REFUSED");
  if (reason === "EXPIRING_LINKS") await makeEndingLink(customerId, made.id);
  return made;
}

/** A reservation of a photo that nobody has described; one that is RESERVED has expired. */
export async function makeUpload(
  customerId: number,
  documentationId: string,
  state: (typeof upload.$inferInsert)["state"],
  given: Partial<typeof upload.$inferInsert> = {},
): Promise<void> {
  await db()
    .insert(upload)
    .values({
      customerId,
      documentationId,
      kind: "PHOTO",
      targetId: crypto.randomUUID(),
      name: "a.jpg",
      objectKey: `customers/${customerId}/photos/${crypto.randomUUID()}/original`,
      contentType: "image/jpeg",
      size: 1,
      md5: "x",
      state,
      expiresAt: addSeconds(-60),
      ...given,
    });
}

export async function makeEndingLink(customerId: number, documentationId: string, seconds = 86_400) {
  const id = crypto.randomUUID();
  await db()
    .insert(uploadToken)
    .values({
      id,
      customerId,
      documentationId,
      purpose: "FILES",
      tokenHash: crypto.randomUUID(),
      creator: "anna",
      expireDate: addSeconds(seconds),
    });
  return id;
}
