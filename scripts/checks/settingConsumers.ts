import { ramsiteFilters } from "#domain/configuration/importTypes.ts";
import type { Consumers, SettingUse } from "./settings.ts";

/** Settings that nothing acts on yet. */
export const unusedSettings: readonly string[] = [];

/** Several settings with the same consumer and test. */
const consumedBy = (consumer: string, test: string, ...names: string[]): Record<string, SettingUse> =>
  Object.fromEntries(names.map((name) => [name, [consumer, test]]));

const captureScreenTest = "web/src/screens/capture/settings.test.tsx";
const captureTest = "worker/features/capture/capture.test.ts";
const registerDevice = "worker/features/capture/registerDevice.ts";
const settingsTest = "worker/features/capture/settings.test.ts";
const deviceTemplates = "worker/features/capture/deviceTemplates.ts";
const planDeliveryTest = "worker/features/delivery/plan/planDelivery.test.ts";
const buildPlan = "worker/features/delivery/plan/planBuilder.ts";
const planDestination = "worker/features/delivery/plan/planDestination.ts";
const deliveryNames = "worker/features/delivery/plan/deliveryNames.ts";
const licences = "worker/auth/captureLicenses.ts";
const graph = "worker/connectors/graphClient.ts";
const library = "worker/connectors/sharepointLibrary.ts";
const sharepointTest = "worker/connectors/sharepoint.test.ts";
const ramsite = "worker/connectors/ramsite.ts";
const ramsiteSettings = "worker/connectors/ramsiteSettings.ts";
const ramsiteTable = "worker/connectors/ramsiteTable.ts";
const ramsiteTest = "worker/connectors/ramsite.test.ts";
const predefinedAnswers = "worker/documentation/predefined.ts";
const predefinedTest = "worker/features/capture/predefined.test.ts";
const nextSource = "worker/connectors/sources/nextReader.ts";
const nextTest = "worker/connectors/sources/nextReader.test.ts";

const ramsiteSource = "worker/connectors/sources/ramsiteSource.ts";
const ramsiteSourceTest = "worker/connectors/sources/ramsiteSource.test.ts";
const sharepointSourceTest = "worker/connectors/sources/sharepointSources.test.ts";
const sharepointSource = {
  ...consumedBy(graph, sharepointSourceTest, "clientId", "tenantId", "clientSecret"),
  ...consumedBy(graph, sharepointTest, "scope"),
  ...consumedBy(library, sharepointSourceTest, "siteUrl", "path"),
};
const ramsiteList = {
  ...consumedBy(ramsiteTable, ramsiteTest, "baseUrl", "apiKeyHeader", "apiKeyPrefix"),
  ...consumedBy(ramsiteTable, ramsiteSourceTest, "apiKey"),
  ...consumedBy(ramsiteSource, ramsiteSourceTest, "listPath", "nextKey"),
};
const importsTest = "worker/features/importConfiguration/imports.test.ts";
const importRunTest = "worker/features/importConfiguration/run.test.ts";
const importUses = {
  ...consumedBy(
    "worker/features/importConfiguration/runDueImports.ts",
    importRunTest,
    "frequency",
    "disabled",
    "nextRunAt",
  ),
  ...consumedBy("worker/features/importConfiguration/importJob.ts", importRunTest, "type"),
  ...consumedBy("worker/features/importConfiguration/createSource.ts", importsTest, "secrets"),
};
const failureNotification = consumedBy(
  "worker/features/delivery/engine/deliveryNotices.ts",
  "worker/features/delivery/engine/runSlice.test.ts",
  "failureEmail",
);
const webdav = {
  ...consumedBy(
    "worker/connectors/webdavClient.ts",
    "worker/connectors/webdav.test.ts",
    "url",
    "username",
    "password",
  ),
  ...failureNotification,
};

