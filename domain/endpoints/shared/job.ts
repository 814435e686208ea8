import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { instant, uuid } from "#domain/core/fields.ts";

export const jobStates = ["PENDING", "RUNNING", "DONE", "FAILED"] as const;
export type JobState = (typeof jobStates)[number];

/** A background job, as shown to the user who started it. */
export const jobStatus = z.object({
  id: uuid(),
  kind: z.string(),
  state: z.enum(jobStates),
  progress: z.int().meta({ description: "Steps completed, of `total`" }),
  total: z.int(),
  error: z.string().nullable().meta({ description: "Reason for the failure" }),
  /** The result of the job; its fields depend on the kind. */
  result: z
    .object({
      size: z.int().optional().meta({ description: "Bytes" }),
      included: z.int().optional(),
      id: uuid().optional().meta({ description: "ID of what was created" }),
      missing: z.int().optional().meta({ description: "Number of photos or files that are missing" }),
      startedExports: z.int().optional().meta({
        description: "Of an undone bulk change: the number of exports that had begun before the undo",
      }),
      pause: z
        .int()
        .optional()
        .meta({ description: "Milliseconds during which the moved customer could not save" }),
    })
    .nullable(),
  dateCreated: instant(),
});
export type JobStatus = z.output<typeof jobStatus>;

/** Merges the parts of a job that run in several databases. */
export function mergeJobs(parts: readonly JobStatus[]): JobStatus {
  const [firstPart] = parts;
  if (!firstPart) throw new Error("a job needs at least one part");
  if (parts.length === 1) return firstPart;
  const sumField = (key: "progress" | "total") => parts.reduce((sum, part) => sum + part[key], 0);
  const state = (["RUNNING", "PENDING", "FAILED"] as const).find((candidate) =>
    parts.some((part) => part.state === candidate),
  );
  const sumResultField = (key: "size" | "included" | "missing" | "startedExports") => {
    const values = parts.flatMap((part) => part.result?.[key] ?? []);
    return values.length > 0 ? { [key]: values.reduce((sum, value) => sum + value, 0) } : {};
  };
  return {
    ...firstPart,
    state: state ?? "DONE",
    progress: sumField("progress"),
    total: sumField("total"),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    result: state
      ? null
      : {
          ...firstPart.result,
          ...sumResultField("size"),
          ...sumResultField("included"),
          ...sumResultField("missing"),
          ...sumResultField("startedExports"),
        },
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
