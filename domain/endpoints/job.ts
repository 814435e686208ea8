import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { instant, uuid } from "../fields";

export const jobStates = ["PENDING", "RUNNING", "DONE", "FAILED"] as const;
export type JobState = (typeof jobStates)[number];

/** Work in the background, as whoever asked for it sees it. */
export const jobAnswer = z.object({
  id: uuid(),
  kind: z.string(),
  state: z.enum(jobStates),
  progress: z.int().meta({ description: "Steps completed, of `total`" }),
  total: z.int(),
  error: z.string().nullable().meta({ description: "Reason for the failure" }),
  /** What the work came to; which fields, its kind says. */
  result: z
    .object({
      size: z.int().optional().meta({ description: "Bytes" }),
      included: z.int().optional(),
      id: uuid().optional().meta({ description: "ID of what was created" }),
      missing: z.int().optional().meta({ description: "Number of photos or files that are missing" }),
    })
    .nullable(),
  dateCreated: instant(),
});
export type JobAnswer = z.output<typeof jobAnswer>;

export const getJob = defineEndpoint({
  method: "GET",
  path: "/job/{id}",
  entrance: "session",
  summary: "Get the progress of a background job. Available to the user who started it and to super admins.",
  params: z.object({ id: uuid() }),
  answer: jobAnswer,
});
