import { z } from "zod";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, uuid, version } from "#domain/core/fields.ts";

/** The common definition of the two alias resources: objects called `name` are shown as `alias` (3§3). */
export const defineAliasResource = <const N extends string>(resource: N) =>
  defineResource({
    name: resource,
    path: resource,
    fields: {
      id: uuid(),
      customerId: customerId(),
      customerName: z.string(),
      name: name().meta({ examples: ["NF-2041"] }),
      alias: name().meta({ examples: ["Mast Skellefteå Norra"] }),
      dateCreated: instant(),
      version: version(),
    },
    writable: ["customerId", "name", "alias"],
    locked: ["customerId"],
    list: {
      columns: ["id", "customerId", "customerName", "name", "alias", "dateCreated", "version"],
      sortable: ["name", "alias", "customerName", "dateCreated"],
      searchable: ["name", "alias", "customerName"],
      sort: "name",
      order: "asc",
      max: 100,
    },
    access: allActionsBy("ROLE_SUPER_ADMIN"),
    unique: ["name"],
  });
