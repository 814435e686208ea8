import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { name, uuid, version } from "#domain/core/fields.ts";
import { documentationDetails } from "../documentation/details.ts";

/**
 * The target of a task or photo: a task of the new template, or null to leave it unchanged. Other fields of the item are
 * ignored.
 */
const mappedItem = z.object({ id: uuid(), templateTaskId: uuid().nullable(), name: name() });

export const changeTemplate = defineEndpoint({
  method: "PUT",
  path: "/documentations/{id}",
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  summary:
    "Change the template of a documentation. Tasks become what they are mapped to and keep their content, the template's other tasks are added empty, and unmapped tasks stay unless they are dropped. All or nothing.",
  params: z.object({ id: uuid() }),
  body: z.strictObject({
    id: uuid().optional(),
    version: version(),
    templateId: uuid(),
    tasks: z.array(mappedItem).max(20_000),
    photos: z.array(mappedItem).max(20_000),
    drop: z
      .array(uuid())
      .max(20_000)
      .default([])
      .meta({
        description: "Tasks to remove with their answers. They must not have photos or files",
        examples: [[]],
      }),
  }),
  response: documentationDetails,
});
