import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { customerId, flag, instant, name, params, text, uuid, version } from "#domain/core/fields.ts";
import { suggestionListTypes } from "#domain/lists/suggestion.ts";

/** A licence that a list is restricted to, identified by its id; responses include the other fields, requests can omit them. */
const listLicense = z.object({
  license: uuid(),
  name: z.string().optional(),
  licenseCode: z.string().optional(),
  customerId: z.int().optional(),
});

/**
 * Suggestions that a device offers while a user types (3§3). There can be 100 000, so they have their own calls:
 * domain/endpoints/configuration/suggestionListCalls.ts.
 */
export const suggestionList = defineResource({
  name: "suggestionList",
  path: "suggestionLists",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    description: text(2000).nullable().default(null),
    type: z.enum(suggestionListTypes),
    deleteSuggestionIfDocumentationExists: flag(),
    requiredDocumentationStatus: z
      .enum(documentationStatuses)
      .nullable()
      .default(null)
      .meta({ description: "Only with deleteSuggestionIfDocumentationExists" }),
    suggestionListLicenses: z
      .array(listLicense)
      .max(1000)
      .default([])
      .meta({ description: "Licences of the same customer; empty means all. Set by super admins" }),
    params: params().meta({
      description:
        "CONTACT_PERSONS only: `columns` and `requiredColumns`, column names separated by semicolons",
    }),
    suggestionCount: z.int(),
    dateCreated: instant(),
    version: version(),
  },
  writable: [
    "customerId",
    "name",
    "description",
    "type",
    "deleteSuggestionIfDocumentationExists",
    "requiredDocumentationStatus",
    "suggestionListLicenses",
    "params",
  ],
  locked: ["customerId", "type"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "description",
      "type",
      "suggestionCount",
      "dateCreated",
      "version",
    ],
    details: ["suggestionCount"],
    sortable: ["name", "description", "type", "customerName", "suggestionCount", "dateCreated"],
    searchable: ["name", "description", "customerName"],
    sort: "name",
    order: "asc",
    max: 1000,
  },
  access: {
    read: "ROLE_SUGGESTION_LIST_READ",
    create: "ROLE_SUGGESTION_LIST_WRITE",
    update: "ROLE_SUGGESTION_LIST_WRITE",
    delete: "ROLE_SUGGESTION_LIST_WRITE",
  },
});
