import type { TypeSchema } from "./typedParams.ts";
import { defaultGraphScope, graphSecretTargets, ramsiteSecretTargets } from "./types.ts";

/** The import types (3§3) and their settings (3§5). */

export const suggestionImportTypes = [
  "RAMSITE_3GIS",
  "SHAREPOINT_FOLDERS",
  "SHAREPOINT_TEXT_FILE",
  "NEXT_PROJECT",
  "NEXT_CUSTOMER",
  "NEXT_USER",
] as const;
export type SuggestionImportType = (typeof suggestionImportTypes)[number];
export const suggestionImportFrequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

export const expectedAnswerImportTypes = ["RAMSITE_3GIS"] as const;
export type ExpectedAnswerImportType = (typeof expectedAnswerImportTypes)[number];
export const expectedAnswerImportFrequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

const sharepointParams = ["clientId", "tenantId", "siteUrl", "scope", "path"] as const;
const sharepointDefaults = { path: "Shared Documents", scope: defaultGraphScope } as const;
const nextSchema = { params: [], secrets: ["accessToken"], defaults: {} } as const;

/** Filters of a RAMSITE list: non-empty ones are sent as query parameters of the same name, or inserted into `listPath`. */
export const ramsiteFilters = [
  "siteStatus",
  "projectId",
  "projectType",
  "projectStatus",
  "projectClassification",
  "area",
  "smallArea",
  "rolloutPhase",
  "siteType",
  "propertyType",
] as const;

/**
 * RAMSITE publishes no API, so its lists are described by these settings. `listPath` is relative to `baseUrl`, requested with GET
 * and returns JSON; it may contain {page} (from 1), {offset}, {cursor} and any other key of the import.
 */
const ramsiteListParams = [
  "baseUrl",
  /** The header with the API key, and the prefix of its value: `Authorization` and `Bearer`. */
  "apiKeyHeader",
  "apiKeyPrefix",
  "listPath",
  /** The JSON key of the next page's URL or, if listPath has {cursor}, of its cursor. Dots address nested objects. */
  "nextKey",
] as const;
const ramsiteDefaults = { apiKeyHeader: "X-API-Key" } as const;

export const suggestionImportKeys: Readonly<Record<SuggestionImportType, TypeSchema>> = {
  RAMSITE_3GIS: {
    // The last three: the JSON keys of a row's name and position, in degrees or as RT90's y and x.
    params: [...ramsiteFilters, ...ramsiteListParams, "nameKey", "latKey", "lngKey"],
    secrets: ["apiKey"],
    secretTargets: ramsiteSecretTargets,
    defaults: { ...ramsiteDefaults, nameKey: "name", latKey: "lat", lngKey: "lng" },
  },
  // Microsoft Graph requires a client secret, which the specification does not list.
  SHAREPOINT_FOLDERS: {
    params: sharepointParams,
    secrets: ["clientSecret"],
    defaults: sharepointDefaults,
    secretTargets: graphSecretTargets,
  },
  SHAREPOINT_TEXT_FILE: {
    params: [...sharepointParams, "fileName"],
    secrets: ["clientSecret"],
    defaults: sharepointDefaults,
    secretTargets: graphSecretTargets,
  },
  NEXT_PROJECT: nextSchema,
  NEXT_CUSTOMER: nextSchema,
  NEXT_USER: { ...nextSchema, params: ["columns"] },
};

export const expectedAnswerImportKeys: Readonly<Record<ExpectedAnswerImportType, TypeSchema>> = {
  RAMSITE_3GIS: {
    // answerName: the JSON key of the answer. validValues: the values to import, separated by semicolons; all if empty.
    params: ["answerName", "validValues", "templateTaskIds", "templateTaskNames", ...ramsiteListParams],
    secrets: ["apiKey"],
    secretTargets: ramsiteSecretTargets,
    defaults: ramsiteDefaults,
  },
};
