import { z } from "zod";
import { documentationStatuses } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { exportConfigurationTypes } from "../rules/configurationTypes";
import { exportNodeTypes } from "../template/words";

const setting = z.object({
  key: z.string(),
  value: z.string().nullable().meta({ description: "null for a secret, which is never read out" }),
  secret: z.boolean(),
  set: z.boolean(),
});

const entry = z.object({
  level: z.int().meta({
    description: "How deep it lies, from 0; an entry is in the nearest one above it that is less deep",
  }),
  type: z.enum(exportNodeTypes),
  name: z
    .string()
    .nullable()
    .meta({ description: "With its placeholders filled in; null where it has none of its own" }),
  count: z.int().nullable().meta({ description: "Photos or files that would go with it" }),
  document: z
    .string()
    .nullable()
    .meta({ description: "The document type, or the name of the report layout" }),
});

/** What an export would send where, worked out for one documentation (3§2). */
export const testExportConfiguration = defineEndpoint({
  entrance: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "GET",
  path: "/exportConfiguration/test/{id}",
  summary:
    "What would be sent to a destination for a documentation of its customer, as the documentation's template says. Nothing is sent.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({ documentation: uuid() }),
  answer: z.object({
    configuration: z.object({
      id: uuid(),
      name: z.string(),
      type: z.enum(exportConfigurationTypes),
      customerName: z.string(),
    }),
    documentation: z.object({
      id: uuid(),
      name: z.string(),
      status: z.enum(documentationStatuses),
      templateName: z.string(),
    }),
    settings: z.array(setting),
    missing: z.array(z.string()).meta({ description: "Keys of settings without which nothing can be sent" }),
    recipients: z.array(z.string()).meta({ description: "Of EMAIL" }),
    userParams: z.array(z.object({ name: z.string(), required: z.boolean() })),
    exports: z
      .array(
        z.object({
          name: z.string(),
          automatically: z.boolean(),
          subject: z.string().nullable(),
          body: z.string().nullable(),
          entries: z.array(entry),
        }),
      )
      .meta({ description: "What the template exports to it; none when the template does not name it" }),
    unfilled: z
      .array(z.string())
      .meta({ description: "Placeholders nothing is known for, as they are written" }),
  }),
});
export type ExportTest = z.output<NonNullable<typeof testExportConfiguration.answer>>;
