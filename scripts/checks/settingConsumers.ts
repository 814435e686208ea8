import { ramsiteFilters } from "#domain/configuration/importTypes.ts";
import type { Consumers, SettingUse } from "./settings.ts";

/** Settings that nothing acts on yet. */
export const unusedSettings: readonly string[] = [];

/** Several settings with the same consumer and test. */
const by = (consumer: string, test: string, ...names: string[]): Record<string, SettingUse> =>
  Object.fromEntries(names.map((name) => [name, [consumer, test]]));

const capture = "web/src/screens/capture/settings.test.tsx";
const captured = "worker/features/capture/capture.test.ts";
const device = "worker/features/capture/registerDevice.ts";
const setting = "worker/features/capture/settings.test.ts";
const templates = "worker/features/capture/deviceTemplates.ts";
const planned = "worker/features/delivery/plan/planDelivery.test.ts";
const build = "worker/features/delivery/plan/build.ts";
const tree = "worker/features/delivery/plan/planDestination.ts";
const names = "worker/features/delivery/plan/deliveryNames.ts";
const licences = "worker/auth/captureLicenses.ts";
const graph = "worker/connectors/graphClient.ts";
const library = "worker/connectors/sharepointLibrary.ts";
const sharepoint = "worker/connectors/sharepoint.test.ts";
const ramsite = "worker/connectors/ramsite.ts";
const ramsiteSettings = "worker/connectors/ramsiteSettings.ts";
const ramsiteTable = "worker/connectors/ramsiteTable.ts";
const ramsiteTest = "worker/connectors/ramsite.test.ts";
const predefined = "worker/documentation/predefined.ts";
const predefinedTest = "worker/features/capture/predefined.test.ts";
const next = "worker/connectors/sources/next.ts";
const nextTest = "worker/connectors/sources/next.test.ts";

