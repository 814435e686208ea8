import { sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { created, tenantKey, version } from "./columns";
import { owned } from "./owned";

const aliasColumns = () => ({
  ...owned(),
  name: text().notNull(),
  alias: text().notNull(),
  version: version(),
  dateCreated: created(),
});

/** Documentations of this name are shown under the alias, new and existing ones; triggers carry it over. */
export const documentationAlias = sqliteTable("documentation_alias", aliasColumns(), (t) => [
  tenantKey(t),
  unique("documentation_alias_name").on(t.customerId, t.name),
]);

/** Photos of this name are shown under the alias; looked up when they are read. */
export const photoAlias = sqliteTable("photo_alias", aliasColumns(), (t) => [
  tenantKey(t),
  unique("photo_alias_name").on(t.customerId, t.name),
]);

/** Documentations of this name carry the tag, new and existing ones; triggers carry it over. */
export const documentationTagConfiguration = sqliteTable(
  "documentation_tag_configuration",
  {
    ...owned(),
    name: text().notNull(),
    tag: text().notNull(),
    version: version(),
    dateCreated: created(),
  },
  (t) => [tenantKey(t), unique("documentation_tag_configuration_tag").on(t.customerId, t.name, t.tag)],
);
