import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, flag, tenantKey, version } from "./columns";
import { owned } from "./owned";

/** A PNG that photos and drawings are placed on; its bytes are in R2. */
export const graphic = sqliteTable(
  "graphic",
  {
    ...owned(),
    name: text().notNull(),
    description: text(),
    dataSize: integer().notNull().default(0),
    hasData: flag(),
    version: version(),
    dateCreated: created(),
  },
  (t) => [tenantKey(t), index("graphic_name").on(t.customerId, t.name)],
);

/** A JPEG shown beside a task as the example to follow; its bytes are in R2. */
export const referencePhoto = sqliteTable(
  "reference_photo",
  {
    ...owned(),
    name: text().notNull(),
    description: text(),
    dataSize: integer().notNull().default(0),
    hasData: flag(),
    version: version(),
    dateCreated: created(),
  },
  (t) => [tenantKey(t), index("reference_photo_name").on(t.customerId, t.name)],
);
