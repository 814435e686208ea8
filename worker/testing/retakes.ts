import { retake } from "../db/schema";
import { db } from "./factories";

/** Something of a documentation that was sent back and has not come again. */
export async function makeRetake(made: { id: string; customerId: number }): Promise<void> {
  await db()
    .insert(retake)
    .values({
      customerId: made.customerId,
      documentationId: made.id,
      reason: "Too dark",
      creator: "Eva",
      requester: { userId: 0, realUserId: null, customerId: made.customerId },
    });
}
