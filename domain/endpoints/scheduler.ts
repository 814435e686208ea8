import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { instant } from "../fields";

const admin = { entrance: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const word = z.string().min(1).max(100);

export const scheduledRun = z.object({
  started: instant(),
  finished: instant().nullable(),
  duration: z.int().nullable().meta({ description: "Milliseconds" }),
  success: z.boolean().nullable(),
  message: z.string().nullable().meta({ description: "What the job did, or why it failed" }),
});

export const scheduledJob = z.object({
  name: z.string(),
  jobGroup: z.string(),
  jobName: z.string(),
  cron: z.string().meta({ description: "Schedule as a five-field cron expression, UTC" }),
  previousFireTime: instant()
    .nullable()
    .meta({ description: "When it last ran, on schedule or manually; null if it never has" }),
  nextFireTime: instant(),
  runs: z.array(scheduledRun).meta({
    description: "The ten most recent runs that did something, failed or were started manually, newest first",
  }),
});
export type ScheduledJobAnswer = z.output<typeof scheduledJob>;

export const listScheduledJobs = defineEndpoint({
  ...admin,
  method: "GET",
  path: "/scheduler/list",
  summary: "List the scheduled jobs with their previous, next and recent runs.",
  answer: z.object({ items: z.array(scheduledJob) }),
});

export const runScheduledJobNow = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/scheduler/runNow",
  summary: "Run a job now. A failed run is also a successful call, with `success` false.",
  body: z.strictObject({ jobGroup: word, jobName: word }),
  answer: scheduledRun,
});
