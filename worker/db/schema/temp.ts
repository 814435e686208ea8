import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, tenantKey, uuidKey, within } from "./columns";
import { documentation } from "./documentation";
import { license } from "./license";

/** A token link by which somebody without a login uploads to one documentation. Only the token's SHA-256 is kept. */
export const uploadToken = sqliteTable(
  "upload_token",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: text().notNull(),
    licenseId: text(),
    /** FILES or LATER: which of the two public pages it opens. */
    purpose: text().notNull(),
    tokenHash: text().notNull().unique(),
    creator: text().notNull(),
    expireDate: text().notNull(),
    dateCreated: created(),
  },
  (t) => [
    tenantKey(t),
    index("upload_token_documentation").on(t.customerId, t.documentationId),
    index("upload_token_license").on(t.customerId, t.licenseId),
    index("upload_token_expire").on(t.expireDate),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
    within(t.customerId, t.licenseId, () => license, "cascade"),
  ],
);

/** What came in by a token link and waits for its device. */
export const tempFile = sqliteTable(
  "temp_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: text(),
    licenseId: text(),
    uploadTokenId: text(),
    name: text().notNull(),
    dataSize: integer().notNull().default(0),
    type: text(),
    sha256: text(),
    tokenCreator: text(),
    remoteAddr: text(),
    dateCreated: created(),
  },
  (t) => [
    index("temp_file_created").on(t.customerId, t.dateCreated),
    index("temp_file_documentation").on(t.customerId, t.documentationId),
    index("temp_file_license").on(t.customerId, t.licenseId),
    index("temp_file_token").on(t.customerId, t.uploadTokenId),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
    within(t.customerId, t.licenseId, () => license),
    within(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
