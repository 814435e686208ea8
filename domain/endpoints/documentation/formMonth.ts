import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { day, name, uuid } from "#domain/core/fields.ts";
import { documentationTask } from "./details.ts";
import { defineGroupLists, groupDownload, groupDownloadQuery } from "./groups.ts";
import { documentationSummary } from "./list.ts";

const product = "FORM_MONTH";

export const { list: listFormMonths, count: countFormMonths } = defineGroupLists(
  "formMonth",
  product,
  "desc",
);

/** Maximum number of documentations in a month's table; the Excel file contains all. */
export const maxFormsPerMonth = 1000;

const formDay = day().meta({ description: "A date in Swedish time, YYYY-MM-DD" });

/** Selects the group's documentations of one template, created between the two days, both included. */
const periodQuery = { ...groupDownloadQuery, template: uuid(), startDate: formDay, endDate: formDay };

const column = documentationTask.pick({ name: true, type: true }).extend({
  /** The ID of the template's task, or the type, groups and name of a task that the template no longer has. */
  id: z.string(),
  /** The names of the task's groups, outermost first. */
  path: z.array(z.string()),
});
export type FormMonthColumn = z.output<typeof column>;

export const formMonthData = z.object({
  /** Number of documentations in the period; `documentations` lists only the first of them. */
  total: z.int(),
  documentations: z.array(
    documentationSummary.extend({
      /** Answers by column ID. For photos and files, their number. */
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
  multiDatabase: "current",
  summary:
    "List the documentations of a template with a name or tag in a period, oldest first, with the template's tasks as columns and their answers.",
  params: z.object({ name: name() }),
  query: z.strictObject(periodQuery),
  response: formMonthData,
});

export const exportFormMonth = defineEndpoint({
  ...groupDownload,
  path: "/formMonth/exportExcelFile/{id}",
  product,
  summary: "Download the forms as an Excel file. Numbers are written as numbers, other answers as text.",
  query: z.object(periodQuery),
});
