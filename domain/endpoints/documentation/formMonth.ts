import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { day, uuid } from "#domain/core/fields.ts";
import { documentationTask } from "./details.ts";
import { groupDownload, groupDownloadQuery, groupLists } from "./groups.ts";
import { documentationSummary } from "./list.ts";

const product = "FORM_MONTH";

export const { list: listFormMonths, count: countFormMonths } = groupLists("formMonth", product, "desc");

/** A month's table shows so many documentations; the workbook holds all. */
export const maxFormsPerMonth = 1000;

const formDay = day().meta({ description: "A date in Swedish time, YYYY-MM-DD" });

/** Which documentations: one template's of the group, created from the first day to the last, both included. */
const period = { ...groupDownloadQuery, template: uuid(), startDate: formDay, endDate: formDay };

const column = documentationTask.pick({ name: true, type: true }).extend({
  /** The template's task, or the name of one that the template no longer has. */
  id: z.string(),
  /** The groups around it, outermost first. */
  path: z.array(z.string()),
});
export type FormMonthColumn = z.output<typeof column>;

export const formMonthData = z.object({
  /** How many there are in the period; `documentations` are the first of them. */
  total: z.int(),
  documentations: z.array(
    documentationSummary.extend({
      /** Answers by the id of their column. Photos and files are counted. */
      answers: z.record(z.string(), z.string()),
    }),
  ),
  documentationTasks: z.array(column),
});
export type FormMonthData = z.output<typeof formMonthData>;

export const getFormMonth = defineEndpoint({
  method: "GET",
  path: "/formMonth/getDocumentations/{name}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product,
  multiDatabase: "own",
  summary:
    "List the documentations of a template with a name or tag in a period, oldest first, with the template's tasks as columns and their answers.",
  params: z.object({ name: z.string().min(1).max(255) }),
  query: z.strictObject(period),
  response: formMonthData,
});

export const exportFormMonth = defineEndpoint({
  ...groupDownload,
  path: "/formMonth/exportExcelFile/{id}",
  product,
  summary: "Download the forms as an Excel file. Answers are always written as text.",
  query: z.object(period),
});
