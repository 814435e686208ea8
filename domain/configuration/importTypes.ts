import type { TypeSchema } from "./typedParams.ts";
import { defaultGraphScope } from "./types.ts";

/** The types of imports (3§3) and what each is configured with (3§5). */

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

const sharepoint = ["clientId", "tenantId", "siteUrl", "scope", "path"] as const;
const sharepointDefaults = { path: "Shared Documents", scope: defaultGraphScope } as const;
const next = { params: [], secrets: ["accessToken"], defaults: {} } as const;

/** What a list of RAMSITE can be narrowed by: those filled in go along as parameters of the same name, or where listPath has them. */
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
 * RAMSITE publishes no interface: how its lists look is filled in. `listPath` begins at `baseUrl`, is asked by GET and answers JSON; it
 * may hold {page} (from 1), {offset}, {cursor} and any other key of the import.
 */
const ramsiteList = [
  "baseUrl",
  /** The header that carries the API key, and what stands before the key in it: `Authorization` and `Bearer`. */
  "apiKeyHeader",
  "apiKeyPrefix",
  "listPath",
  /** What an answer calls the next page's address or, where listPath has {cursor}, its cursor. Dots lead into objects. */
  "nextKey",
] as const;
const ramsiteDefaults = { apiKeyHeader: "X-API-Key" } as const;

export const suggestionImportKeys: Readonly<Record<SuggestionImportType, TypeSchema>> = {
  RAMSITE_3GIS: {
    // The last three: what a row calls its name and its position, in degrees or as RT90's y and x.
    params: [...ramsiteFilters, ...ramsiteList, "nameKey", "latKey", "lngKey"],
    secrets: ["apiKey"],
    defaults: { ...ramsiteDefaults, nameKey: "name", latKey: "lat", lngKey: "lng" },
  },
  // Microsoft Graph asks for a client secret, which the specification does not list.
  SHAREPOINT_FOLDERS: { params: sharepoint, secrets: ["clientSecret"], defaults: sharepointDefaults },
  SHAREPOINT_TEXT_FILE: {
    params: [...sharepoint, "fileName"],
    secrets: ["clientSecret"],
    defaults: sharepointDefaults,
  },
  NEXT_PROJECT: next,
  NEXT_CUSTOMER: next,
  NEXT_USER: { ...next, params: ["columns"] },
};

export const expectedAnswerImportKeys: Readonly<Record<ExpectedAnswerImportType, TypeSchema>> = {
  RAMSITE_3GIS: {
    // answerName: what a row calls the answer. validValues: the values of it that are taken, apart by semicolons; without any, all.
    params: ["answerName", "validValues", "templateTaskIds", "templateTaskNames", ...ramsiteList],
    secrets: ["apiKey"],
    defaults: ramsiteDefaults,
  },
};
