import { z } from "zod";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { line, name, uuid } from "#domain/core/fields.ts";
import { maxExternalBytes, maxExternalFiles } from "#domain/delivery/deliveryRequest.ts";
import { destinationOption } from "#domain/delivery/destination.ts";
import { exportOutcomes } from "#domain/delivery/states.ts";
import { exportNodeTypes } from "#domain/template/types.ts";
import { maxSelectedPhotos } from "../documentation/comparison.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";
import { missingDeliveryItem } from "./delivery.ts";

/** Exporting a documentation or a comparison to destinations (2§4, 2§5, 2§7). */

const exportAccess = { authentication: "session", authority: "ROLE_EXPORT_DOCUMENTATION" } as const;
const type = z.enum(exportConfigurationTypes);

/** An entry of the tree sent to a destination, in reading order. */
export const planEntry = z.object({
  level: z.int().meta({
    description:
      "Depth in the tree, from 0. The parent of an entry is the nearest one above it with a lower depth",
  }),
  type: z.enum(exportNodeTypes),
  name: z
    .string()
    .nullable()
    .meta({ description: "With placeholders filled in; null if the entry has no name" }),
  count: z.int().nullable().meta({ description: "Number of photos or files included" }),
  bytes: z.int().nullable().meta({ description: "null if unknown in advance: compressed photos" }),
  document: z
    .string()
    .nullable()
    .meta({ description: "The document type, or the name of the report layout" }),
  names: z.array(z.string()).meta({ description: "Names of the entry's first files, at most 20" }),
});
export type PlanEntry = z.output<typeof planEntry>;

/** Reasons why a documentation cannot be exported (2§5). Their texts are in the problem catalogue. */
export const exportBlockerCodes = [
  "exportRefused",
  "unhandledFileTasks",
  "requiredTasksNotCompleted",
] as const;

export const getExportOptions = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/documentation/getExportOptions/{id}",
  summary: "Get the destinations that a documentation can be exported to, and what blocks the export.",
  params: z.object({ id: uuid() }),
  response: z.object({
    destinations: z.array(destinationOption),
    obstacles: z.array(
      z.object({
        code: z.enum(exportBlockerCodes),
        names: z.array(z.string()).meta({ description: "Names of the blocking tasks" }),
      }),
    ),
  }),
});
export type ExportOptions = z.output<NonNullable<typeof getExportOptions.response>>;

const externalFile = z.strictObject({
  name: name(),
  size: z.int().nonnegative(),
  data: z
    .string()
    .max(Math.ceil(maxExternalBytes / 3) * 4)
    .meta({ description: "base64", examples: ["aGVq"] }),
  type: line().default("application/octet-stream"),
});

const exportRequest = {
  templateExportConfigurationIds: z.array(uuid()).max(50),
  photoIds: z
    .array(uuid())
    .max(20_000)
    .nullable()
    .default(null)
    .meta({ description: "null for all", examples: [null] }),
  params: z.record(name(), line(2000)).default({}).meta({ description: "User parameters: name to value" }),
  language: z.enum(["en", "sv"]).default("sv"),
  markup: z.boolean().default(true).meta({ description: "Whether photos include their markup" }),
};

const exportedDocumentation = {
  customerId: z.int().positive().optional(),
  documentationId: uuid(),
  ...exportRequest,
  fileIds: z
    .array(uuid())
    .max(20_000)
    .nullable()
    .default(null)
    .meta({ description: "null for all", examples: [null] }),
  threads: z.boolean().default(false).meta({
    description:
      "Whether zip files and documents include the discussion. Destinations that always include it do so regardless",
  }),
};

const exportedComparison = {
  customerId: z.int().positive().optional(),
  documentationName: name(),
  ...exportRequest,
  photoIds: z.array(uuid()).max(maxSelectedPhotos),
};

const externalFiles = z.array(externalFile).max(maxExternalFiles).default([]);
/** The session identifies the caller; an ID in the body is not trusted and can be omitted. */
const user = z
  .union([z.int(), line()])
  .optional()
  .meta({ description: "Ignored: the session identifies the caller" });

const startedDeliveries = z.object({
  deliveries: z.array(
    z.object({
      id: uuid(),
      name: z.string(),
      outcome: z.enum(exportOutcomes).meta({
        description:
          "STARTED for a new delivery. While an equal delivery is in progress, no other is started: RETRIED if that delivery was waiting and now makes its next attempt, otherwise ALREADY_RUNNING",
      }),
    }),
  ),
});
export type StartedDelivery = z.output<typeof startedDeliveries>["deliveries"][number];
const hasStarted = (response: unknown): boolean =>
  startedDeliveries.parse(response).deliveries.some(({ outcome }) => outcome === "STARTED");

export const manualExport = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/documentation/manualExport",
  callLimit: "exports",
  summary:
    "Export a documentation to destinations of its template. Each becomes a delivery, whose progress is returned by getDelivery and the export events.",
  body: z.strictObject({ ...exportedDocumentation, externalFiles, user }),
  response: startedDeliveries,
  creates: hasStarted,
});

export const manualExportComparison = defineEndpoint({
  ...exportAccess,
  product: "DOCUMENTATION_COMPARISON",
  method: "POST",
  path: "/documentationComparison/manualExport",
  callLimit: "exports",
  multiDatabase: "current",
  summary:
    "Export selected photos of the documentations with a name to destinations of the newest documentation's template.",
  body: z.strictObject({ ...exportedComparison, externalFiles, user }),
  response: startedDeliveries,
  creates: hasStarted,
});

const plan = z.object({
  items: z.array(
    z.object({
      templateExportConfigurationId: uuid(),
      name: z.string(),
      type,
      entries: z.array(planEntry),
      files: z.int(),
      bytes: z.int().nullable(),
      missing: z.array(missingDeliveryItem),
      unfilled: z.array(z.string()).meta({ description: "Placeholders without a value, as written" }),
      seconds: z.int().nullable().meta({
        description: "Estimated duration, from recent deliveries to the destination; null if there are none",
      }),
    }),
  ),
});
export type ExportPlan = z.output<typeof plan>;

export const planExport = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/documentation/planExport",
  repeatable: true,
  multiDatabase: "firstMatch",
  summary: "Preview what an export would send to each destination, without sending it.",
  body: z.strictObject(exportedDocumentation),
  response: plan,
});

export const planExportComparison = defineEndpoint({
  ...exportAccess,
  product: "DOCUMENTATION_COMPARISON",
  method: "POST",
  path: "/documentationComparison/planExport",
  repeatable: true,
  multiDatabase: "current",
  summary: "Preview what an export of selected photos would send to each destination, without sending it.",
  body: z.strictObject(exportedComparison),
  response: plan,
});

export const getComparisonExportOptions = defineEndpoint({
  ...exportAccess,
  product: "DOCUMENTATION_COMPARISON",
  method: "GET",
  path: "/documentationComparison/getExportOptions/{name}",
  multiDatabase: "current",
  summary:
    "Get the destinations that a comparison can be exported to: those of the newest documentation's template.",
  params: z.object({ name: name() }),
  query: z.strictObject({ customerId: otherCustomer }),
  response: getExportOptions.response!,
});
