import { z } from "zod";
import {
  expectedAnswerImportFrequencies,
  expectedAnswerImportTypes,
} from "#domain/configuration/importTypes.ts";
import { allActionsBy, defineResource } from "#domain/contract/resource.ts";
import { customerId, flag, instant, name, rawParams, uuid, version } from "#domain/core/fields.ts";
import { secretFields } from "./secretFields.ts";

/** The source of a list's expected answers, and how often they are fetched (3§3, 3§5). It belongs to the customer of its list. */
export const expectedAnswerImportConfiguration = defineResource({
  name: "expectedAnswerImportConfiguration",
  path: "expectedAnswerImportConfigurations",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    expectedAnswerList: uuid().meta({ description: "ID of an expected answer list" }),
    expectedAnswerListName: z.string(),
    type: z.enum(expectedAnswerImportTypes).default("RAMSITE_3GIS"),
    frequency: z.enum(expectedAnswerImportFrequencies),
    disabled: flag(),
    params: rawParams(),
    ...secretFields(),
    nextRunAt: instant()
      .nullable()
      .meta({ description: "When the import next runs automatically; null while disabled" }),
    dateCreated: instant(),
    version: version(),
  },
  writable: [
    "customerId",
    "name",
    "expectedAnswerList",
    "type",
    "frequency",
    "disabled",
    "params",
    "secrets",
  ],
  writeOnly: ["secrets"],
  locked: ["customerId"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "expectedAnswerList",
      "expectedAnswerListName",
      "type",
      "frequency",
      "disabled",
      "nextRunAt",
      "dateCreated",
      "version",
    ],
    // The time changes while a form is open.
    details: ["nextRunAt"],
    sortable: [
      "name",
      "expectedAnswerListName",
      "type",
      "frequency",
      "disabled",
      "customerName",
      "dateCreated",
    ],
    searchable: ["name", "expectedAnswerListName", "type", "customerName"],
    sort: "name",
    order: "asc",
    max: 1000,
  },
  access: allActionsBy("ROLE_SUPER_ADMIN"),
});
