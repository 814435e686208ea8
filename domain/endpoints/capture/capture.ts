import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import {
  preconditionTypes,
  requiredValues,
  taskEventTypes,
  taskTypes,
} from "#domain/core/documentationTypes.ts";
import {
  customerId,
  deviceTimeInput,
  instant,
  instantInput,
  line,
  name,
  optionalName,
  params,
  preconditionParamsSchema,
  text,
  uuid,
  version,
} from "#domain/core/fields.ts";
import { pluck } from "#domain/core/objects.ts";
import { documentationFields } from "#domain/documentation/documentationFields.ts";
import { license } from "#domain/resources/license.ts";
import { isTooLong, maxOptionsLength, toStoredForm } from "#domain/task/answers.ts";
import { deleteTimeLimits, taskSizes } from "#domain/template/types.ts";

/** Calls of devices. Devices have no session: they authenticate with the licence code in the body. */

export const licenseCode = z.string().min(1).max(100);

const deviceReport = z.strictObject({
  deviceId: name(100),
  username: optionalName(),
  osVersion: optionalName(100),
  phoneModel: optionalName(100),
  appVersion: optionalName(100),
  deletePhotosAfterUpload: z.boolean().default(false),
  backupToLibrary: z.boolean().default(false),
  uploadOnWifiOnly: z.boolean().default(false),
  darkMode: z.boolean().default(false),
  availableStorageSpace: z.int().min(0).nullable().default(null),
});

export const saveDevice = defineEndpoint({
  method: "POST",
  path: "/device/saveWithLicenseCode",
  authentication: "license",
  summary:
    "Register a device, or update it if the deviceId is known. Returns the licence's settings for the app, and with the first call a token of the device.",
  body: z.strictObject({
    licenseCode,
    device: deviceReport,
    renewToken: z.boolean().default(false).meta({
      description: "Asks for a new token in place of one that was lost",
    }),
  }),
  response: z.object({
    id: uuid(),
    token: z.string().nullable().meta({
      description:
        "Returned once. Send it as the header Device-Token with every call: with it, other people's wrong licence codes from the same network never block yours. Null if the device already has a token, or if its token was revoked.",
    }),
    license: license.row
      .pick({
        id: true,
        customerId: true,
        name: true,
        logo: true,
        reverseDocumentationCreation: true,
        pauseDocumentations: true,
        tempFiles: true,
        useSavedUsername: true,
        useSavedEmail: true,
        deletePhotosAfterUpload: true,
        backupPhotosToLibrary: true,
        emailRequired: true,
        expireDate: true,
      })
      .extend({ customerName: z.string() }),
  }),
});

const precondition = z.object({
  id: uuid(),
  type: z.enum(preconditionTypes),
  params: z.record(z.string(), z.string()),
});

export const templateForDevice = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string().nullable(),
  position: z.int(),
  locationEnabled: z.boolean(),
  locationRequired: z.boolean(),
  graphicEnabled: z.boolean(),
  referencePhotosEnabled: z.boolean(),
  photoCommentEnabled: z.boolean(),
  photoDrawingEnabled: z.boolean(),
  photoOverviewEnabled: z.boolean(),
  onlySuggestionsAllowed: z.boolean(),
  /** The requirement for all tasks; `required` of each task already takes it into account. */
  allTasksRequired: z.enum(requiredValues),
  deleteAutomatically: z.boolean(),
  deleteTimeLimit: z.enum(deleteTimeLimits).nullable(),
  exportAutomatically: z.boolean(),
  includeExternalFiles: z.boolean(),
  predefinedEnabled: z.boolean(),
  predefinedConfiguration: uuid().nullable(),
  /** The list of suggested documentation names; null also if the list is not available to this licence. */
  suggestionList: uuid().nullable(),
  /** Backgrounds for drawings. */
  graphics: z.array(z.object({ id: uuid(), name: z.string() })),
  replacementTexts: z.array(
    z.object({ code: z.string(), sv: z.string().nullable(), en: z.string().nullable() }),
  ),
  lastUpdated: instant(),
  /** In reading order: every group is followed by its contents. */
  tasks: z.array(
    z.object({
      id: uuid(),
      parentId: uuid().nullable(),
      name: z.string(),
      key: z.string().nullable(),
      description: z.string().nullable(),
      type: z.enum(taskTypes),
      options: z.string().nullable(),
      required: z.enum(requiredValues),
      position: z.int(),
      level: z.int(),
      size: z.enum(taskSizes),
      showOptionsInTaskList: z.boolean(),
      fileExtensions: z.string().nullable(),
      suggestionList: uuid().nullable(),
      params: z.record(z.string(), z.string()),
      preconditions: z.array(precondition),
      referencePhotos: z.array(uuid()),
    }),
  ),
});
export type TemplateForDevice = z.output<typeof templateForDevice>;

export const findTemplates = defineEndpoint({
  method: "POST",
  path: "/template/findAllByLicenseCode",
  authentication: "license",
  summary:
    "List the templates the licence can use, in order: not hidden, not deleted, and unrestricted or restricted to this licence.",
  body: z.strictObject({ licenseCode }),
  response: z.object({ items: z.array(templateForDevice) }),
});

/** Fields that the service sets. A client can send them, but only with the service's values. */
const serverOwnedFields = {
  customerId: customerId().optional(),
  exportEvents: z
    .array(z.looseObject({ id: uuid() }))
    .max(1000)
    .default([]),
};

