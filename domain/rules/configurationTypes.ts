import { taskTypes } from "../documentation";
import type { TypeKeys } from "./typedParams";

/** The types of 3§3 and what each is configured with (3§5). */

const defaultPath = { path: "Shared Documents" } as const;
/** Microsoft Graph asks for a client secret, which the specification does not list. */
const graphSecret = ["clientSecret"] as const;

export const predefinedTypes = ["NEXT", "SHAREPOINT_FOLDERS"] as const;
export type PredefinedType = (typeof predefinedTypes)[number];
export const predefinedKeys: Readonly<Record<PredefinedType, TypeKeys>> = {
  NEXT: { params: [], secrets: ["token"], defaults: {} },
  SHAREPOINT_FOLDERS: {
    params: ["clientId", "tenantId", "siteUrl", "scope", "path"],
    secrets: graphSecret,
    defaults: defaultPath,
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

const webdav: TypeKeys = { params: ["url", "username"], secrets: ["password"], defaults: {} };

export const exportConfigurationKeys: Readonly<Record<ExportConfigurationType, TypeKeys>> = {
  SHAREPOINT: {
    params: ["clientId", "tenantId", "siteUrl", "scope", "userColumn", "commentColumn", "path"],
    secrets: graphSecret,
    defaults: defaultPath,
  },
  FTP: { params: ["host", "username", "directory"], secrets: ["password"], defaults: {} },
  WEBDAV: webdav,
  STOREGATE: webdav,
  // Open: its form is an editable table of keys and values, where keys of the customer's own system are added.
  RAMSITE_3GIS: {
    params: ["documentStructureId", "projectId"],
    secrets: ["apiKey"],
    defaults: { documentStructureId: "4657" },
    open: true,
  },
  EMAIL: { params: ["staticEmail", "emailKey", "body"], secrets: [], defaults: {} },
};

/** The settings and secrets a destination of a type cannot do without. */
const needs: Readonly<Record<ExportConfigurationType, readonly string[]>> = {
  SHAREPOINT: ["clientId", "tenantId", "siteUrl", "path", "clientSecret"],
  FTP: ["host", "username", "password"],
  WEBDAV: ["url", "username", "password"],
  STOREGATE: ["url", "username", "password"],
  RAMSITE_3GIS: ["documentStructureId", "projectId", "apiKey"],
  EMAIL: [],
};

/** The settings a destination lacks. EMAIL needs a fixed address or the key of a task that is answered with one. */
export function missingSettings(
  type: ExportConfigurationType,
  params: Readonly<Record<string, string>>,
  secretsSet: readonly string[],
): string[] {
  const has = (key: string) => Boolean(params[key]?.trim()) || secretsSet.includes(key);
  if (type === "EMAIL") return has("staticEmail") || has("emailKey") ? [] : ["staticEmail"];
  return needs[type].filter((key) => !has(key));
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
const answer: TypeKeys = { params: ["ANSWER"], secrets: [], defaults: {}, required: ["ANSWER"] };
const nothing: TypeKeys = { params: [], secrets: [], defaults: {} };

export const taskFilterKeys: Readonly<Record<TaskFilterType, TypeKeys>> = {
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
  ANSWERED: nothing,
  UNANSWERED: nothing,
};
