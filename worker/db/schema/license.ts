import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ForcedSetting } from "#domain/resources/license.ts";
import { creationInstant, customerKey, flag, instant, params, version } from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

export const license = sqliteTable(
  "license",
  {
    ...customerOwnedColumns(),
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
    deletePhotosAfterUpload: text().$type<ForcedSetting>().notNull().default("UNFORCED"),
    backupPhotosToLibrary: text().$type<ForcedSetting>().notNull().default("UNFORCED"),
    emailRequired: flag(),
    expireDate: instant(),
    params: params(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("license_name").on(t.customerId, t.name)],
);
export type LicenseRow = typeof license.$inferSelect;
