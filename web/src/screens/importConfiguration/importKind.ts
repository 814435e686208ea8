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

/** The compiler cannot follow the union of both contracts: this makes each a plain resource. */
export const plain = (resource: ImportKind["configurations"] | ImportKind["events"]): AnyResource =>
  resource as unknown as AnyResource;
