import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import * as contracts from "#domain/resources/index.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam } from "#worker/db/ids.ts";
import { number, selectRows, text, uuid } from "#worker/db/rows.ts";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  suggestion,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { type Binding, type BoundRow, createBinding, type ListField } from "./binding.ts";
import { customerNameField } from "./customerName.ts";
import { detachSuggestionListStatements } from "./detachReferences.ts";
import type { EntryTable } from "./listEntries.ts";
import { secretsSetSql } from "./secretParams.ts";

/** Suggestion lists, expected answers and their imports. Routes beyond the standard ones are in their features. */

/** The suggestions of lists. */
export const suggestionEntries: EntryTable = {
  table: suggestion,
  list: suggestion.suggestionListId,
  text: suggestion.text,
  textField: "text",
  searchColumns: [suggestion.text],
  objectClass: "siteproof.Suggestion",
  lists: suggestionList,
  listClass: contracts.suggestionList.objectClass,
};

const createLicensesSql = (
  id: SQL,
): SQL => sql`(SELECT json_group_array(json_object('license', ${idAsText("li.id")}, 'name', li.name,
  'licenseCode', li.license_code, 'customerId', li.customer_id) ORDER BY li.id)
  FROM suggestion_list_license l JOIN license li ON li.id = l.license_id WHERE l.suggestion_list_id = ${id})`;

/** Condition for the suggestion lists that a licence may use: those without licences, and those with this one (3§3). */
export const allowedListCondition = (customerId: number, licenseId: string | null): SQL =>
  sql`(NOT EXISTS (SELECT 1 FROM suggestion_list_license l WHERE l.customer_id = ${customerId} AND l.suggestion_list_id = ${suggestionList.id})
    OR EXISTS (SELECT 1 FROM suggestion_list_license l WHERE l.suggestion_list_id = ${suggestionList.id} AND l.license_id = ${idParam(licenseId)}))`;

const licenseColumns = {
  license: uuid("id"),
  name: text("name"),
  licenseCode: text("license_code"),
  customerId: number("customer_id"),
};

const licenseListField: ListField<{ license: string }> = {
  read: createLicensesSql(sql`suggestion_list.id`),
  resolve: async (db: Database, input, customerId) => {
    const distinctIds = [...new Set(input.map(({ license }) => license))];
    const licenses = await selectRows(
      db,
      licenseColumns,
      (columns) => sql`
      SELECT ${columns} FROM license
      WHERE customer_id = ${customerId} AND id IN ${idListParam(distinctIds)} ORDER BY id`,
    );
    return licenses.length === distinctIds.length ? licenses : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM suggestion_list_license WHERE suggestion_list_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO suggestion_list_license (suggestion_list_id, customer_id, license_id)
        SELECT ${id}, ${customerId}, value FROM ${idListParam(items.map(({ license }) => license))}`,
    ),
  ],
};

/** Omits licence codes, which authenticate devices, for actors who may not read licences. */
const removeLicenseCodes = (
  actor: Actor,
  list: BoundRow<typeof contracts.suggestionList>,
): BoundRow<typeof contracts.suggestionList> =>
  hasAuthority(actor, "ROLE_LICENSE_READ")
    ? list
    : {
        ...list,
        suggestionListLicenses: list.suggestionListLicenses.map(({ licenseCode: _, ...license }) => license),
      };

export const suggestionListBinding = createBinding(contracts.suggestionList, suggestionList, {
  derived: {
    ...customerNameField(suggestionList),
    suggestionCount: sql<number>`(SELECT count(*) FROM suggestion s WHERE s.suggestion_list_id = suggestion_list.id)`,
  },
  lists: { suggestionListLicenses: licenseListField },
  detachStatements: detachSuggestionListStatements,
  redactFor: removeLicenseCodes,
});

const taskColumns = { templateTask: uuid("k.id"), name: text("k.name"), templateName: text("t.name") };
const tasksWithTemplates = sql`template_task k JOIN template t ON t.customer_id = k.customer_id AND t.id = k.template_id`;

const taskListField: ListField<{ templateTask: string }> = {
  read: sql`(SELECT json_group_array(json_object('templateTask', ${idAsText("k.id")}, 'name', k.name, 'templateName', t.name) ORDER BY k.id)
    FROM expected_answer_list_task l, ${tasksWithTemplates}
    WHERE l.expected_answer_list_id = expected_answer_list.id AND k.customer_id = l.customer_id AND k.id = l.template_task_id)`,
  resolve: async (db, input, customerId) => {
    const distinctIds = [...new Set(input.map(({ templateTask }) => templateTask))];
    const tasks = await selectRows(
      db,
      taskColumns,
      (columns) => sql`SELECT ${columns} FROM ${tasksWithTemplates}
        WHERE k.customer_id = ${customerId} AND k.id IN ${idListParam(distinctIds)} ORDER BY k.id`,
    );
    return tasks.length === distinctIds.length ? tasks : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM expected_answer_list_task WHERE expected_answer_list_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO expected_answer_list_task (expected_answer_list_id, customer_id, template_task_id)
        SELECT ${id}, ${customerId}, value FROM ${idListParam(items.map(({ templateTask }) => templateTask))}`,
    ),
  ],
};

