import { taskTypes } from "#domain/core/documentationTypes.ts";
import type { TypeSchema } from "./typedParams.ts";

/** The configuration types of 3§3 and their settings (3§5). */

const defaultPath = { path: "Shared Documents" } as const;
/** The scope of Microsoft Graph with all permissions granted to the app. */
export const defaultGraphScope = "https://graph.microsoft.com/.default";
/** Microsoft Graph requires a client secret, which the specification does not list. */
const graphSecret = ["clientSecret"] as const;
/** Microsoft's login and Graph have fixed addresses; the secret belongs to one app of one tenant. */
export const graphSecretTargets = ["clientId", "tenantId"] as const;

export const predefinedTypes = ["NEXT", "SHAREPOINT_FOLDERS"] as const;
export type PredefinedType = (typeof predefinedTypes)[number];
export const predefinedKeys: Readonly<Record<PredefinedType, TypeSchema>> = {
  NEXT: { params: [], secrets: ["token"], defaults: {} },
  SHAREPOINT_FOLDERS: {
    params: ["clientId", "tenantId", "siteUrl", "scope", "path"],
    secrets: graphSecret,
    defaults: { ...defaultPath, scope: defaultGraphScope },
    secretTargets: graphSecretTargets,
  },
};

export const exportConfigurationTypes = [
  "EMAIL",
  "SHAREPOINT",
  "FTP",
  "WEBDAV",
  "STOREGATE",
  "RAMSITE_3GIS",
] as const;
export type ExportConfigurationType = (typeof exportConfigurationTypes)[number];
export const defaultExportConfigurationType: ExportConfigurationType = "SHAREPOINT";

/** The param with the addresses to notify when a delivery fails, separated by commas. Every destination can have it. */
export const failureEmail = "failureEmail";

const makeDestinationSchema = ({ params, emails = [], ...keys }: TypeSchema): TypeSchema => ({
  ...keys,
  params: [...params, failureEmail],
  emails: [...emails, failureEmail],
});

const webdavSchema = makeDestinationSchema({
  params: ["url", "username"],
  secrets: ["password"],
  defaults: {},
  secretTargets: ["url", "username"],
});

/**
 * RAMSITE publishes no API, so its calls are described by these settings. Paths are relative to `baseUrl` and may contain
 * {projectId}, {documentStructureId}, {path} (the folders), {name} (of the file, or of the folder being created) and any other key
 * of the table.
 */
export const ramsiteKeys = [
  "documentStructureId",
  "projectId",
  "baseUrl",
  /** The header with the API key, and the prefix of its value: `Authorization` and `Bearer`. */
  "apiKeyHeader",
  "apiKeyPrefix",
  /** How a file is uploaded: POST, PUT or PATCH; multipart in the field `uploadField`, or raw. */
  "uploadPath",
  "uploadMethod",
  "uploadBody",
  "uploadField",
  /** A GET that returns JSON about one file, or 404. If empty, `listPath` is used. */
  "findPath",
  /** A GET that returns JSON with the files of a folder. */
  "listPath",
  /** A POST that creates one folder, with the JSON `folderBody`. Empty if folders are created together with their files. */
  "folderPath",
  "folderBody",
  /** A DELETE of a file. */
  "removePath",
  /** The JSON keys of a file's name, size and id. */
  "nameKey",
  "sizeKey",
  "idKey",
] as const;

/** Paths stay below baseUrl. The header is a target because the system might log or echo a header it does not treat as secret. */
export const ramsiteSecretTargets = ["baseUrl", "apiKeyHeader", "apiKeyPrefix"] as const;

