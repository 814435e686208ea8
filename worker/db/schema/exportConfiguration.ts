import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { WriteMethod } from "#domain/delivery/states.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  params,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

/** The stored habit of how a destination accepts files. */
interface StoredWriteHabit {
  address: string;
  method: WriteMethod;
  reason: string | null;
  learntAt: string;
}

/** A destination: EMAIL, SHAREPOINT, FTP, WEBDAV, STOREGATE or RAMSITE_3GIS. `secrets` is encrypted and never returned. */
export const exportConfiguration = sqliteTable(
  "export_configuration",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    type: text().$type<ExportConfigurationType>().notNull().default("SHAREPOINT"),
    params: params(),
    secrets: text(),
    /** How the destination accepts files, as learnt by deliveries; valid for the address that it contains. */
    writeHabit: text({ mode: "json" }).$type<StoredWriteHabit>(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("export_configuration_name").on(t.customerId, t.name)],
);

export const exportConfigurationUserParam = sqliteTable(
  "export_configuration_user_param",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    exportConfigurationId: uuid().notNull(),
    name: text().notNull(),
    required: flag(),
  },
  (t) => [
    index("export_configuration_user_param_configuration").on(t.customerId, t.exportConfigurationId),
    customerForeignKey(t.customerId, t.exportConfigurationId, () => exportConfiguration, "cascade"),
  ],
);
