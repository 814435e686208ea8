import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { customerForeignKey, instant, uuid } from "./columns.ts";
import { documentation } from "./documentation.ts";

/** The current reviewer of a documentation. Advisory: it blocks no one, but the queue skips the documentation for others until it expires. */
export const reviewClaim = sqliteTable(
  "review_claim",
  {
    documentationId: uuid().primaryKey(),
    customerId: integer().notNull(),
    userId: integer().notNull(),
    creator: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("review_claim_documentation").on(t.customerId, t.documentationId),
    index("review_claim_expires").on(t.expiresAt),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
