import { z } from "zod";
import { suggestionImportFrequencies, suggestionImportTypes } from "#domain/configuration/importTypes.ts";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { customerId, flag, instant, name, rawParams, uuid, version } from "#domain/core/fields.ts";
import { secretFields } from "./secretFields.ts";

/** The source of a list's suggestions, and how often they are fetched (3§3, 3§5). It belongs to the customer of its list. */
export const suggestionImportConfiguration = defineResource({
  name: "suggestionImportConfiguration",
  path: "suggestionImportConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    suggestionList: uuid().meta({ description: "ID of a suggestion list" }),
    suggestionListName: z.string(),
    type: z.enum(suggestionImportTypes),
    frequency: z.enum(suggestionImportFrequencies),
    disabled: flag(),
    params: rawParams(),
    ...secretFields(),
    nextRunAt: instant()
      .nullable()
      .meta({ description: "When it next runs automatically; null while disabled" }),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "suggestionList", "type", "frequency", "disabled", "params", "secrets"],
  writeOnly: ["secrets"],
  locked: ["customerId"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "suggestionList",
      "suggestionListName",
      "type",
      "frequency",
      "disabled",
      "nextRunAt",
      "dateCreated",
      "version",
    ],
    // It changes while a form is open.
    details: ["nextRunAt"],
    sortable: ["name", "suggestionListName", "type", "frequency", "disabled", "customerName", "dateCreated"],
    searchable: ["name", "suggestionListName", "type", "customerName"],
    sort: "name",
    order: "asc",
    max: 1000,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
});