export const exportConfigurationKeys: Readonly<Record<ExportConfigurationType, TypeSchema>> = {
  SHAREPOINT: makeDestinationSchema({
    params: ["clientId", "tenantId", "siteUrl", "scope", "userColumn", "commentColumn", "path"],
    secrets: graphSecret,
    defaults: { ...defaultPath, scope: defaultGraphScope },
    secretTargets: graphSecretTargets,
  }),
  FTP: makeDestinationSchema({
    params: ["host", "username", "directory"],
    secrets: ["password"],
    defaults: {},
    secretTargets: ["host", "username"],
  }),
  WEBDAV: webdavSchema,
  STOREGATE: webdavSchema,
  // Open: its form is an editable table of keys and values, to which keys for the customer's own system can be added.
  RAMSITE_3GIS: makeDestinationSchema({
    params: ramsiteKeys,
    secrets: ["apiKey"],
    defaults: {
      documentStructureId: "4657",
      apiKeyHeader: "X-API-Key",
      uploadMethod: "POST",
      uploadBody: "multipart",
      uploadField: "file",
      nameKey: "name",
      sizeKey: "size",
      idKey: "id",
    },
    secretTargets: ramsiteSecretTargets,
    open: true,
  }),
  EMAIL: makeDestinationSchema({
    params: ["staticEmail", "emailKey", "body"],
    secrets: [],
    defaults: {},
    emails: ["staticEmail"],
  }),
};

/** The required settings and secrets of each destination type. If a line has several, one of them is enough. */
const requiredSettings: Readonly<Record<ExportConfigurationType, readonly (readonly string[])[]>> = {
  SHAREPOINT: [["clientId"], ["tenantId"], ["siteUrl"], ["path"], ["clientSecret"]],
  FTP: [["host"], ["username"], ["password"]],
  WEBDAV: [["url"], ["username"], ["password"]],
  // The address is derived from the user name.
  STOREGATE: [["username"], ["password"]],
  RAMSITE_3GIS: [
    ["documentStructureId"],
    ["projectId"],
    ["baseUrl"],
    ["apiKeyHeader"],
    ["uploadPath"],
    ["findPath", "listPath"],
    ["apiKey"],
  ],
  EMAIL: [["staticEmail", "emailKey"]],
};

/** The required settings that a destination lacks. Missing alternatives are represented by the first. */
export function listMissingSettings(
  type: ExportConfigurationType,
  params: Readonly<Record<string, string>>,
  storedSecrets: readonly string[],
): string[] {
  const isSet = (key: string) => Boolean(params[key]?.trim()) || storedSecrets.includes(key);
  return requiredSettings[type].flatMap(([setting, ...alternatives]) =>
    setting === undefined || [setting, ...alternatives].some(isSet) ? [] : [setting],
  );
}

export const taskFilterTypes = [
  "ANSWER",
  "ANSWER_NOT",
  "PRECONDITION",
  "TASK_TYPE",
  "ANSWERED",
  "UNANSWERED",
] as const;
export type TaskFilterType = (typeof taskFilterTypes)[number];

export const filteredPreconditions = ["TASK_ANSWER", "TASK_PHOTOS_TAKEN", "TASK_NO_PHOTOS_TAKEN"] as const;
const operators = ["EQUALS", "NOT_EQUALS"] as const;
const answerKeys: TypeSchema = { params: ["ANSWER"], secrets: [], defaults: {}, required: ["ANSWER"] };
const noKeys: TypeSchema = { params: [], secrets: [], defaults: {} };

export const taskFilterKeys: Readonly<Record<TaskFilterType, TypeSchema>> = {
  ANSWER: answerKeys,
  ANSWER_NOT: answerKeys,
  PRECONDITION: {
    params: ["PRECONDITION_TYPE", "OPERATOR", "ANSWER"],
    secrets: [],
    defaults: { PRECONDITION_TYPE: "TASK_ANSWER", OPERATOR: "EQUALS" },
    allowed: { PRECONDITION_TYPE: filteredPreconditions, OPERATOR: operators },
  },
  TASK_TYPE: {
    params: ["TASK_TYPE"],
    secrets: [],
    defaults: {},
    required: ["TASK_TYPE"],
    allowed: { TASK_TYPE: taskTypes },
  },
  ANSWERED: noKeys,
  UNANSWERED: noKeys,
};