export const settingConsumers: Consumers = {
  template: {
    description: ["web/src/screens/capture/start/StartForm.tsx", "e2e/template.test.ts"],
    ...consumedBy(
      "domain/configuration/exportTypes.ts",
      planDeliveryTest,
      ...["createPowerPoint", "createWordDocument", "createExcelWorkbook"],
    ),
    ...consumedBy(planDestination, planDeliveryTest, "exportUnzippedPhotos", "createZipFile", "zipFileName"),
    exportDocumentTypes: ["worker/exportContent/documentType.ts", "worker/features/export/downloads.test.ts"],
    exportAutomatically: [
      "worker/db/triggers/exports.sql",
      "worker/features/delivery/engine/automatic.test.ts",
    ],
    ...consumedBy(
      "domain/capture/draftValidation.ts",
      "domain/capture/draft.test.ts",
      "locationEnabled",
      "locationRequired",
    ),
    ...consumedBy(deviceTemplates, settingsTest, "graphicEnabled", "allTasksRequired"),
    referencePhotosEnabled: ["web/src/features/captureForm/CaptureFields.tsx", "e2e/template.test.ts"],
    ...consumedBy(
      "worker/db/triggers/deletion.sql",
      "worker/cron/deleteDue.test.ts",
      ...["deleteAutomatically", "deleteTimeLimit"],
    ),
    ...consumedBy(
      "web/src/features/captureForm/CaptureFields.tsx",
      captureScreenTest,
      ...["photoCommentEnabled", "photoDrawingEnabled"],
    ),
    photoOverviewEnabled: ["web/src/features/captureForm/PhotoOverview.tsx", captureScreenTest],
    ...consumedBy(deviceTemplates, captureTest, "position", "hidden"),
    suggestionListId: [deviceTemplates, settingsTest],
    onlySuggestionsAllowed: [
      "web/src/screens/capture/start/StartForm.tsx",
      "web/src/screens/capture/Create.test.tsx",
    ],
    includeExternalFiles: [planDestination, "worker/features/delivery/manual/exportOptions.test.ts"],
    ...consumedBy(predefinedAnswers, predefinedTest, "predefinedConfigurationId"),
    predefinedEnabled: ["worker/documentation/predefined.ts", "worker/features/capture/predefined.test.ts"],
  },
  templateTask: {
    key: [deliveryNames, "worker/features/delivery/manual/exportTest.test.ts"],
    description: ["worker/export/replacement.ts", "worker/export/replacement.test.ts"],
    type: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    options: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    required: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    showOptionsInTaskList: ["web/src/features/captureForm/TaskField.tsx", captureScreenTest],
    size: ["web/src/features/captureForm/TaskName.tsx", captureScreenTest],
    fileExtensions: [
      "domain/task/fileExtensions.ts",
      "domain/task/fileExtensions.test.ts",
      "parseFileExtensions",
    ],
    suggestionListId: ["worker/features/capture/newAnswers.ts", settingsTest],
  },
  templateTaskPrecondition: { type: ["domain/task/preconditions.ts", "domain/capture/draft.test.ts"] },
  templateTaskReferencePhoto: {
    referencePhotoId: [deviceTemplates, "worker/features/image/images.test.ts", "templateTaskReferencePhoto"],
  },
  templateGraphic: { graphicId: [deviceTemplates, settingsTest, "templateGraphic"] },
  templateLicense: { licenseId: [deviceTemplates, captureTest, "templateLicense"] },
  templateReplacementText: consumedBy(
    "worker/exportContent/replacementTexts.ts",
    "worker/features/export/downloads.test.ts",
    ...["code", "sv", "en"],
  ),
  templateExportDocumentConfiguration: {
    exportDocumentConfigurationId: [planDestination, planDeliveryTest, "templateExportDocumentConfiguration"],
  },
  templateExportConfiguration: consumedBy(
    planDestination,
    "worker/features/delivery/manual/exportTest.test.ts",
    "position",
  ),
  exportNode: consumedBy(buildPlan, planDeliveryTest, "type"),
  exportConfiguration: {
    type: ["worker/connectors/openConnector.ts", "worker/connectors/openConnector.test.ts"],
    secrets: [
      "worker/features/delivery/engine/openDestination.ts",
      "worker/features/delivery/engine/sendByMail.test.ts",
    ],
  },
  exportConfigurationUserParam: {
    required: ["domain/delivery/exportDraft.ts", "domain/delivery/exportDraft.test.ts"],
  },
  license: {
    logo: [licences, settingsTest],
    ...consumedBy(
      "web/src/screens/capture/start/StartForm.tsx",
      "web/src/screens/capture/Create.test.tsx",
      "reverseDocumentationCreation",
    ),
    pauseDocumentations: ["worker/features/capture/completeAndPause.ts", captureTest],
    tempFiles: ["worker/features/uploadToken/routes.ts", "worker/features/uploadToken/uploadToken.test.ts"],
    ...consumedBy(
      "web/src/screens/capture/form/savedIdentity.ts",
      captureScreenTest,
      "useSavedUsername",
      "useSavedEmail",
    ),
    demo: ["worker/features/license/demoLicenses.ts", "worker/features/license/licenses.test.ts"],
    // A device receives them with its licence and acts on them itself.
    deletePhotosAfterUpload: [registerDevice, captureTest, "license", "deletePhotosAfterUpload"],
    backupPhotosToLibrary: [registerDevice, captureTest, "license", "backupPhotosToLibrary"],
    emailRequired: ["domain/capture/draftValidation.ts", "domain/capture/draft.test.ts"],
    expireDate: ["worker/auth/licenseAuth.ts", "worker/api/badDates.test.ts"],
  },
  suggestionList: {
    description: [
      "worker/features/suggestion/copyList.ts",
      "worker/features/suggestion/suggestionLists.test.ts",
    ],
    type: ["domain/lists/suggestion.ts", "domain/lists/suggestion.test.ts"],
    ...consumedBy(
      "worker/db/triggers/suggestions.sql",
      "worker/features/suggestion/suggestionDeletion.test.ts",
      ...["deleteSuggestionIfDocumentationExists", "requiredDocumentationStatus"],
    ),
  },
  suggestionListLicense: {
    licenseId: ["worker/resources/suggestionResource.ts", settingsTest, "suggestionListLicense"],
  },
  documentationTaskFilter: {
    type: ["domain/task/filters.ts", "domain/task/filters.test.ts"],
    position: ["worker/documentation/details.ts", "worker/features/review/review.test.ts"],
    automatic: [
      "web/src/screens/documentation/tasks/TaskFilterMenu.tsx",
      "web/src/screens/documentation/tasks/taskFilters.test.tsx",
    ],
  },
  suggestionImportConfiguration: {
    ...importUses,
    suggestionListId: [
      "worker/features/importConfiguration/importKinds.ts",
      "worker/features/importConfiguration/run.test.ts",
    ],
  },
  expectedAnswerImportConfiguration: {
    ...importUses,
    expectedAnswerListId: [
      "worker/features/importConfiguration/importKinds.ts",
      "worker/features/importConfiguration/run.test.ts",
    ],
  },
  "params of a task": {
    addContactPersonEnabled: [
      "web/src/features/captureForm/TaskField.tsx",
      "worker/features/capture/predefined.test.ts",
    ],
    updateSuggestionList: ["worker/features/capture/newAnswers.ts", settingsTest],
  },
  "params of a template's destination": {
    ...consumedBy(planDestination, "domain/template/exportRules.test.ts", "exportAutomatically"),
    threads: [planDestination, planDeliveryTest],
    exportOn: ["domain/template/exportRules.ts", "domain/template/exportRules.test.ts"],
    ...consumedBy(deliveryNames, "worker/features/delivery/engine/sendByMail.test.ts", "subject", "body"),
  },
  "params of an export node": {
    ...consumedBy(
      buildPlan,
      planDeliveryTest,
      "name",
      "maxSize",
      "quality",
      "excludeKeys",
      "exportDocumentType",
    ),
    compressPhotos: ["worker/features/delivery/plan/compression.ts", planDeliveryTest],
    exportDocumentConfiguration: [buildPlan, planDeliveryTest],
  },
  "params of a suggestion list": consumedBy(
    "domain/lists/suggestion.ts",
    "domain/lists/suggestion.test.ts",
    ...["columns", "requiredColumns"],
  ),
  "params of a licence": consumedBy(
    "worker/features/license/demoLicenses.ts",
    "worker/features/license/licenses.test.ts",
    ...["email", "company", "verified", "verificationCode"],
  ),
  "params of a task filter": consumedBy(
    "domain/task/filters.ts",
    "domain/task/filters.test.ts",
    ...["ANSWER", "PRECONDITION_TYPE", "OPERATOR", "TASK_TYPE"],
  ),
  "destination SHAREPOINT": {
    ...consumedBy(graph, sharepointTest, "clientId", "tenantId", "scope", "clientSecret"),
    ...consumedBy(library, sharepointTest, "siteUrl", "userColumn", "commentColumn", "path"),
    ...failureNotification,
  },
  "destination FTP": {
    ...consumedBy(
      "worker/connectors/ftp.ts",
      "worker/connectors/ftp.test.ts",
      "host",
      "username",
      "directory",
      "password",
    ),
    ...failureNotification,
  },
  "destination WEBDAV": webdav,
  "destination STOREGATE": webdav,
  "destination RAMSITE_3GIS": {
    ...consumedBy(
      "worker/features/delivery/plan/destinationParams.ts",
      "worker/features/delivery/plan/destinationParams.test.ts",
      "documentStructureId",
      "projectId",
    ),
    ...consumedBy(ramsiteTable, ramsiteTest, "baseUrl", "apiKeyHeader", "apiKeyPrefix", "apiKey"),
    ...consumedBy(ramsiteSettings, ramsiteTest, "uploadBody"),
    ...consumedBy(ramsite, ramsiteTest, "uploadPath", "uploadMethod", "uploadField", "findPath", "listPath"),
    ...consumedBy(
      ramsite,
      ramsiteTest,
      "folderPath",
      "folderBody",
      "removePath",
      "nameKey",
      "sizeKey",
      "idKey",
    ),
    ...failureNotification,
  },
  "destination EMAIL": {
    ...consumedBy(
      deliveryNames,
      "worker/features/delivery/manual/exportTest.test.ts",
      "staticEmail",
      "emailKey",
      "body",
    ),
    ...failureNotification,
  },
  predefinedConfiguration: consumedBy(predefinedAnswers, predefinedTest, "type", "secrets"),
  "predefined NEXT": consumedBy("worker/connectors/sources/nextLookup.ts", predefinedTest, "token"),
  "predefined SHAREPOINT_FOLDERS": sharepointSource,
  "suggestion import SHAREPOINT_FOLDERS": sharepointSource,
  "suggestion import SHAREPOINT_TEXT_FILE": {
    ...sharepointSource,
    ...consumedBy("worker/connectors/sources/sharepointTextFile.ts", sharepointSourceTest, "fileName"),
  },
  "suggestion import NEXT_PROJECT": consumedBy(nextSource, nextTest, "accessToken"),
  "suggestion import NEXT_CUSTOMER": consumedBy(nextSource, nextTest, "accessToken"),
  "suggestion import NEXT_USER": consumedBy(nextSource, nextTest, "accessToken", "columns"),
  "suggestion import RAMSITE_3GIS": {
    // One test filters by several of them; the code applies each in the same loop.
    ...Object.fromEntries(
      ramsiteFilters.map((name) => [
        name,
        [ramsiteSource, ramsiteSourceTest, "ramsiteFilters", "siteStatus"] as const,
      ]),
    ),
    ...ramsiteList,
    ...consumedBy(ramsiteSource, ramsiteSourceTest, "nameKey", "latKey", "lngKey"),
  },
  "expected answer import RAMSITE_3GIS": {
    ...ramsiteList,
    ...consumedBy(ramsiteSource, ramsiteSourceTest, "answerName", "validValues"),
    ...consumedBy(
      "worker/features/capture/unexpectedAnswers.ts",
      "worker/features/capture/unexpectedAnswers.test.ts",
      ...["templateTaskIds", "templateTaskNames"],
    ),
  },
};
