import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, instant, requester, tenantKey, uuid, uuidKey, version, within } from "./columns";
import { documentation } from "./documentation";
import { license } from "./license";

/** A token link by which somebody without a login uploads to one documentation. Only the token's SHA-256 is kept. */
export const uploadToken = sqliteTable(
  "upload_token",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    licenseId: uuid(),
    /** FILES or LATER: which of the two public pages it opens. */
    purpose: text().notNull(),
    tokenHash: text().notNull().unique(),
    creator: text().notNull(),
    /** Who really made it, to be told by mail when something came. */
    userId: integer(),
    /** By whose right it opens anything. */
    requester: requester(),
    /** The newest arrival that its maker has been told of. */
    told: instant(),
    expireDate: text().notNull(),
    /** When staff took it back: it opens nothing any more, and its receipt stays until it is forgotten. */
    revoked: instant(),
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

/** What came in by a token link and waits for its device. The columns of its bytes are those of a file. */
export const tempFile = sqliteTable(
  "temp_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid(),
    licenseId: uuid(),
    uploadTokenId: uuid(),
    name: text().notNull(),
    /** What it was called where it came from, when that name could not be kept. */
    givenName: text(),
    type: text(),
    hasData: flag(),
    dataSize: integer().notNull().default(0),
    crc32: integer(),
    sha256: text(),
    etag: text(),
    revision: text().notNull().default(""),
    tokenCreator: text(),
    remoteAddr: text(),
    dateCreated: created(),
    dateUploaded: instant(),
    lastUpdated: instant(),
    version: version(),
  },
  (t) => [
    tenantKey(t),
    index("temp_file_created").on(t.customerId, t.dateCreated),
    index("temp_file_documentation").on(t.customerId, t.documentationId),
    index("temp_file_license").on(t.customerId, t.licenseId),
    index("temp_file_token").on(t.customerId, t.uploadTokenId),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
    within(t.customerId, t.licenseId, () => license),
    within(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
