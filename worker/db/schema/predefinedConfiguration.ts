import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, customerKey, params, version } from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

/** A source of predefined answers: NEXT or SHAREPOINT_FOLDERS. `secrets` is encrypted and never returned. */
export const predefinedConfiguration = sqliteTable(
  "predefined_configuration",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    type: text().notNull(),
    params: params(),
    secrets: text(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("predefined_configuration_name").on(t.customerId, t.name)],
);
