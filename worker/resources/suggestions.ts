import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../domain/access/actor";
import { hasAuthority } from "../../domain/access/authorities";
import type { Row } from "../../domain/resource";
import * as contracts from "../../domain/resources";
import type { Database } from "../db/database";
import { idsOf } from "../db/ids";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "../db/schema";
import { statement } from "../db/statement";
import type { Found } from "./binding";
import { type Binding, bind, type KeptList } from "./binding";
import { customerName } from "./customerName";
import { releaseSuggestionList } from "./release";
import { secretsSet } from "./secretParams";

/** Suggestion lists, expected answers and their imports; what they have beyond the standard is in their features. */

const licensesOf = (
  id: SQL,
): SQL => sql`(SELECT json_group_array(json_object('license', li.id, 'name', li.name,
  'licenseCode', li.license_code, 'customerId', li.customer_id) ORDER BY li.id)
  FROM suggestion_list_license l JOIN license li ON li.id = l.license_id WHERE l.suggestion_list_id = ${id})`;

const licenseList: KeptList = {
  read: licensesOf(sql`suggestion_list.id`),
  resolve: async (db: Database, given, customerId) => {
    const wanted = [...new Set((given as { license: string }[]).map(({ license }) => license))];
    const found = await db.all<{ license: string }>(sql`
      SELECT id AS license, name, license_code AS licenseCode, customer_id AS customerId FROM license
      WHERE customer_id = ${customerId} AND id IN ${idsOf(wanted)} ORDER BY id`);
    return found.length === wanted.length ? found : null;
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM suggestion_list_license WHERE suggestion_list_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO suggestion_list_license (suggestion_list_id, customer_id, license_id)
        SELECT ${id}, ${customerId}, value FROM json_each(${JSON.stringify((items as { license: string }[]).map(({ license }) => license))})`,
    ),
  ],
};

/** The code of a licence lets a device in: it is for those who may read licences. */
const withoutCodes = (actor: Actor, list: Found): Found =>
  hasAuthority(actor, "ROLE_LICENSE_READ")
    ? list
    : {
        ...list,
        suggestionListLicenses: (
          list.suggestionListLicenses as Row<typeof contracts.suggestionList>["suggestionListLicenses"]
        ).map(({ licenseCode: _, ...license }) => license),
      };

export const suggestionListBinding = bind(contracts.suggestionList, suggestionList, {
  derived: {
    ...customerName(suggestionList),
    suggestionCount: sql<number>`(SELECT count(*) FROM suggestion s WHERE s.suggestion_list_id = suggestion_list.id)`,
  },
  lists: { suggestionListLicenses: licenseList },
  release: releaseSuggestionList,
  shownTo: withoutCodes,
});

export const expectedAnswerListBinding = bind(contracts.expectedAnswerList, expectedAnswerList, {
  derived: {
    ...customerName(expectedAnswerList),
    answerCount: sql<number>`(SELECT count(*) FROM expected_answer a WHERE a.expected_answer_list_id = expected_answer_list.id)`,
  },
});

export const suggestionImportConfigurationBinding = bind(
  contracts.suggestionImportConfiguration,
  suggestionImportConfiguration,
  {
    derived: {
      ...customerName(suggestionImportConfiguration),
      suggestionList: sql`suggestion_import_configuration.suggestion_list_id`,
      suggestionListName: sql`(SELECT l.name FROM suggestion_list l WHERE l.id = suggestion_import_configuration.suggestion_list_id)`,
      secretsSet: secretsSet("suggestion_import_configuration"),
    },
  },
);

export const expectedAnswerImportConfigurationBinding = bind(
  contracts.expectedAnswerImportConfiguration,
  expectedAnswerImportConfiguration,
  {
    derived: {
      ...customerName(expectedAnswerImportConfiguration),
      expectedAnswerList: sql`expected_answer_import_configuration.expected_answer_list_id`,
      expectedAnswerListName: sql`(SELECT l.name FROM expected_answer_list l WHERE l.id = expected_answer_import_configuration.expected_answer_list_id)`,
      secretsSet: secretsSet("expected_answer_import_configuration"),
    },
  },
);

export const suggestionImportEventBinding = bind(contracts.suggestionImportEvent, suggestionImportEvent, {
  derived: {
    ...customerName(suggestionImportEvent),
    suggestionImportConfigurationName: sql`(SELECT i.name FROM suggestion_import_configuration i
      WHERE i.id = suggestion_import_event.suggestion_import_configuration_id)`,
  },
});

export const expectedAnswerImportEventBinding = bind(
  contracts.expectedAnswerImportEvent,
  expectedAnswerImportEvent,
  {
    derived: {
      ...customerName(expectedAnswerImportEvent),
      expectedAnswerImportConfigurationName: sql`(SELECT i.name FROM expected_answer_import_configuration i
        WHERE i.id = expected_answer_import_event.expected_answer_import_configuration_id)`,
    },
  },
);

/** Those that are standard through and through. */
export const suggestionBindings: readonly Binding[] = [
  expectedAnswerListBinding,
  suggestionImportEventBinding,
  expectedAnswerImportEventBinding,
];
