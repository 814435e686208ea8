import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import { type CallInput, mergeLimitedItems } from "#domain/contract/merge/mergeResponses.ts";
import { limitAndOrder } from "#domain/contract/resource.ts";
import { instant, optionalName, serial, uuid, version } from "#domain/core/fields.ts";
import { fieldErrors } from "#domain/core/problem.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import { template } from "#domain/resources/template.ts";
import { referenceKinds } from "#domain/template/references.ts";
import { templateTasks } from "#domain/template/task.ts";
import { csvColumns, csvSeparators } from "#domain/template/templateCsv.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";
import { tableReading } from "../shared/tableReading.ts";

const readAccess = { authentication: "session", authority: "ROLE_TEMPLATE_READ" } as const;
const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const idInPath = z.object({ id: uuid() });
const customerInQuery = z.strictObject({ customerId: otherCustomer });

const templateName = z.object({
  id: uuid(),
  customerId: serial(),
  customerName: z.string(),
  name: z.string(),
  hidden: z.boolean(),
});

/** The fields of a template in selection lists. */
const templateSummary = templateName.extend({
  description: z.string().nullable(),
  position: z.int(),
  suggestionListName: z.string().nullable(),
  exportConfigurations: z.array(z.string()),
  taskCount: z.int(),
  documentationCount: z.int(),
  lastUpdated: instant(),
  version: version(),
});
export type TemplateSummary = z.output<typeof templateSummary>;

const nameKeyOf = (row: { name: string }) => toSortKey(row.name);
const idOf = (row: { id: string }) => row.id;

export const listTemplateSummaries = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/detailedList",
  multiDatabase: mergeLimitedItems((order) =>
    compareByKeys<TemplateSummary>(order, ({ position }) => position, nameKeyOf, idOf),
  ),
  summary:
    "List every template the caller can see, by position and name, with its number of tasks and documentations.",
  query: customerInQuery.extend(limitAndOrder),
  response: z.object({ items: z.array(templateSummary) }),
});

export const listTemplateNames = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/names",
  multiDatabase: mergeLimitedItems((order) =>
    compareByKeys<z.output<typeof templateName>>(order, nameKeyOf, idOf),
  ),
  summary: "List the names of the templates the caller can see.",
  query: customerInQuery.extend(limitAndOrder),
  response: z.object({ items: z.array(templateName) }),
});

export const listGrantedLayouts = defineEndpoint({
  authentication: "session",
  authority: ["ROLE_TEMPLATE_READ", "ROLE_DOCUMENTATION_READ"],
  method: "GET",
  path: "/exportDocumentConfiguration/getAll",
  multiDatabase: "current",
  summary:
    "List the report layouts that the caller's customer can use for its templates and documents, by name: its own and those it is granted. Super admins get all layouts, or those of one customer.",
  query: customerInQuery,
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        customerId: serial().nullable(),
        customerName: z.string().nullable(),
        name: z.string(),
        description: z.string().nullable(),
        type: z.enum(layoutTypes),
      }),
    ),
  }),
});

export const listTemplates = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/getAll",
  multiDatabase: "current",
  summary: "List a customer's templates with all their tasks. Defaults to the caller's own customer.",
  query: customerInQuery.extend({
    max: z.coerce.number().int().min(1).max(100).default(50),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  response: z.object({ items: z.array(template.row) }),
});

export const listTemplatesOfCustomer = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/findAllByCustomerId/{id}",
  multiDatabase: { customer: ({ params }: CallInput & { params: { id: number } }) => params.id },
  summary: "List a customer's templates. Only super admins can name another customer.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ items: z.array(templateSummary) }),
});

/** A reference removed from a copy or a restored version because the customer does not have its target. */
const droppedReference = z.object({
  template: z.string().meta({ description: "Name of the template that lost the reference" }),
  kind: z.enum([...referenceKinds, "feature", "task", "precondition", "name"]).meta({
    description:
      "A row that the customer does not have, a feature, task or precondition that it has no product for, or the name of an earlier version that another template has now",
  }),
  id: z.string().meta({ description: "For a feature, the template's field; for a name, the other template" }),
  name: z.string().nullable().meta({ description: "For a precondition, the name of its task" }),
});
export type DroppedReference = z.output<typeof droppedReference>;

