import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import {
  type CallInput,
  mergeItems,
  type PagedMergeStrategy,
} from "#domain/contract/merge/mergeResponses.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { booleanOrString, instant, searchTerm, uuid } from "#domain/core/fields.ts";
import { license } from "#domain/resources/license.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const idInPath = z.object({ id: uuid() });
const page = {
  max: z.coerce.number().int().min(-1).max(10_000),
  offset: z.coerce.number().int().min(0).default(0),
};

export const simpleLicenseList = defineEndpoint({
  authentication: "session",
  directory: true,
  authority: "ROLE_LICENSE_READ",
  method: "GET",
  path: "/license/simpleList",
  summary: "List all licences by name. With `customerId`, a super admin gets those of one customer.",
  query: z.strictObject({ customerId: otherCustomer }),
  response: z.object({
    items: z.array(license.row.pick({ id: true, name: true, licenseCode: true, customerId: true })),
  }),
});

/** The fields of a licence needed for capturing in the portal. */
export const captureLicense = license.row
  .pick({
    id: true,
    name: true,
    licenseCode: true,
    customerId: true,
    reverseDocumentationCreation: true,
    pauseDocumentations: true,
    emailRequired: true,
    useSavedUsername: true,
    useSavedEmail: true,
  })
  .extend({ hasLogo: z.boolean() });
export type CaptureLicense = z.output<typeof captureLicense>;

export const findLicensesForCapture = defineEndpoint({
  authentication: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  method: "GET",
  path: "/license/findAllForCapture",
  multiDatabase: "current",
  summary:
    "List the licences the user can capture with, by name: the user's own licences, or all of the customer's if the user has none. Expired licences are left out.",
  response: z.object({ items: z.array(captureLicense) }),
});

export const getCaptureLogo = defineEndpoint({
  authentication: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  method: "GET",
  path: "/license/getCaptureLogo/{id}",
  summary: "Get the logo of a licence that the user can capture with: a PNG in base64, or null.",
  params: idInPath,
  response: license.row.pick({ logo: true }),
});

export const deleteLicenseAndTemplates = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "POST",
  path: "/license/deleteLicenseAndTemplates/{id}",
  requiresFreshLogin: true,
  summary:
    "Delete a licence and the templates restricted to it alone. Its documentations are kept without a licence.",
  params: idInPath,
  response: z.object({
    success: z.boolean(),
    templates: z.int().meta({ description: "Number of deleted templates" }),
  }),
});

export const demoLicense = z.object({
  id: uuid(),
  name: z.string(),
  licenseCode: z.string(),
  dateCreated: instant(),
  templates: z.int(),
  documentations: z.int(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  verified: z.boolean(),
  verificationCode: z.string().nullable(),
  expireDate: instant().nullable(),
});
export type DemoLicense = z.output<typeof demoLicense>;

export const demoLicenseSorts = [
  "dateCreated",
  "name",
  "licenseCode",
  "templates",
  "documentations",
  "email",
  "company",
  "verified",
  "verificationCode",
  "expireDate",
  "id",
] as const;

/** Names as JSON, since a name can contain any separator. */
const names = z
  .string()
  .max(50_000)
  .transform((text, context): string[] => {
    const result = z.array(z.string()).safeParse(parseJson(text));
    if (result.success) return result.data;
    context.issues.push({ code: "custom", input: text, message: "not a JSON list of names" });
    return z.NEVER;
  })
  .optional();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const listDemoLicenses = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/license/demo",
  multiDatabase: "handler",
  summary:
    "List the non-demo licences of the demo customer (trials). `names`, a JSON list, filters by name; `groups` lists all names. `showExpired=false` leaves out expired licences.",
  query: z.strictObject({
    ...page,
    max: page.max.default(25),
    sort: z.enum(demoLicenseSorts).default("dateCreated"),
    order: z.enum(["asc", "desc"]).default("desc"),
    q: searchTerm().default(""),
    names,
    showExpired: booleanOrString().default(true),
  }),
  response: z.object({
    items: z.array(demoLicense),
    total: z.int(),
    groups: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

const templateMerge = mergeItems(
  compareByKeys<{ name: string; id: string }>(
    "asc",
    ({ name }) => toSortKey(name),
    ({ id }) => id,
  ),
);

interface LicenseDocumentations {
  items: readonly { dateCreated: string }[];
  total: number;
}
const documentationMerge: PagedMergeStrategy<
  { dateCreated: string },
  LicenseDocumentations,
  CallInput & { query: { max: number; offset: number } }
> = {
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  withPage: (input, page) => ({ ...input, query: { ...input.query, ...page } }),
  rowsOf: (response) => response.items,
  compare: compareByKeys("desc", ({ dateCreated }) => dateCreated),
  respond: (rows, responses) => ({
    items: rows,
    total: responses.reduce((sum, { total }) => sum + total, 0),
  }),
};

export const listLicenseTemplates = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/license/getTemplates/{id}",
  multiDatabase: templateMerge,
  summary: "List the templates restricted to a licence, by name.",
  params: idInPath,
  response: z.object({ items: z.array(z.object({ id: uuid(), name: z.string() })) }),
});

export const listLicenseDocumentations = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/license/getDocumentations/{id}",
  multiDatabase: documentationMerge,
  summary: "List the documentations created with a licence, newest first.",
  params: idInPath,
  query: z.strictObject({ ...page, max: page.max.default(1000) }),
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        name: z.string(),
        dateUploaded: instant().nullable(),
        dateCreated: instant(),
        status: z.enum(documentationStatuses),
      }),
    ),
    total: z.int(),
  }),
});
