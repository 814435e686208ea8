import { z } from "zod";
import { authorities } from "#domain/access/authorities.ts";
import { defineResource } from "#domain/contract/resource.ts";
import { serial } from "#domain/core/fields.ts";

/** A named authority. Roles are built in: no call creates, changes or deletes them (1§6). */
export const role = defineResource({
  name: "role",
  path: "roles",
  directory: true,
  scope: "service",
  fields: { id: serial(), authority: z.enum(authorities) },
  writable: [],
  list: {
    columns: ["id", "authority"],
    sortable: ["id", "authority"],
    searchable: ["authority"],
    sort: "authority",
    order: "asc",
    max: 100,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: null },
});