export const copyTemplates = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/template/copy",
  multiDatabase: "handler",
  summary:
    "Copy templates to a customer, all or none. `name` renames a single copy and is added before the names of several. Without `name`, copies keep their names, with ' - Kopia' added if the customer stays the same. Anything the customer does not have is left out and listed.",
  body: z.strictObject({
    name: optionalName(),
    customer: serial(),
    templates: z.array(uuid()).min(1).max(50),
  }),
  response: z.object({
    items: z.array(z.object({ id: uuid(), name: z.string(), from: uuid() })),
    droppedReferences: z.array(droppedReference),
  }),
});

const backup = z.object({
  id: uuid(),
  dateCreated: instant(),
  size: z.int().meta({ description: "Size of the saved JSON in bytes" }),
  userId: z.int().nullable().meta({ description: "-1 means Siteproof itself" }),
  username: z.string().nullable(),
});
export type TemplateBackup = z.output<typeof backup>;

export const getTemplateBackups = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/getTemplateBackups/{id}",
  summary: "List the saved versions of a template, newest first. The newest is the current one.",
  params: idInPath,
  response: z.object({ items: z.array(backup) }),
});

export const getTemplateBackup = defineEndpoint({
  ...readAccess,
  method: "GET",
  path: "/template/getTemplateBackup/{id}",
  summary: "Get one saved version. `json` is the template's content at that time.",
  params: idInPath,
  response: backup.extend({ templateId: uuid(), json: z.string() }),
});

export const restoreTemplateBackup = defineEndpoint({
  authentication: "session",
  authority: "ROLE_TEMPLATE_WRITE",
  method: "POST",
  path: "/template/restoreTemplateBackup",
  summary:
    "Restore a saved version of a template. The change is saved as a new backup. Anything the customer no longer has is left out and listed.",
  body: z.strictObject({
    id: uuid().meta({ description: "ID of the backup" }),
    version: version().meta({ description: "Current version of the template" }),
  }),
  response: z.object({ template: template.row, droppedReferences: z.array(droppedReference) }),
});

const csvError = z.object({
  line: z.int(),
  column: z.enum(csvColumns).nullable(),
  error: z.enum(fieldErrors),
  value: z.string(),
});

export const importCSV = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/template/importCSV",
  summary:
    "Add tasks from a CSV file with the columns name, description, type, options, required, parent, precondition task and precondition answer, which a header row can name in any order. With `preview` nothing is written, and every error is listed by line. Tasks are written if no line has errors or, with `skipFaulty`, from the lines without errors.",
  body: z.strictObject({
    id: uuid().meta({ description: "ID of the template" }),
    data: z
      .string()
      .min(1)
      .max(900_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .meta({ description: "The file, base64-encoded", examples: ["bmFtZTt0eXBlCg=="] }),
    columnSeparator: z
      .enum(csvSeparators)
      .optional()
      .meta({ description: "Recognised from the file if omitted" }),
    preview: z.boolean().default(false),
    skipFaulty: z.boolean().default(false),
  }),
  response: z.object({
    reading: tableReading,
    /** Number of lines with a task. */
    lines: z.int(),
    /** Number of tasks that were added, or would be. */
    imported: z.int(),
    written: z.boolean(),
    errors: z.array(csvError),
    /** The tasks of the lines without errors, as a tree that includes existing groups to which tasks are added. */
    tasks: templateTasks,
    version: version().meta({ description: "Version of the template after the import" }),
  }),
});

export const getImportCSVTemplate = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/template/getImportCSVTemplate",
  multiDatabase: "current",
  summary: "Download a sample CSV file.",
  query: z.strictObject({ columnSeparator: z.enum(csvSeparators).default(",") }),
  download: "document",
});
