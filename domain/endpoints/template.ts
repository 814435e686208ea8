import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { instant, optionalName, serial, uuid, version } from "../fields";
import { template } from "../resources/template";
import { csvColumns } from "../template/csv";
import { referenceKinds } from "../template/references";
import { templateTasks } from "../template/task";
import { layoutTypes } from "../template/words";

const reading = { entrance: "session", authority: "ROLE_TEMPLATE_READ" } as const;
const admin = { entrance: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const idInPath = z.object({ id: uuid() });
const customerInQuery = z.strictObject({ customerId: z.coerce.number().int().positive().optional() });

const templateName = z.object({
  id: uuid(),
  customerId: serial(),
  customerName: z.string(),
  name: z.string(),
  hidden: z.boolean(),
});

/** What a list of templates to choose from needs to know of each. */
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

export const detailedList = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/detailedList",
  summary:
    "Every template the caller sees, by position and name, with how many tasks it has and documentations were made with it.",
  query: customerInQuery,
  answer: z.object({ items: z.array(templateSummary) }),
});

export const names = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/names",
  summary: "The names of the templates the caller sees.",
  query: customerInQuery,
  answer: z.object({ items: z.array(templateName) }),
});

export const grantedLayouts = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/exportDocumentConfiguration/getAll",
  summary:
    "The report layouts a template can name, by name: those the caller's customer is granted; a super admin's are all, or those of the customer that is named.",
  query: customerInQuery,
  answer: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        name: z.string(),
        description: z.string().nullable(),
        type: z.enum(layoutTypes),
      }),
    ),
  }),
});

export const getAll = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/getAll",
  summary:
    "A customer's templates with their whole trees; the caller's own customer unless another is named.",
  query: customerInQuery.extend({
    max: z.coerce.number().int().min(1).max(100).default(50),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({ items: z.array(template.row) }),
});

export const findAllByCustomerId = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/findAllByCustomerId/{id}",
  summary: "The templates of a customer; another one's are a super admin's to see.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({ items: z.array(templateSummary) }),
});

/** What a copy or restored version goes without because its customer does not have it. */
const leftOut = z.object({
  template: z.string().meta({ description: "The name of the template it was left out of" }),
  kind: z.enum(referenceKinds),
  id: uuid(),
  name: z.string().nullable(),
});
export type LeftOut = z.output<typeof leftOut>;

export const copy = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/template/copy",
  summary:
    "Copy templates to a customer, all or none. With a name, one copy is called so and several have it in front of their own; without, they keep theirs, with ' - Kopia' where the customer stays the same. What the customer does not have is left out and said.",
  body: z.strictObject({
    name: optionalName(),
    customer: serial(),
    templates: z.array(uuid()).min(1).max(50),
  }),
  answer: z.object({
    items: z.array(z.object({ id: uuid(), name: z.string(), from: uuid() })),
    leftOut: z.array(leftOut),
  }),
});

const backup = z.object({
  id: uuid(),
  dateCreated: instant(),
  size: z.int().meta({ description: "Bytes of the stored JSON" }),
  userId: z.int().nullable().meta({ description: "-1 is the service itself" }),
  username: z.string().nullable(),
});
export type TemplateBackup = z.output<typeof backup>;

export const getTemplateBackups = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/getTemplateBackups/{id}",
  summary: "The versions of a template that were saved, newest first; the newest is what it is now.",
  params: idInPath,
  answer: z.object({ items: z.array(backup) }),
});

export const getTemplateBackup = defineEndpoint({
  ...reading,
  method: "GET",
  path: "/template/getTemplateBackup/{id}",
  summary: "One saved version; `json` is the template's content as it was.",
  params: idInPath,
  answer: backup.extend({ templateId: uuid(), json: z.string() }),
});

export const restoreTemplateBackup = defineEndpoint({
  entrance: "session",
  authority: "ROLE_TEMPLATE_WRITE",
  method: "POST",
  path: "/template/restoreTemplateBackup",
  summary:
    "Make a saved version the present one, as a change of its own with a backup of its own. What the customer has no more is left out and said.",
  body: z.strictObject({
    id: uuid().meta({ description: "Of the backup" }),
    version: version().meta({ description: "Of the template as it is now" }),
  }),
  answer: z.object({ template: template.row, leftOut: z.array(leftOut) }),
});

const csvFault = z.object({
  line: z.int(),
  column: z.enum(csvColumns).nullable(),
  fault: z.string(),
  value: z.string(),
});

export const importCSV = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/template/importCSV",
  summary:
    "Append tasks from a CSV file (name;description;type;options;required;parent;precondition task;precondition answer). With `preview` nothing is written and every fault is named by its line. Written when no line is faulty; with `skipFaulty`, the good ones.",
  body: z.strictObject({
    id: uuid().meta({ description: "Of the template" }),
    data: z
      .string()
      .min(1)
      .max(900_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .meta({ description: "The file in base64", examples: ["bmFtZTt0eXBlCg=="] }),
    columnSeparator: z.enum([",", ";"]).default(","),
    preview: z.boolean().default(false),
    skipFaulty: z.boolean().default(false),
  }),
  answer: z.object({
    /** Lines that hold a task. */
    lines: z.int(),
    /** How many tasks were added, or would be. */
    imported: z.int(),
    written: z.boolean(),
    faults: z.array(csvFault),
    /** The good lines as the tree they make: groups of the template that take some are among them. */
    tasks: templateTasks,
    version: version().meta({ description: "Of the template after it" }),
  }),
});

export const getImportCSVTemplate = defineEndpoint({
  ...admin,
  method: "GET",
  path: "/template/getImportCSVTemplate",
  summary: "A sample file of tasks to import.",
  query: z.strictObject({ columnSeparator: z.enum([",", ";"]).default(",") }),
  download: "document",
});
