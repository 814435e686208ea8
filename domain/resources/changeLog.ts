import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { instant, text, uuid, version } from "#domain/core/fields.ts";

/** The release change log: what each version of the product changed (1§2). */
export const changeLog = defineResource({
  name: "changeLog",
  path: "changeLogs",
  directory: true,
  scope: "service",
  fields: {
    id: uuid(),
    versionCode: z.int().positive().max(2_000_000_000).meta({ description: "Release number" }),
    description: text(20_000).trim().min(1),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["versionCode", "description"],
  list: {
    columns: ["id", "versionCode", "description", "dateCreated", "version"],
    sortable: ["versionCode", "dateCreated", "description"],
    searchable: ["versionCode", "description"],
    sort: "versionCode",
    order: "desc",
    max: 100,
  },
  access: {
    read: "ROLE_CHANGE_LOG_READ",
    create: "ROLE_CHANGE_LOG_WRITE",
    update: "ROLE_CHANGE_LOG_WRITE",
    delete: "ROLE_CHANGE_LOG_WRITE",
  },
  unique: ["versionCode"],
});
