import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, instant, params, tenantKey, uuidKey, version } from "./columns";
import { customer } from "./customer";

export const license = sqliteTable(
  "license",
  {
    id: uuidKey(),
    customerId: integer()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    licenseCode: text().notNull().unique(),
    /** PNG, base64. */
    logo: text(),
    reverseDocumentationCreation: flag(),
    pauseDocumentations: flag(),
    tempFiles: flag(),
    useSavedUsername: flag(),
    useSavedEmail: flag(),
    demo: flag(),
    /** UNFORCED, FORCED_YES or FORCED_NO, as is backupPhotosToLibrary. */
    deletePhotosAfterUpload: text().notNull().default("UNFORCED"),
    backupPhotosToLibrary: text().notNull().default("UNFORCED"),
    emailRequired: flag(),
    expireDate: instant(),
    params: params(),
    version: version(),
    dateCreated: created(),
  },
  (t) => [tenantKey(t), index("license_name").on(t.customerId, t.name)],
);
