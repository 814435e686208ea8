import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeAnswers.ts";
import { instant, uuid } from "#domain/core/fields.ts";

export const jobStates = ["PENDING", "RUNNING", "DONE", "FAILED"] as const;
export type JobState = (typeof jobStates)[number];

/** Work in the background, as whoever asked for it sees it. */
export const jobStatus = z.object({
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
      pause: z
        .int()
        .optional()
        .meta({ description: "Milliseconds during which nothing of a customer who moved could be saved" }),
    })
    .nullable(),
  dateCreated: instant(),
});
export type JobStatus = z.output<typeof jobStatus>;

/** Parts of one piece of work, each in a database of its own, as one. */
export function mergeJobs(parts: readonly JobStatus[]): JobStatus {
  const [first] = parts;
  if (!first) throw new Error("a job has a part");
  if (parts.length === 1) return first;
  const total = (key: "progress" | "total") => parts.reduce((all, part) => all + part[key], 0);
  const state = (["RUNNING", "PENDING", "FAILED"] as const).find((one) =>
    parts.some((part) => part.state === one),
  );
  const sumOf = (key: "size" | "included" | "missing") => {
    const given = parts.flatMap((part) => part.result?.[key] ?? []);
    return given.length > 0 ? { [key]: given.reduce((all, one) => all + one, 0) } : {};
  };
  return {
    ...first,
    state: state ?? "DONE",
    progress: total("progress"),
    total: total("total"),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    result: state ? null : { ...first.result, ...sumOf("size"), ...sumOf("included"), ...sumOf("missing") },
  };
}

const jobMerge: MergeStrategy<JobStatus> = { merge: mergeJobs };

export const getJob = defineEndpoint({
  method: "GET",
  path: "/job/{id}",
  authentication: "session",
  multiDatabase: jobMerge,
  summary: "Get the progress of a background job. Available to the user who started it and to super admins.",
  params: z.object({ id: uuid() }),
  response: jobStatus,
});
