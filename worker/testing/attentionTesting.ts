import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import {
  type documentation,
  retake,
  tempFile,
  thread,
  upload,
  uploadToken,
} from "#worker/db/schema/index.ts";
import { db, makeDocumentation } from "./factories.ts";

type Input = Partial<typeof documentation.$inferInsert>;

/** A documentation that needs attention for the given reason. */
export async function makeDocumentationWithAttention(
  customerId: number,
  reason: AttentionReason,
  overrides: Input = {},
) {
  const completedWithout = reason === "COMPLETED_WITHOUT" ? [{ kind: "EMAIL" as const, task: null }] : null;
  const assignment = reason === "LATE_REVIEW" ? { assigneeId: 1, dueDay: "2026-01-02" } : {};
  const documentation = await makeDocumentation(customerId, {
    ...{ name: reason, completedWithout },
    ...assignment,
    ...overrides,
  });
  const row = { customerId, documentationId: documentation.id, name: "a.txt" };
  if (reason === "RECEIVED_FILES")
    await db()
      .insert(tempFile)
      .values({ ...row, hasData: true });
  if (reason === "OVERDUE_UPLOADS") await makeUpload(customerId, documentation.id, "REFUSED");
  if (reason === "EXPIRING_LINKS") await makeExpiringLink(customerId, documentation.id);
  if (reason === "UNANSWERED")
    await db().insert(thread).values({ customerId, documentationId: documentation.id, userId: 1 });
  if (reason === "LATE_RETAKE")
    await db()
      .insert(retake)
      .values({
        ...{ customerId, documentationId: documentation.id, reason: "Too dark", creator: "Eva" },
        ...{ requester: { userId: 0, realUserId: null, customerId }, dueDay: "2026-01-02" },
      });
  return documentation;
}

/** An upload whose reservation has expired, for a photo that has no row. */
export async function makeUpload(
  customerId: number,
  documentationId: string,
  state: (typeof upload.$inferInsert)["state"],
  overrides: Partial<typeof upload.$inferInsert> = {},
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
      ...overrides,
    });
}

export async function makeExpiringLink(
  customerId: number,
  documentationId: string,
  secondsToExpiry = 86_400,
) {
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
      expireDate: addSeconds(secondsToExpiry),
    });
  return id;
}
