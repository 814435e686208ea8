import { call } from "#api/client.ts";
import {
  expectedAnswerImportKeys,
  type SuggestionImportType,
  suggestionImportKeys,
} from "#domain/configuration/importTypes.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "#domain/endpoints/configuration/importConfiguration.ts";
import * as resources from "#domain/resources/index.ts";
import type { KeysByType } from "#features/typedConfiguration/typed.ts";

/** All import types; expected answers support only one of them. */
type ImportType = SuggestionImportType;

/** A row of either kind of import configuration. */
export interface ConfigurationRow {
  id: string;
  customerName: string;
  name: string;
  type: ImportType;
  frequency: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  disabled: boolean;
  nextRunAt: string | null;
  version: number;
}

export interface EventRow {
  id: string;
  customerName: string;
  type: ImportType;
  success: boolean | null;
  count: number;
  added: number;
  updated: number;
  removed: number;
  message: string | null;
  needsConfirmation: boolean;
  confirmed: boolean;
  requesterName: string | null;
  finished: string | null;
  dateCreated: string;
}

/** The outcome of an import event. */
export type Outcome = "queued" | "running" | "success" | "asks" | "failed";

export const outcomeOf = ({
  success,
  needsConfirmation,
  count,
}: Pick<EventRow, "success" | "needsConfirmation" | "count">): Outcome => {
  if (success === null) return count > 0 ? "running" : "queued";
  if (success) return "success";
  return needsConfirmation ? "asks" : "failed";
};

/** The differences between imports of suggestions and of expected answers: data, target and source systems (3§3). */
export interface ImportKind {
  /** Key of the texts. */
  name: "suggestion" | "expectedAnswer";
  route: "suggestionImport" | "expectedAnswerImport";
  configurations:
    | typeof resources.suggestionImportConfiguration
    | typeof resources.expectedAnswerImportConfiguration;
  events: typeof resources.suggestionImportEvent | typeof resources.expectedAnswerImportEvent;
  lists: typeof resources.suggestionList | typeof resources.expectedAnswerList;
  /** The field with the list's id, and the columns with the names of list and configuration. */
  listField: "suggestionList" | "expectedAnswerList";
  listName: "suggestionListName" | "expectedAnswerListName";
  configurationName: "suggestionImportConfigurationName" | "expectedAnswerImportConfigurationName";
  configurationId: "suggestionImportConfigurationId" | "expectedAnswerImportConfigurationId";
  keys: KeysByType;
  firstType: ImportType;
  /** Starts an import and returns its event. `confirmed` allows it to remove more than half of the entries. */
  run: (id: string, confirmed?: boolean) => Promise<{ id: string }>;
}

export const suggestionImports: ImportKind = {
  name: "suggestion",
  route: "suggestionImport",
  configurations: resources.suggestionImportConfiguration,
  events: resources.suggestionImportEvent,
  lists: resources.suggestionList,
  listField: "suggestionList",
  listName: "suggestionListName",
  configurationName: "suggestionImportConfigurationName",
  configurationId: "suggestionImportConfigurationId",
  keys: suggestionImportKeys,
  firstType: "RAMSITE_3GIS",
  run: (id, confirmed = false) =>
    call(triggerSuggestionImport, { params: { id }, query: { ...(confirmed && { confirmed: "true" }) } }),
};

export const expectedAnswerImports: ImportKind = {
  name: "expectedAnswer",
  route: "expectedAnswerImport",
  configurations: resources.expectedAnswerImportConfiguration,
  events: resources.expectedAnswerImportEvent,
  lists: resources.expectedAnswerList,
  listField: "expectedAnswerList",
  listName: "expectedAnswerListName",
  configurationName: "expectedAnswerImportConfigurationName",
  configurationId: "expectedAnswerImportConfigurationId",
  keys: expectedAnswerImportKeys,
  firstType: "RAMSITE_3GIS",
  run: (id, confirmed = false) =>
    call(triggerExpectedAnswerImport, { params: { id }, query: { ...(confirmed && { confirmed: "true" }) } }),
};

/** Widens to a plain resource: the compiler cannot follow the union of both contracts. */
export const asAnyResource = (resource: ImportKind["configurations"] | ImportKind["events"]): AnyResource =>
  resource as unknown as AnyResource;
