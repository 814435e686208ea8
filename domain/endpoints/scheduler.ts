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
  message: z.string().nullable().meta({ description: "What it did, or why it failed" }),
});

export const scheduledJob = z.object({
  name: z.string(),
  jobGroup: z.string(),
  jobName: z.string(),
  cron: z.string().meta({ description: "When it runs: five fields, UTC" }),
  previousFireTime: instant()
    .nullable()
    .meta({ description: "When it last ran, by the clock or by hand; null when it never has" }),
  nextFireTime: instant(),
  runs: z.array(scheduledRun).meta({
    description: "The last ten that did something, failed, or were asked for by hand; newest first",
  }),
});
export type ScheduledJobAnswer = z.output<typeof scheduledJob>;

export const listScheduledJobs = defineEndpoint({
  ...admin,
  method: "GET",
  path: "/scheduler/list",
  summary: "The scheduled jobs, when each ran and will run, and how its last runs ended.",
  answer: z.object({ items: z.array(scheduledJob) }),
});

export const runScheduledJobNow = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/scheduler/runNow",
  summary: "Run a job now and answer how it ended; a run that failed is an answer too, with `success` false.",
  body: z.strictObject({ jobGroup: word, jobName: word }),
  answer: scheduledRun,
});