const ramsiteSource = "worker/connectors/sources/ramsiteSource.ts";
const ramsiteSourceTest = "worker/connectors/sources/ramsiteSource.test.ts";
const sharepointSourceTest = "worker/connectors/sources/sharepointSources.test.ts";
const sharepointSource = {
  ...by(graph, sharepointSourceTest, "clientId", "tenantId", "clientSecret"),
  ...by(graph, sharepoint, "scope"),
  ...by(library, sharepointSourceTest, "siteUrl", "path"),
};
const ramsiteList = {
  ...by(ramsiteTable, ramsiteTest, "baseUrl", "apiKeyHeader", "apiKeyPrefix"),
  ...by(ramsiteTable, ramsiteSourceTest, "apiKey"),
  ...by(ramsiteSource, ramsiteSourceTest, "listPath", "nextKey"),
};
const imports = "worker/features/importConfiguration/imports.test.ts";
const runs = "worker/features/importConfiguration/run.test.ts";
const importing = {
  ...by("worker/features/importConfiguration/due.ts", runs, "frequency", "disabled", "nextRunAt"),
  ...by("worker/features/importConfiguration/importJob.ts", runs, "type"),
  ...by("worker/features/importConfiguration/sources.ts", imports, "secrets"),
};
const failureNotification = by(
  "worker/features/delivery/engine/notify.ts",
  "worker/features/delivery/engine/runSlice.test.ts",
  "failureEmail",
);
const webdav = {
  ...by(
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
    ...by(
      "domain/configuration/exportTypes.ts",
      planned,
      ...["createPowerPoint", "createWordDocument", "createExcelWorkbook"],
    ),
    ...by(tree, planned, "exportUnzippedPhotos", "createZipFile", "zipFileName"),
    exportDocumentTypes: ["worker/exportContent/documentType.ts", "worker/features/export/downloads.test.ts"],
    exportAutomatically: [
      "worker/db/triggers/exports.sql",
      "worker/features/delivery/engine/automatic.test.ts",
    ],
    ...by(
      "domain/capture/draftValidation.ts",
      "domain/capture/draft.test.ts",
      "locationEnabled",
      "locationRequired",
    ),
    ...by(templates, setting, "graphicEnabled", "allTasksRequired"),
    referencePhotosEnabled: ["web/src/features/captureForm/CaptureFields.tsx", "e2e/template.test.ts"],
    ...by(
      "worker/db/triggers/deletion.sql",
      "worker/cron/deleteDue.test.ts",
      ...["deleteAutomatically", "deleteTimeLimit"],
    ),
    ...by(
      "web/src/features/captureForm/CaptureFields.tsx",
      capture,
      ...["photoCommentEnabled", "photoDrawingEnabled"],
    ),
    photoOverviewEnabled: ["web/src/features/captureForm/PhotoOverview.tsx", capture],
    ...by(templates, captured, "position", "hidden"),
    suggestionListId: [templates, setting],
    onlySuggestionsAllowed: [
      "web/src/screens/capture/start/StartForm.tsx",
      "web/src/screens/capture/Create.test.tsx",
    ],
    includeExternalFiles: [tree, "worker/features/delivery/manual/exportOptions.test.ts"],
    ...by(predefined, predefinedTest, "predefinedConfigurationId"),
    predefinedEnabled: ["worker/documentation/predefined.ts", "worker/features/capture/predefined.test.ts"],
  },
  templateTask: {
    key: [names, "worker/features/delivery/manual/exportTest.test.ts"],
    description: ["worker/export/replacement.ts", "worker/export/replacement.test.ts"],
    type: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    options: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    required: ["domain/task/answers.ts", "domain/task/answers.test.ts"],
    showOptionsInTaskList: ["web/src/features/captureForm/TaskField.tsx", capture],
    size: ["web/src/features/captureForm/TaskName.tsx", capture],
    fileExtensions: ["domain/task/fileExtensions.ts", "domain/task/fileExtensions.test.ts"],
    suggestionListId: ["worker/features/capture/newAnswers.ts", setting],
  },
  templateTaskPrecondition: { type: ["domain/task/preconditions.ts", "domain/capture/draft.test.ts"] },
  templateTaskReferencePhoto: {
    referencePhotoId: [templates, "worker/features/image/images.test.ts", "templateTaskReferencePhoto"],
  },
  templateGraphic: { graphicId: [templates, setting, "templateGraphic"] },
  templateLicense: { licenseId: [templates, captured, "templateLicense"] },
  templateReplacementText: by(
    "worker/exportContent/replacementTexts.ts",
    "worker/features/export/downloads.test.ts",
    ...["code", "sv", "en"],
  ),
  templateExportDocumentConfiguration: {
    exportDocumentConfigurationId: [tree, planned, "templateExportDocumentConfiguration"],
  },
  templateExportConfiguration: by(tree, "worker/features/delivery/manual/exportTest.test.ts", "position"),
  exportNode: by(build, planned, "type"),
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
    logo: [licences, setting],
    ...by(
      "web/src/screens/capture/start/StartForm.tsx",
      "web/src/screens/capture/Create.test.tsx",
      "reverseDocumentationCreation",
    ),
    pauseDocumentations: ["worker/features/capture/completeAndPause.ts", captured],
    tempFiles: ["worker/features/uploadToken/routes.ts", "worker/features/uploadToken/uploadToken.test.ts"],
    ...by("web/src/screens/capture/form/savedIdentity.ts", capture, "useSavedUsername", "useSavedEmail"),
    demo: ["worker/features/license/demo.ts", "worker/features/license/licenses.test.ts"],
    // A device gets them with all of its licence, and acts on them itself.
    deletePhotosAfterUpload: [device, captured, "license", "deletePhotosAfterUpload"],
    backupPhotosToLibrary: [device, captured, "license", "backupPhotosToLibrary"],
    emailRequired: ["domain/capture/draftValidation.ts", "domain/capture/draft.test.ts"],
    expireDate: ["worker/auth/licenseAuth.ts", "worker/api/badDates.test.ts"],
  },
  suggestionList: {
    description: [
      "worker/features/suggestion/copyList.ts",
      "worker/features/suggestion/suggestionLists.test.ts",
    ],
    type: ["domain/lists/suggestion.ts", "domain/lists/suggestion.test.ts"],
    ...by(
      "worker/db/triggers/suggestions.sql",
      "worker/features/suggestion/givingWay.test.ts",
      ...["deleteSuggestionIfDocumentationExists", "requiredDocumentationStatus"],
    ),
  },
  suggestionListLicense: {
    licenseId: ["worker/resources/suggestionResource.ts", setting, "suggestionListLicense"],
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
    ...importing,
    suggestionListId: [
      "worker/features/importConfiguration/importKinds.ts",
      "worker/features/importConfiguration/run.test.ts",
    ],
  },
  expectedAnswerImportConfiguration: {
    ...importing,
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
    updateSuggestionList: ["worker/features/capture/newAnswers.ts", setting],
  },
  "params of a template's destination": {
    ...by(tree, "domain/template/exportRules.test.ts", "exportAutomatically"),
    exportOn: ["domain/template/exportRules.ts", "domain/template/exportRules.test.ts"],
    ...by(names, "worker/features/delivery/engine/sendByMail.test.ts", "subject", "body"),
  },
  "params of an export node": {
    ...by(build, planned, "name", "maxSize", "quality", "excludeKeys", "exportDocumentType"),
    compressPhotos: ["worker/features/delivery/plan/variants.ts", planned],
    exportDocumentConfiguration: [build, planned],
  },
  "params of a suggestion list": by(
    "domain/lists/suggestion.ts",
    "domain/lists/suggestion.test.ts",
    ...["columns", "requiredColumns"],
  ),
  "params of a licence": by(
    "worker/features/license/demo.ts",
    "worker/features/license/licenses.test.ts",
    ...["email", "company", "verified", "verificationCode"],
  ),
  "params of a task filter": by(
    "domain/task/filters.ts",
    "domain/task/filters.test.ts",
    ...["ANSWER", "PRECONDITION_TYPE", "OPERATOR", "TASK_TYPE"],
  ),
  "destination SHAREPOINT": {
    ...by(graph, sharepoint, "clientId", "tenantId", "scope", "clientSecret"),
    ...by(library, sharepoint, "siteUrl", "userColumn", "commentColumn", "path"),
    ...failureNotification,
  },
  "destination FTP": {
    ...by(
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
    ...by(
      "worker/features/delivery/plan/destinationParams.ts",
      "worker/features/delivery/plan/destinationParams.test.ts",
      "documentStructureId",
      "projectId",
    ),
    ...by(ramsiteTable, ramsiteTest, "baseUrl", "apiKeyHeader", "apiKeyPrefix", "apiKey"),
    ...by(ramsiteSettings, ramsiteTest, "uploadBody"),
    ...by(ramsite, ramsiteTest, "uploadPath", "uploadMethod", "uploadField", "findPath", "listPath"),
    ...by(ramsite, ramsiteTest, "folderPath", "folderBody", "removePath", "nameKey", "sizeKey", "idKey"),
    ...failureNotification,
  },
  "destination EMAIL": {
    ...by(names, "worker/features/delivery/manual/exportTest.test.ts", "staticEmail", "emailKey", "body"),
    ...failureNotification,
  },
  predefinedConfiguration: by(predefined, predefinedTest, "type", "secrets"),
  "predefined NEXT": by("worker/connectors/sources/nextLookup.ts", predefinedTest, "token"),
  "predefined SHAREPOINT_FOLDERS": sharepointSource,
  "suggestion import SHAREPOINT_FOLDERS": sharepointSource,
  "suggestion import SHAREPOINT_TEXT_FILE": {
    ...sharepointSource,
    ...by("worker/connectors/sources/sharepointTextFile.ts", sharepointSourceTest, "fileName"),
  },
  "suggestion import NEXT_PROJECT": by(next, nextTest, "accessToken"),
  "suggestion import NEXT_CUSTOMER": by(next, nextTest, "accessToken"),
  "suggestion import NEXT_USER": by(next, nextTest, "accessToken", "columns"),
  "suggestion import RAMSITE_3GIS": {
    // One test narrows by several, and the code goes through all of them.
    ...Object.fromEntries(
      ramsiteFilters.map((name) => [
        name,
        [ramsiteSource, ramsiteSourceTest, "ramsiteFilters", "siteStatus"] as const,
      ]),
    ),
    ...ramsiteList,
    ...by(ramsiteSource, ramsiteSourceTest, "nameKey", "latKey", "lngKey"),
  },
  "expected answer import RAMSITE_3GIS": {
    ...ramsiteList,
    ...by(ramsiteSource, ramsiteSourceTest, "answerName", "validValues"),
    ...by(
      "worker/features/capture/unexpectedAnswers.ts",
      "worker/features/capture/unexpectedAnswers.test.ts",
      ...["templateTaskIds", "templateTaskNames"],
    ),
  },
};
