import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { name, uuid } from "../fields";
import { jobAnswer } from "./job";

/** At most so many documentations become one. */
export const mostMerged = 100;

export const mergeDocumentations = defineEndpoint({
  method: "POST",
  path: "/documentation/mergeDocumentations",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  product: "MERGE_DOCUMENTATIONS",
  summary:
    "Makes a new documentation of the chosen tasks and photos of documentations of one template, with the files of those tasks. The originals stay as they are and are linked with it. It is there once the job is done, whole or not at all.",
  body: z.strictObject({
    name: name(),
    documentations: z.array(uuid()).min(1).max(mostMerged),
    tasks: z.array(uuid()).min(1).max(20_000).meta({ description: "With the groups they stand in" }),
    photos: z
      .array(uuid())
      .max(20_000)
      .default([])
      .meta({ description: "On chosen tasks, or on none", examples: [[]] }),
  }),
  answer: z.object({
    id: uuid().meta({ description: "The new documentation's" }),
    job: jobAnswer,
  }),
});
