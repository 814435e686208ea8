import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "../../../../domain/endpoints/importConfiguration";
import type { AnyResource } from "../../../../domain/resource";
import * as resources from "../../../../domain/resources";
import {
  expectedAnswerImportKeys,
  type SuggestionImportType,
  suggestionImportKeys,
} from "../../../../domain/rules/importTypes";
import { call } from "../../api/client";
import type { KeysByType } from "../typedConfiguration/typed";

/** Every type there is; expected answers know but one of them. */
type ImportType = SuggestionImportType;

/** A row of either table of configurations. */
export interface ConfigurationRow {
  id: string;
  customerName: string;
  name: string;
  type: ImportType;
  frequency: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  disabled: boolean;
  version: number;
}

export interface EventRow {
  id: string;
  customerName: string;
  type: ImportType;
  success: boolean | null;
  count: number;
  message: string | null;
  dateCreated: string;
}

/** Imports of suggestions and of expected answers differ in what they fetch, where to, and from which systems (3§3). */
export interface ImportKind {
  /** Names the texts. */
  name: "suggestion" | "expectedAnswer";
  route: "suggestionImport" | "expectedAnswerImport";
  configurations:
    | typeof resources.suggestionImportConfiguration
    | typeof resources.expectedAnswerImportConfiguration;
  events: typeof resources.suggestionImportEvent | typeof resources.expectedAnswerImportEvent;
  lists: typeof resources.suggestionList | typeof resources.expectedAnswerList;
  /** The field that names the list, and the columns that name it and the configuration to a reader. */
  listField: "suggestionList" | "expectedAnswerList";
  listName: "suggestionListName" | "expectedAnswerListName";
  configurationName: "suggestionImportConfigurationName" | "expectedAnswerImportConfigurationName";
  keys: KeysByType;
  firstType: ImportType;
  run: (id: string) => Promise<unknown>;
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
  keys: suggestionImportKeys,
  firstType: "RAMSITE_3GIS",
  run: (id) => call(triggerSuggestionImport, { params: { id } }),
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
  keys: expectedAnswerImportKeys,
  firstType: "RAMSITE_3GIS",
  run: (id) => call(triggerExpectedAnswerImport, { params: { id } }),
};

/** Both kinds' contracts at once are more than the compiler sees through: each is a resource. */
export const plain = (resource: ImportKind["configurations"] | ImportKind["events"]): AnyResource =>
  resource as unknown as AnyResource;