const capturedTask = z
  .strictObject({
    id: uuid(),
    customerId: serverOwnedFields.customerId,
    documentation: uuid().optional().meta({ description: "The ID of the documentation, if sent" }),
    parentId: uuid().nullable().default(null),
    templateTaskId: uuid().nullable().default(null),
    name: name(),
    key: optionalName(),
    description: text(5000).nullable().default(null),
    type: z.enum(taskTypes),
    options: line(maxOptionsLength).nullable().default(null),
    answer: text(maxOptionsLength).nullable().default(null),
    required: z.enum(requiredValues).default("NO"),
    enabled: z.boolean().default(true),
    position: z.int().min(0).default(0),
    level: z.int().min(0).max(5).default(0),
    size: z.enum(taskSizes).default("normal"),
    version: version()
      .optional()
      .meta({ description: "The fetched version. If the answer has changed since, nothing is saved" }),
    params: params(),
    dateCreated: deviceTimeInput().optional().meta({ description: "Defaults to the documentation's" }),
    preconditions: z
      .array(
        z.strictObject({
          id: uuid().optional(),
          task: uuid()
            .optional()
            .meta({ description: "The ID of the task that has the precondition, if sent" }),
          type: z.enum(preconditionTypes),
          params: preconditionParamsSchema(),
          dateCreated: deviceTimeInput().optional(),
        }),
      )
      .max(50)
      .default([]),
    events: z
      .array(
        z.strictObject({
          id: uuid().optional(),
          type: z.enum(taskEventTypes),
          creator: name(),
          dateCreated: deviceTimeInput(),
          dateUploaded: instantInput().nullable().optional().meta({ description: "Set by the service" }),
        }),
      )
      .max(50)
      .default([])
      .meta({ description: "A task without events gets a CREATED event" }),
    referencePhotos: z
      .array(z.union([uuid(), z.looseObject({ id: uuid() }).transform(({ id }) => id)]))
      .max(50)
      .optional()
      .meta({
        description: "Defaults to those of the template's task. IDs that no longer exist are skipped",
      }),
    unexpectedAnswerEvents: z
      .array(
        z.strictObject({ id: uuid().optional(), expectedAnswerListName: name(), expectedAnswer: name(2000) }),
      )
      .max(50)
      .optional()
      .meta({ description: "Warnings about the answer; unchanged if omitted" }),
  })
  // Answers are stored in one form, however a device writes numbers, times and line ends.
  .overwrite((task) =>
    task.answer === null ? task : { ...task, answer: toStoredForm(task.type, task.answer) },
  )
  .refine(({ type, answer }) => !isTooLong(type, answer), { path: ["answer"], params: { fault: "tooLong" } });

export const capturedDocumentation = z.strictObject({
  ...serverOwnedFields,
  ...pluck(documentationFields, "captured"),
  deleteAutomatically: z.boolean().optional().meta({
    description:
      "The template's value if it is left out. Deletes only if the template, too, deletes automatically at that time, and after the longer of both time limits",
  }),
  deleteTimeLimit: z
    .enum(deleteTimeLimits)
    .nullable()
    .optional()
    .meta({ description: "The template's value if it is left out" }),
  exportAutomatically: z.boolean().optional().meta({
    description:
      "The template's value if it is left out. Exports only if the template, too, exports automatically at that time",
  }),
  templateLastUpdated: instantInput().nullable().default(null),
  tags: z.array(name(100)).max(100).default([]),
  tasks: z.array(capturedTask).max(2000).default([]),
});
export type CapturedDocumentation = z.input<typeof capturedDocumentation>;

/** The state of a documentation after a device's call. */
export const documentationState = z.object({
  id: uuid(),
  status: z.string(),
  uploadedPhotos: z.int(),
  numberOfPhotos: z.int(),
});

const fetchId = uuid().optional().meta({
  description: "The ID of the fetch, if the documentation has been fetched. Only the latest fetch can save",
});

export const saveDocumentation = defineEndpoint({
  method: "POST",
  path: "/documentation/saveWithLicenseCode",
  authentication: "license",
  summary:
    "Save a documentation with its tasks and answers. Saving the same ID again updates it, until it is completed. With `fetchId`, `numberOfPhotos` is the number of photos added since it was fetched, and omitted tasks are unchanged.",
  body: z.strictObject({
    documentation: capturedDocumentation,
    licenseCode,
    fetchId,
    version: version()
      .optional()
      .meta({ description: "The fetched version. If the documentation has changed since, nothing is saved" }),
  }),
  response: documentationState,
});

const endRequest = z.strictObject({ id: uuid(), licenseCode, creator: name(), fetchId });
const endResponse = documentationState;

export const completeDocumentation = defineEndpoint({
  method: "POST",
  path: "/documentation/completeWithLicenseCode",
  authentication: "license",
  summary:
    "Complete a documentation. It stays ONGOING until the last photo has arrived, then becomes COMPLETED. With `withMissingPhotos` the documentation does not wait for photos that were refused for good; `numberOfPhotos` stays, so that these photos are reported as missing.",
  body: endRequest.extend({ withMissingPhotos: z.boolean().default(false) }),
  response: endResponse,
});

export const pauseDocumentation = defineEndpoint({
  method: "POST",
  path: "/documentation/pauseWithLicenseCode",
  authentication: "license",
  summary: "Hand over a documentation, if the licence allows it.",
  body: endRequest,
  response: endResponse,
});