export const expectedAnswerListBinding = createBinding(contracts.expectedAnswerList, expectedAnswerList, {
  derived: {
    ...customerNameField(expectedAnswerList),
    answerCount: sql<number>`(SELECT count(*) FROM expected_answer a WHERE a.expected_answer_list_id = expected_answer_list.id)`,
  },
  lists: { templateTasks: taskListField },
});

export const suggestionImportConfigurationBinding = createBinding(
  contracts.suggestionImportConfiguration,
  suggestionImportConfiguration,
  {
    derived: {
      ...customerNameField(suggestionImportConfiguration),
      suggestionList: sql`suggestion_import_configuration.suggestion_list_id`.mapWith(
        suggestionImportConfiguration.suggestionListId,
      ),
      suggestionListName: sql`(SELECT l.name FROM suggestion_list l WHERE l.id = suggestion_import_configuration.suggestion_list_id)`,
      secretsSet: secretsSetSql("suggestion_import_configuration"),
    },
  },
);

export const expectedAnswerImportConfigurationBinding = createBinding(
  contracts.expectedAnswerImportConfiguration,
  expectedAnswerImportConfiguration,
  {
    derived: {
      ...customerNameField(expectedAnswerImportConfiguration),
      expectedAnswerList: sql`expected_answer_import_configuration.expected_answer_list_id`.mapWith(
        expectedAnswerImportConfiguration.expectedAnswerListId,
      ),
      expectedAnswerListName: sql`(SELECT l.name FROM expected_answer_list l WHERE l.id = expected_answer_import_configuration.expected_answer_list_id)`,
      secretsSet: secretsSetSql("expected_answer_import_configuration"),
    },
  },
);

/** The user who requested an import: the super admin if one acted as another user. */
const createRequesterNameSql = (eventTable: string): SQL =>
  sql.raw(`(SELECT u.username FROM user u
    WHERE u.id = coalesce(${eventTable}.requester ->> 'realUserId', ${eventTable}.requester ->> 'userId'))`);

export const suggestionImportEventBinding = createBinding(
  contracts.suggestionImportEvent,
  suggestionImportEvent,
  {
    derived: {
      ...customerNameField(suggestionImportEvent),
      suggestionImportConfigurationName: sql`(SELECT i.name FROM suggestion_import_configuration i
      WHERE i.id = suggestion_import_event.suggestion_import_configuration_id)`,
      requesterName: createRequesterNameSql("suggestion_import_event"),
    },
  },
);

export const expectedAnswerImportEventBinding = createBinding(
  contracts.expectedAnswerImportEvent,
  expectedAnswerImportEvent,
  {
    derived: {
      ...customerNameField(expectedAnswerImportEvent),
      expectedAnswerImportConfigurationName: sql`(SELECT i.name FROM expected_answer_import_configuration i
      WHERE i.id = expected_answer_import_event.expected_answer_import_configuration_id)`,
      requesterName: createRequesterNameSql("expected_answer_import_event"),
    },
  },
);

/** The bindings that only have the standard routes. */
export const suggestionBindings: readonly Binding[] = [
  expectedAnswerListBinding,
  suggestionImportEventBinding,
  expectedAnswerImportEventBinding,
];
