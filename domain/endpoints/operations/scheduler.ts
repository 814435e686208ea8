import { z } from "zod";
import { suggestionImportFrequencies } from "#domain/configuration/importTypes.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant } from "#domain/core/fields.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const jobKey = z.string().min(1).max(100);
const jobParams = { jobGroup: jobKey, jobName: jobKey };

/** The service's own jobs. The console has a descriptive label for each. */
export const scheduledJobNames = [
  "settleUploads",
  "replicate",
  "indexTexts",
  "normalizeTexts",
  "sweepJobs",
  "runDueImports",
  "notifyOfFailedImports",
  "notifyOfArrivals",
  "notifyOfOverdueUploads",
  "wakeDeliveries",
  "sendWaitingMails",
  "sendDailyMails",
  "sendWeeklyMails",
  "remindOfRetakes",
  "removeOrphans",
  "deleteDue",
  "purgeEnded",
  "packAuditLog",
  "purgeDeliveredFiles",
  "removeMovedCustomers",
  "watchStorage",
  "verifyMedia",
] as const;

export const scheduledRun = z.object({
  started: instant(),
  finished: instant().nullable(),
  duration: z.int().nullable().meta({ description: "Milliseconds" }),
  success: z.boolean().nullable().meta({ description: "null until it has finished" }),
  message: z.string().nullable().meta({ description: "What was done, or why it failed" }),
});
export type ScheduledRun = z.output<typeof scheduledRun>;

export const scheduledJob = z.object({
  name: z.string().meta({ description: "Group and name separated by a dot; unique" }),
  jobGroup: z
    .string()
    .meta({ description: "suggestionImport and expectedAnswerImport are import configurations" }),
  jobName: z.string().meta({ description: "For imports, the ID of the configuration" }),
  label: z.string().meta({ description: "The job's name, or the import configuration's" }),
  customerName: z.string().nullable().meta({ description: "The import's customer; null for other jobs" }),
  cron: z.string().nullable().meta({ description: "A job's five-field cron expression, UTC" }),
  frequency: z
    .enum(suggestionImportFrequencies)
    .nullable()
    .meta({ description: "For imports, in Swedish time" }),
  disabled: z.boolean(),
  previousFireTime: instant()
    .nullable()
    .meta({ description: "When it last ran, on schedule or manually; null if it never has" }),
  nextFireTime: instant().nullable().meta({ description: "null while it is disabled" }),
  lastRun: scheduledRun.nullable().meta({
    description: "The last run that did something, failed or was started manually",
  }),
});
export type ScheduledJob = z.output<typeof scheduledJob>;

export const listScheduledJobs = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "GET",
  path: "/scheduler/list",
  summary: "List all scheduled jobs and import configurations, with their previous, next and last run.",
  response: z.object({ items: z.array(scheduledJob) }),
});

export const listScheduledRuns = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "GET",
  path: "/scheduler/runs",
  summary:
    "List the runs of a job or import that did something, failed or were started manually, newest first.",
  query: z.strictObject({ ...jobParams, max: z.coerce.number().int().min(1).max(200).default(50) }),
  response: z.object({ items: z.array(scheduledRun) }),
});

export const runScheduledJobNow = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "POST",
  path: "/scheduler/runNow",
  summary:
    "Run a job now. A failed run is also a successful call, with `success` false. Imports are run with `triggerNow`.",
  body: z.strictObject(jobParams),
  response: scheduledRun,
});
