import type { Faults } from "./faults";

/** What an import of a type is configured with (3§5): keys of its params, and of those that are secret. */
export interface ImportKeys {
  params: readonly string[];
  secrets: readonly string[];
  defaults: Readonly<Record<string, string>>;
}

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

export const suggestionImportKeys: Readonly<Record<SuggestionImportType, ImportKeys>> = {
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
  // Microsoft Graph takes a client's secret beside what the specification names.
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

export const expectedAnswerImportKeys: Readonly<Record<ExpectedAnswerImportType, ImportKeys>> = {
  RAMSITE_3GIS: {
    params: ["answerName", "validValues", "templateTaskIds", "templateTaskNames"],
    secrets: ["apiKey"],
    defaults: {},
  },
};

/** The params that a new configuration has, and one whose type has changed (3§4): nothing of the old type stays. */
export const resetParams = (keys: ImportKeys): Record<string, string> => ({ ...keys.defaults });

/** The params and secrets that a type does not know, by name: `params.fileName`. A secret among the params is unknown there. */
export function paramFaults(
  keys: ImportKeys,
  given: { params?: Record<string, string>; secrets?: Record<string, string> },
): Faults {
  const unknown = (place: "params" | "secrets") =>
    Object.keys(given[place] ?? {})
      .filter((key) => !keys[place].includes(key))
      .map((key) => [`${place}.${key}`, "unknown"] as const);
  return Object.fromEntries([...unknown("params"), ...unknown("secrets")]);
}
