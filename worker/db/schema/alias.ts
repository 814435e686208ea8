import { sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { creationInstant, customerKey, version } from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

const aliasColumns = () => ({
  ...customerOwnedColumns(),
  name: text().notNull(),
  alias: text().notNull(),
  version: version(),
  dateCreated: creationInstant(),
});

/** The alias of documentations with this name, new and existing; triggers copy it to them. */
export const documentationAlias = sqliteTable("documentation_alias", aliasColumns(), (t) => [
  customerKey(t),
  unique("documentation_alias_name").on(t.customerId, t.name),
]);

/** The alias of photos with this name, looked up when they are read. */
export const photoAlias = sqliteTable("photo_alias", aliasColumns(), (t) => [
  customerKey(t),
  unique("photo_alias_name").on(t.customerId, t.name),
]);

/** A tag for documentations with this name, new and existing; triggers add it to them. */
export const documentationTagConfiguration = sqliteTable(
  "documentation_tag_configuration",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    tag: text().notNull(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), unique("documentation_tag_configuration_tag").on(t.customerId, t.name, t.tag)],
);
