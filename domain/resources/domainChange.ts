import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { instant, serial } from "#domain/core/fields.ts";

export const changeActions = ["CREATE", "UPDATE", "DELETE"] as const;

/** The values of each changed field; a creation has no `before`, a deletion no `after`. */
export const changeParams = z.record(
  z.string(),
  z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
);

/** Changed fields whose values are the id of a customer or of a user. */
export const customerIdFields: ReadonlySet<string> = new Set(["customer", "customerId"]);
export const userIdFields: ReadonlySet<string> = new Set(["parent", "userId", "realUserId", "assigneeId"]);

/** An entry of the audit log (1§2). Entries cannot be changed; deleting one adds another entry. */
export const domainChange = defineResource({
  name: "domainChange",
  path: "domainChangeLogs",
  scope: "service",
  fields: {
    id: serial(),
    dateCreated: instant(),
    userId: z.int().meta({ description: "-1 means a device, an upload link or Siteproof itself" }),
    username: z.string().nullable(),
    realUserId: z
      .int()
      .nullable()
      .meta({ description: "The user who made the change while switched to `userId`" }),
    realUsername: z.string().nullable(),
    customerId: z.int().nullable(),
    customerName: z.string().nullable(),
    objectClass: z.string().meta({ examples: ["siteproof.License"] }),
    objectId: z.string(),
    action: z.enum(changeActions),
    params: changeParams,
  },
  writable: [],
  list: {
    columns: [
      "id",
      "dateCreated",
      "userId",
      "username",
      "realUserId",
      "realUsername",
      "customerId",
      "customerName",
      "objectClass",
      "objectId",
      "action",
      "params",
    ],
    sortable: ["dateCreated", "userId", "objectClass", "objectId"],
    searchable: ["objectId", "objectClass", "username", "params"],
    sort: "dateCreated",
    order: "desc",
    max: 1000,
  },
  access: { read: "ROLE_SUPER_ADMIN", create: null, update: null, delete: "ROLE_SUPER_ADMIN" },
});
