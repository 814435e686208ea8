import { type SQL, sql } from "drizzle-orm";
import { expectedAnswerImportKeys, suggestionImportKeys } from "#domain/configuration/importTypes.ts";
import { unknownCoordinate } from "#domain/core/fields.ts";
import { mapValues } from "#domain/core/objects.ts";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "#domain/endpoints/configuration/importConfiguration.ts";
import {
  expectedAnswerImportEvent as expectedAnswerImportEventContract,
  expectedAnswerList,
  suggestionImportEvent as suggestionImportEventContract,
  suggestionList,
} from "#domain/resources/index.ts";
import { idParam } from "#worker/db/ids.ts";
import * as bindings from "#worker/resources/suggestionResource.ts";

/** The tables and columns of an import kind, as raw SQL. */
interface ImportTables {
  configurations: SQL;
  events: SQL;
  /** Event column with the configuration's id. */
  configuration: SQL;
  lists: SQL;
  /** Column of configurations and entries with the list's id. */
  list: SQL;
  entries: SQL;
  /** Entry column that is unique within the list. */
  text: SQL;
}

const createTables = (names: Record<keyof ImportTables, string>): ImportTables =>
  mapValues(names, (name) => sql.raw(name));

/** The values of entries besides their text. In `SQL`, `r` is a row of the source and `e` the entry with its text. */
interface ImportValues {
  columns: SQL;
  newValuesSql: (writtenAt: string) => SQL;
  /** SQL condition: the entry's values differ from the row's. */
  differs: SQL;
  /** SQL that sets the values of an entry to those of `excluded`, the row. */
  update: (writtenAt: string) => SQL;
  /** SQL condition: documentations would remove the row from the list, so that it is not added. */
  isDocumentedCondition: (listId: string) => SQL;
}

/** A row without a position leaves the entry's position unchanged. */
const suggestionValues: ImportValues = {
  columns: sql`lat, lng, date_created`,
  newValuesSql: (writtenAt) => sql`r.lat, r.lng, ${writtenAt}`,
  differs: sql`(r.lat <> ${sql.raw(String(unknownCoordinate))} AND (e.lat <> r.lat OR e.lng <> r.lng))`,
  update: () => sql`lat = iif(excluded.lat = ${unknownCoordinate}, lat, excluded.lat),
    lng = iif(excluded.lat = ${unknownCoordinate}, lng, excluded.lng)`,
  // Entries that triggers would immediately remove again are not added (worker/db/triggers/suggestions.sql).
  isDocumentedCondition: (listId) => sql`EXISTS (SELECT 1 FROM suggestion_list l
    JOIN documentation d ON d.customer_id = l.customer_id AND d.name = r.text
    WHERE l.id = ${idParam(listId)}
      AND iif(l.required_documentation_status IS NULL, d.status <> 'DELETED', l.required_documentation_status = d.status))`,
};

/** An entry that was entered manually keeps its own columns in addition to those of the source. */
const expectedAnswerValues: ImportValues = {
  columns: sql`params, date_created, last_updated`,
  newValuesSql: (writtenAt) => sql`r.params, ${writtenAt}, ${writtenAt}`,
  differs: sql`e.params <> iif(e.imported, r.params, json_patch(e.params, r.params))`,
  update: (writtenAt) => sql`params = iif(imported, excluded.params, json_patch(params, excluded.params)),
    last_updated = iif(params = iif(imported, excluded.params, json_patch(params, excluded.params)), last_updated, ${writtenAt})`,
  isDocumentedCondition: () => sql`0`,
};

/** The differences between imports of suggestions and of expected answers. */
export const importKinds = {
  suggestion: {
    name: "suggestion",
    binding: bindings.suggestionImportConfigurationBinding,
    events: bindings.suggestionImportEventBinding,
    eventClass: suggestionImportEventContract.objectClass,
    listClass: suggestionList.objectClass,
    keys: suggestionImportKeys,
    /** Name of the field with the list's id. */
    field: "suggestionList",
    column: "suggestionListId",
    trigger: triggerSuggestionImport,
    tables: createTables({
      configurations: "suggestion_import_configuration",
      events: "suggestion_import_event",
      configuration: "suggestion_import_configuration_id",
      lists: "suggestion_list",
      list: "suggestion_list_id",
      entries: "suggestion",
      text: "text",
    }),
    values: suggestionValues,
  },
  expectedAnswer: {
    name: "expectedAnswer",
    binding: bindings.expectedAnswerImportConfigurationBinding,
    events: bindings.expectedAnswerImportEventBinding,
    eventClass: expectedAnswerImportEventContract.objectClass,
    listClass: expectedAnswerList.objectClass,
    keys: expectedAnswerImportKeys,
    field: "expectedAnswerList",
    column: "expectedAnswerListId",
    trigger: triggerExpectedAnswerImport,
    tables: createTables({
      configurations: "expected_answer_import_configuration",
      events: "expected_answer_import_event",
      configuration: "expected_answer_import_configuration_id",
      lists: "expected_answer_list",
      list: "expected_answer_list_id",
      entries: "expected_answer",
      text: "answer",
    }),
    values: expectedAnswerValues,
  },
} as const;

export type ImportName = keyof typeof importKinds;
export type ImportKind = (typeof importKinds)[ImportName];
