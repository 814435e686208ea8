import { z } from "zod";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { uuid } from "#domain/core/fields.ts";
import { writeMethods } from "#domain/delivery/states.ts";
import { failureFields } from "../shared/deliveryProgress.ts";
import { planEntry } from "./manualExport.ts";

const setting = z.object({
  key: z.string(),
  value: z.string().nullable().meta({ description: "null for a secret, which is never returned" }),
  secret: z.boolean(),
  set: z.boolean(),
});

/** A preview of an export of one documentation (3§2). */
export const testExportConfiguration = defineEndpoint({
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "GET",
  path: "/exportConfiguration/test/{id}",
  callLimit: "exports",
  summary:
    "Preview what would be sent to a destination for a documentation of its customer. Nothing is sent.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({ documentation: uuid() }),
  response: z.object({
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
    missing: z
      .array(z.string())
      .meta({ description: "Keys of settings that must be filled in before anything can be sent" }),
    recipients: z.array(z.string()).meta({ description: "Only for EMAIL" }),
    userParams: z.array(z.object({ name: z.string(), required: z.boolean() })),
    exports: z
      .array(
        z.object({
          name: z.string(),
          automatically: z.boolean(),
          subject: z.string().nullable(),
          body: z.string().nullable(),
          entries: z.array(planEntry),
        }),
      )
      .meta({
        description: "What the template exports to this destination; empty if the template does not use it",
      }),
    unfilled: z.array(z.string()).meta({ description: "Placeholders without a value, as written" }),
  }),
});
export type ExportTest = z.output<NonNullable<typeof testExportConfiguration.response>>;

export const checkConnection = defineEndpoint({
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "POST",
  path: "/exportConfiguration/checkConnection/{id}",
  callLimit: "exports",
  summary:
    "Connect to a destination as a delivery does, write small files and remove them. EMAIL sends a test email to its fixed addresses.",
  params: z.object({ id: uuid() }),
  response: z.object({
    ok: z.boolean(),
    ...failureFields,
    encrypted: z
      .boolean()
      .nullable()
      .meta({ description: "false if files and password are sent in plain text; null without a connection" }),
    writeMethod: z.enum(writeMethods).nullable().meta({
      description:
        "RENAME: files are sent under temporary names and renamed. DIRECT: the destination takes files only under their final names. Null for other types, and without a connection",
    }),
    writeReason: z
      .string()
      .nullable()
      .meta({ description: "Why files are written directly: the destination's response" }),
    refusedExtensions: z.array(z.string()).meta({
      description: "Extensions of the test files that the destination refused, although it accepted others",
    }),
    milliseconds: z.int(),
  }),
});
export type ConnectionCheck = z.output<NonNullable<typeof checkConnection.response>>;
