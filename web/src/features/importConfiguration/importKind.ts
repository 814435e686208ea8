import { call } from "#api/client.ts";
import {
  expectedAnswerImportKeys,
  type SuggestionImportType,
  suggestionImportKeys,
} from "#domain/configuration/importTypes.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "#domain/endpoints/configuration/importConfiguration.ts";
import * as resources from "#domain/resources/index.ts";
import type { KeysByType } from "#features/typedConfiguration/typedValues.ts";

/** All import types; expected answers support only one of them. */
type ImportType = SuggestionImportType;

/** The outcome of an import event. */
export type Outcome = "queued" | "running" | "success" | "needsConfirmation" | "failed";

export const outcomeOf = ({
  success,
  needsConfirmation,
  count,
}: Pick<EventRow, "success" | "needsConfirmation" | "count">): Outcome => {
  if (success === null) return count > 0 ? "running" : "queued";
  if (success) return "success";
  return needsConfirmation ? "needsConfirmation" : "failed";
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
  keys: KeysByType;
  firstType: ImportType;
  /** Starts an import and returns its event. `isConfirmed` allows it to remove more than half of the entries. */
  run: (id: string, isConfirmed?: boolean) => Promise<{ id: string }>;
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
  run: (id, isConfirmed = false) =>
    call(triggerSuggestionImport, { params: { id }, query: { ...(isConfirmed && { confirmed: "true" }) } }),
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
  run: (id, isConfirmed = false) =>
    call(triggerExpectedAnswerImport, {
      params: { id },
      query: { ...(isConfirmed && { confirmed: "true" }) },
    }),
};

/** A row of either kind of import configuration. */
export type ConfigurationRow = ListRow<ImportKind["configurations"]>;

/** The list that a configuration imports into. */
export const listOf = (row: ConfigurationRow) =>
  "suggestionList" in row
    ? { id: row.suggestionList, name: row.suggestionListName }
    : { id: row.expectedAnswerList, name: row.expectedAnswerListName };

export type EventRow = ListRow<ImportKind["events"]>;

/** The configuration of an import. */
export const configurationOf = (row: EventRow) =>
  "suggestionImportConfigurationId" in row
    ? { id: row.suggestionImportConfigurationId, name: row.suggestionImportConfigurationName }
    : { id: row.expectedAnswerImportConfigurationId, name: row.expectedAnswerImportConfigurationName };
