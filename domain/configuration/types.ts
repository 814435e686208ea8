import { taskTypes } from "#domain/core/documentationTypes.ts";
import type { TypeSchema } from "./typedParams.ts";

/** The types of 3§3 and what each is configured with (3§5). */

const defaultPath = { path: "Shared Documents" } as const;
/** Microsoft Graph itself, with all that the app has been granted. */
export const defaultGraphScope = "https://graph.microsoft.com/.default";
/** Microsoft Graph asks for a client secret, which the specification does not list. */
const graphSecret = ["clientSecret"] as const;

export const predefinedTypes = ["NEXT", "SHAREPOINT_FOLDERS"] as const;
export type PredefinedType = (typeof predefinedTypes)[number];
export const predefinedKeys: Readonly<Record<PredefinedType, TypeSchema>> = {
  NEXT: { params: [], secrets: ["token"], defaults: {} },
  SHAREPOINT_FOLDERS: {
    params: ["clientId", "tenantId", "siteUrl", "scope", "path"],
    secrets: graphSecret,
    defaults: { ...defaultPath, scope: defaultGraphScope },
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

/** Who is told when a delivery to a destination fails: one address or several, apart by commas. Every destination may name it. */
export const failureEmail = "failureEmail";

const destination = ({ params, emails = [], ...keys }: TypeSchema): TypeSchema => ({
  ...keys,
  params: [...params, failureEmail],
  emails: [...emails, failureEmail],
});

const webdav = destination({ params: ["url", "username"], secrets: ["password"], defaults: {} });

/**
 * RAMSITE publishes no interface: how its calls look is filled in. Paths begin at `baseUrl` and may hold {projectId},
 * {documentStructureId}, {path} (the folders), {name} (the file or, where a folder is made, that folder) and any other key of the table.
 */
export const ramsiteKeys = [
  "documentStructureId",
  "projectId",
  "baseUrl",
  /** The header that carries the API key, and what stands before the key in it: `Authorization` and `Bearer`. */
  "apiKeyHeader",
  "apiKeyPrefix",
  /** How a file is sent: POST, PUT or PATCH; multipart in the field `uploadField`, or raw. */
  "uploadPath",
  "uploadMethod",
  "uploadBody",
  "uploadField",
  /** A GET that answers JSON about one file, 404 without it. Where there is none, `listPath` is asked. */
  "findPath",
  /** A GET that answers JSON with the list of a folder's files. */
  "listPath",
  /** A POST that makes one folder, with the JSON `folderBody`. Left empty where folders come into being with their files. */
  "folderPath",
  "folderBody",
  /** A DELETE that removes a file. */
  "removePath",
  /** What an answer calls the name, the size and the id of a file. */
  "nameKey",
  "sizeKey",
  "idKey",
] as const;

export const exportConfigurationKeys: Readonly<Record<ExportConfigurationType, TypeSchema>> = {
  SHAREPOINT: destination({
    params: ["clientId", "tenantId", "siteUrl", "scope", "userColumn", "commentColumn", "path"],
    secrets: graphSecret,
    defaults: { ...defaultPath, scope: defaultGraphScope },
  }),
  FTP: destination({ params: ["host", "username", "directory"], secrets: ["password"], defaults: {} }),
  WEBDAV: webdav,
  STOREGATE: webdav,
  // Open: its form is an editable table of keys and values, where keys of the customer's own system are added.
  RAMSITE_3GIS: destination({
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
    open: true,
  }),
  EMAIL: destination({
    params: ["staticEmail", "emailKey", "body"],
    secrets: [],
    defaults: {},
    emails: ["staticEmail"],
  }),
};

/** The settings and secrets a destination of a type cannot do without. Of several in one line, one is enough. */
const requiredSettings: Readonly<Record<ExportConfigurationType, readonly (readonly string[])[]>> = {
  SHAREPOINT: [["clientId"], ["tenantId"], ["siteUrl"], ["path"], ["clientSecret"]],
  FTP: [["host"], ["username"], ["password"]],
  WEBDAV: [["url"], ["username"], ["password"]],
  // Its address follows from the user name.
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

/** The settings a destination lacks; where one of several is enough and none is there, the first of them. */
export function missingSettings(
  type: ExportConfigurationType,
  params: Readonly<Record<string, string>>,
  secretsSet: readonly string[],
): string[] {
  const has = (key: string) => Boolean(params[key]?.trim()) || secretsSet.includes(key);
  return requiredSettings[type].flatMap(([first, ...others]) =>
    first === undefined || [first, ...others].some(has) ? [] : [first],
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
const answer: TypeSchema = { params: ["ANSWER"], secrets: [], defaults: {}, required: ["ANSWER"] };
const noKeys: TypeSchema = { params: [], secrets: [], defaults: {} };

export const taskFilterKeys: Readonly<Record<TaskFilterType, TypeSchema>> = {
  ANSWER: answer,
  ANSWER_NOT: answer,
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
