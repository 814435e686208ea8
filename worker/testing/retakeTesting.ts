import { retake } from "#worker/db/schema/index.ts";
import { db } from "./factories.ts";

/** An open retake of a documentation. */
export async function makeRetake(documentation: { id: string; customerId: number }): Promise<void> {
  await db()
    .insert(retake)
    .values({
      customerId: documentation.customerId,
      documentationId: documentation.id,
      reason: "Too dark",
      creator: "Eva",
      requester: { userId: 0, realUserId: null, customerId: documentation.customerId },
    });
}
