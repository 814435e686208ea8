import { z } from "zod";
import { type TemplateForDevice, templateForDevice } from "#domain/endpoints/capture/capture.ts";
import { type CaptureLicense, captureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";

/* Test data for capturing, parsed by its contracts. */

type Task = TemplateForDevice["tasks"][number];

export const aTemplateTask = (changes: Partial<Task> = {}): Task => ({
  id: anId(),
  parentId: null,
  name: "Remark",
  key: null,
  description: null,
  type: "TEXT",
  options: null,
  required: "NO",
  position: 0,
  level: 0,
  size: "normal",
  showOptionsInTaskList: true,
  fileExtensions: null,
  suggestionList: null,
  params: {},
  preconditions: [],
  referencePhotos: [],
  ...changes,
});

export const aCaptureTemplate = (changes: Partial<TemplateForDevice> = {}): TemplateForDevice =>
  templateForDevice.parse({
    id: anId(),
    name: "Mast inspection",
    description: null,
    position: 0,
    locationEnabled: false,
    locationRequired: false,
    graphicEnabled: false,
    referencePhotosEnabled: false,
    photoCommentEnabled: true,
    photoDrawingEnabled: true,
    photoOverviewEnabled: false,
    onlySuggestionsAllowed: false,
    allTasksRequired: "NO",
    deleteAutomatically: false,
    deleteTimeLimit: null,
    exportAutomatically: false,
    includeExternalFiles: false,
    predefinedEnabled: false,
    predefinedConfiguration: null,
    suggestionList: null,
    graphics: [],
    replacementTexts: [],
    lastUpdated: "2026-05-04T09:30:00Z",
    tasks: [aTemplateTask()],
    ...changes,
  });

export const aCaptureLicense = (changes: Partial<CaptureLicense> = {}): CaptureLicense =>
  captureLicense.parse({
    id: anId(),
    name: "Field",
    licenseCode: "CODE-1",
    customerId: 7,
    reverseDocumentationCreation: false,
    pauseDocumentations: false,
    emailRequired: false,
    useSavedUsername: false,
    useSavedEmail: false,
    hasLogo: false,
    ...changes,
  });

export const aCapturer = () =>
  aSession({ roles: ["ROLE_CREATE_DOCUMENTATION", "ROLE_DOCUMENTATION_READ", "ROLE_SUGGESTION_LIST_READ"] });

/** A fake service with these licences and templates, which accepts saves. */
export function serveCapture(
  licenses: readonly [CaptureLicense, readonly TemplateForDevice[]][],
  routes: Parameters<typeof fakeApi>[0] = {},
) {
  const state = { status: "ONGOING", uploadedPhotos: 0, numberOfPhotos: 0 };
  return fakeApi({
    "GET /license/findAllForCapture": () => ({ items: licenses.map(([license]) => license) }),
    "POST /template/findAllByLicenseCode": ({ body }) => {
      const { licenseCode } = z.object({ licenseCode: z.string() }).parse(body);
      return { items: licenses.find(([license]) => license.licenseCode === licenseCode)?.[1] ?? [] };
    },
    "POST /documentation/saveWithLicenseCode": () => ({ id: anId(), ...state }),
    "POST /documentation/completeWithLicenseCode": () => ({ id: anId(), ...state }),
    "POST /documentation/pauseWithLicenseCode": () => ({ id: anId(), ...state }),
    ...routes,
  });
}
