import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import type { CallInput } from "#domain/contract/merge/mergeResponses.ts";
import { validatePeriod } from "#domain/core/calendar/days.ts";
import { day, instant, serial, uuid } from "#domain/core/fields.ts";
import { languages } from "#domain/core/language.ts";
import { jobStatus } from "../shared/job.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const idInPath = z.object({ id: z.coerce.number().int().positive() });
const customerInQuery = z.coerce.number().int().positive();

/** The call names its customer in the path. */
const customerFromPath = { customer: ({ params }: CallInput & { params: { id: number } }) => params.id };

export const preparePhotoDump = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/customer/photoDump/{id}",
  multiDatabase: customerFromPath,
  summary:
    "Prepare a zip file of all of a customer's photos, as a background job. If one is already running, it is returned instead.",
  params: idInPath,
  response: jobStatus,
});

export const downloadPhotoDump = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/customer/downloadPhotoDump/photos.zip",
  multiDatabase: "current",
  summary:
    "Download the prepared zip file: one folder per documentation, and a manifest of what is missing. The latest one, unless `job` is given.",
  query: z.strictObject({ customerId: customerInQuery, job: uuid().optional() }),
  download: "document",
});

const addPeriodIssues = (
  period: { startDate: string; endDate: string },
  context: z.core.$RefinementCtx<{ startDate: string; endDate: string }>,
) => {
  for (const [field, error] of Object.entries(validatePeriod(period)))
    context.issues.push({ code: "custom", path: [field], input: period, params: { fault: error } });
};

/** The language of the file; by default, the language of the Accept-Language header. */
const invoiceLanguage = { language: z.enum(languages).optional() };

export const prepareInvoiceAttachment = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/customer/prepareInvoiceAttachment",
  multiDatabase: "current",
  summary:
    "Create the Excel invoice attachment, as a background job. No licences or templates means all of them.",
  body: z
    .strictObject({
      customerId: serial(),
      startDate: day(),
      endDate: day(),
      licenses: z.array(uuid()).max(1000).default([]),
      templates: z.array(uuid()).max(1000).default([]),
      ...invoiceLanguage,
    })
    .superRefine(addPeriodIssues),
  response: jobStatus,
});

/** IDs joined by semicolons (1§7). */
const joinedIds = z
  .string()
  .max(50_000)
  .default("")
  .transform((text) => text.split(";").filter(Boolean))
  .pipe(z.array(uuid()).max(1000));

export const createInvoiceAttachement = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  // The specification has this spelling.
  path: "/customer/createInvoiceAttachement/",
  multiDatabase: "current",
  summary:
    "Download the Excel invoice attachment for a period, both dates included. `job` is a prepared file; without it, the file is created during the call.",
  query: z
    .strictObject({
      customerId: customerInQuery,
      startDate: day(),
      endDate: day(),
      licenses: joinedIds,
      templates: joinedIds,
      ...invoiceLanguage,
      job: uuid().optional(),
    })
    .superRefine(addPeriodIssues),
  download: "document",
});

/** One month of one template (1§3). `dateCreated` is the month's first instant, UTC; `dataSize` bytes. */
const statisticsItem = z.object({
  dateCreated: instant(),
  templateId: uuid(),
  documentationCount: z.int(),
  photoCount: z.int(),
  dataSize: z.int(),
});
export type StatisticsItem = z.output<typeof statisticsItem>;

export const countDocumentationsByMonth = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/customerStatistics/findAllDocumentationsByCustomerId/{id}",
  multiDatabase: customerFromPath,
  summary: "Get a customer's documentations, photos and bytes by month and template.",
  params: idInPath,
  response: z.array(statisticsItem),
});

export const countPhotosByMonth = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/customerStatistics/findAllPhotosByCustomerId/{id}",
  multiDatabase: customerFromPath,
  summary: "Get a customer's photos and bytes by month and template.",
  params: idInPath,
  response: z.array(statisticsItem.omit({ documentationCount: true })),
});

export const listCustomerTemplates = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/customerStatistics/findAllTemplatesByCustomerId/{id}",
  multiDatabase: customerFromPath,
  summary: "List a customer's templates by name.",
  params: idInPath,
  response: z.array(z.object({ id: uuid(), name: z.string() })),
});

export const moveCustomer = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "POST",
  path: "/customer/move/{id}",
  requiresFreshLogin: true,
  summary:
    "Move a customer's data to another database, as a background job. Everyone can work while it is copied; for a few seconds at the end nothing can be saved. `check` only reports what would prevent the move.",
  params: idInPath,
  body: z.strictObject({
    to: z
      .string()
      .regex(/^DB(_[A-Z0-9_]+)?$/)
      .meta({ description: "The binding of the target database", examples: ["DB_2"] }),
    check: z.boolean().default(false),
  }),
  response: z.object({
    from: z.string().meta({ description: "The binding of the current database" }),
    to: z.string(),
    documentations: z.int(),
    photos: z.int(),
    databaseBytes: z.int().meta({ description: "Size of the target database before the move" }),
    job: jobStatus.nullable(),
  }),
});
