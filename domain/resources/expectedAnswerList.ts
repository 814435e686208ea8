import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, instant, name, text, uuid, version } from "#domain/core/fields.ts";

/** A task that the list applies to. Responses include the names; requests need only the id. */
const listTask = z.object({
  templateTask: uuid(),
  name: z.string().optional(),
  templateName: z.string().optional(),
});

/**
 * A list of answers that raise no warning (3§3). The answers have their own calls:
 * domain/endpoints/configuration/expectedAnswerListCalls.ts.
 */
export const expectedAnswerList = defineResource({
  name: "expectedAnswerList",
  path: "expectedAnswerLists",
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name(),
    description: text(2000).nullable().default(null),
    templateTasks: z.array(listTask).max(1000).default([]).meta({
      description:
        "Tasks of the customer's templates: another answer to them is marked as unexpected when a documentation is completed. Imports can name more tasks",
    }),
    answerCount: z.int(),
    dateCreated: instant(),
    version: version(),
  },
  writable: ["customerId", "name", "description", "templateTasks"],
  locked: ["customerId"],
  namesCustomer: true,
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "description",
      "answerCount",
      "dateCreated",
      "version",
    ],
    details: ["answerCount"],
    sortable: ["name", "description", "customerName", "answerCount", "dateCreated"],
    searchable: ["name", "description", "customerName"],
    sort: "name",
    order: "asc",
    max: 1000,
  },
  access: {
    read: "ROLE_EXPECTED_ANSWER_LIST_WRITE",
    create: "ROLE_EXPECTED_ANSWER_LIST_WRITE",
    update: "ROLE_EXPECTED_ANSWER_LIST_WRITE",
    delete: "ROLE_EXPECTED_ANSWER_LIST_WRITE",
  },
});
