import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  creationInstant,
  customerForeignKey,
  flag,
  instant,
  sha256,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { license } from "./license.ts";
import { uploadToken } from "./uploadToken.ts";

/** A file received through a link, for staff's decision and for devices. The columns of its bytes are those of a file. */
export const tempFile = sqliteTable(
  "temp_file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid(),
    licenseId: uuid(),
    uploadTokenId: uuid(),
    name: text().notNull(),
    /** The sender's name of the file, if it had to be changed. */
    originalName: text(),
    type: text(),
    hasData: flag(),
    dataSize: integer().notNull().default(0),
    crc32: integer(),
    sha256: sha256(),
    etag: text(),
    revision: text().notNull().default(""),
    tokenCreator: text(),
    remoteAddr: text(),
    /** Staff's decision: TAKEN as a file of the documentation, or REFUSED; null until they decide. */
    decision: text().$type<"TAKEN" | "REFUSED">(),
    decidedBy: text(),
    decided: instant(),
    /** The file that it was taken as, which has the same id: the object at their common key then belongs to the file. */
    fileId: uuid(),
    dateCreated: creationInstant(),
    dateUploaded: instant(),
    lastUpdated: instant(),
    version: version(),
  },
  (t) => [
    index("temp_file_created").on(t.customerId, t.dateCreated),
    index("temp_file_documentation").on(t.customerId, t.documentationId),
    // Only files that staff have not decided on.
    index("temp_file_waiting").on(t.customerId, t.documentationId).where(sql`decision IS NULL AND has_data`),
    // Only files that are deleted automatically.
    index("temp_file_refused").on(t.decided).where(sql`decision = 'REFUSED'`),
    index("temp_file_license").on(t.customerId, t.licenseId, t.dateCreated),
    index("temp_file_token").on(t.customerId, t.uploadTokenId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license),
    customerForeignKey(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
export type TempFileRow = typeof tempFile.$inferSelect;
