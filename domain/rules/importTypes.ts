import type { TypeKeys } from "./typedParams";

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
const sharepointDefaults = { path: "Shared Documents" } as const;
const next = { params: [], secrets: ["accessToken"], defaults: {} } as const;

export const suggestionImportKeys: Readonly<Record<SuggestionImportType, TypeKeys>> = {
  RAMSITE_3GIS: {
    params: [
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
    ],
    secrets: ["apiKey"],
    defaults: {},
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

export const expectedAnswerImportKeys: Readonly<Record<ExpectedAnswerImportType, TypeKeys>> = {
  RAMSITE_3GIS: {
    params: ["answerName", "validValues", "templateTaskIds", "templateTaskNames"],
    secrets: ["apiKey"],
    defaults: {},
  },
};
