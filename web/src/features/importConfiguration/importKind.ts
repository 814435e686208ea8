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

/** All types; expected answers have only one of them. */
type ImportType = SuggestionImportType;

/** A row of either table of configurations. */
export interface ConfigurationRow {
  id: string;
  customerName: string;
  name: string;
  type: ImportType;
  frequency: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  disabled: boolean;
  nextRun: string | null;
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
  asks: boolean;
  confirmed: boolean;
  requesterName: string | null;
  finished: string | null;
  dateCreated: string;
}

/** What can be said of an event besides its numbers. */
export type Outcome = "queued" | "running" | "success" | "asks" | "failed";

export const outcomeOf = ({
  success,
  asks,
  count,
}: Pick<EventRow, "success" | "asks" | "count">): Outcome => {
  if (success === null) return count > 0 ? "running" : "queued";
  if (success) return "success";
  return asks ? "asks" : "failed";
};

/** How imports of suggestions and of expected answers differ: data, target and source systems (3§3). */
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
  /** Answers the event. `confirmed`: entries may go even if more than half of them do. */
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

/** The compiler cannot follow the union of both contracts: this makes each a plain resource. */
export const asAnyResource = (resource: ImportKind["configurations"] | ImportKind["events"]): AnyResource =>
  resource as unknown as AnyResource;
