import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LinkPurpose } from "#domain/links/uploadLink.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  instant,
  requester,
  uuid,
  uuidKey,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { license } from "./license.ts";

/** A link through which people without a login upload to one documentation. Only the token's SHA-256 is stored. */
export const uploadToken = sqliteTable(
  "upload_token",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    licenseId: uuid(),
    /** The public page it opens. */
    purpose: text().$type<LinkPurpose>().notNull(),
    tokenHash: text().notNull().unique(),
    creator: text().notNull(),
    /** The creator, who is notified by mail when files arrive. */
    userId: integer(),
    /** The user whose permissions the link depends on. */
    requester: requester(),
    /** The newest arrival that the creator has been mailed about. */
    notifiedUntil: instant(),
    expireDate: text().notNull(),
    /** When staff revoked it. The link is then invalid, but its receipt stays until the link is deleted. */
    revokedAt: instant(),
    dateCreated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("upload_token_documentation").on(t.customerId, t.documentationId),
    index("upload_token_license").on(t.customerId, t.licenseId),
    index("upload_token_expire").on(t.expireDate),
    index("upload_token_customer_expire").on(t.customerId, t.expireDate),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license, "cascade"),
  ],
);
