import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { name, uuid } from "#domain/core/fields.ts";
import { jobStatus } from "../shared/job.ts";

/** Maximum number of documentations to merge. */
export const maxMergedDocumentations = 100;

export const mergeDocumentations = defineEndpoint({
  method: "POST",
  path: "/documentation/mergeDocumentations",
  callLimit: "bulk",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  product: "MERGE_DOCUMENTATIONS",
  summary:
    "Create a new documentation from the selected tasks and photos of documentations with the same template, including the files of those tasks, as a background job. The originals do not change and are linked to the new documentation, which is created completely or not at all.",
  body: z.strictObject({
    name: name(),
    documentations: z.array(uuid()).min(1).max(maxMergedDocumentations),
    tasks: z.array(uuid()).min(1).max(20_000).meta({ description: "Must include the groups they belong to" }),
    photos: z
      .array(uuid())
      .max(20_000)
      .default([])
      .meta({ description: "Photos of the selected tasks, or without a task", examples: [[]] }),
  }),
  response: z.object({
    id: uuid().meta({ description: "ID of the new documentation" }),
    job: jobStatus,
  }),
});
