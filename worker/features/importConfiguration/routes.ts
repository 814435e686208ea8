import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "../../../domain/endpoints/importConfiguration";
import { now } from "../../../domain/fields";
import { expectedAnswerImportKeys, suggestionImportKeys } from "../../../domain/rules/importParams";
import { difference } from "../../db/audit";
import type { Database } from "../../db/database";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "../../db/schema";
import { statement } from "../../db/statement";
import type { App } from "../../http/context";
import { mountForSession } from "../../http/mount";
import type { Binding } from "../../resources/binding";
import { line } from "../../resources/entries";
import { findRow } from "../../resources/reading";
import { mountReading, mountWriting } from "../../resources/standard";
import * as bindings from "../../resources/suggestions";
import { type ImportKind, importWrites } from "./writes";

const suggestionImports: ImportKind = {
  binding: bindings.suggestionImportConfigurationBinding as Binding,
  secrets: suggestionImportConfiguration.secrets,
  keys: suggestionImportKeys,
  field: "suggestionList",
  column: "suggestionListId",
  lists: suggestionList,
};

const expectedAnswerImports: ImportKind = {
  binding: bindings.expectedAnswerImportConfigurationBinding as Binding,
  secrets: expectedAnswerImportConfiguration.secrets,
  keys: expectedAnswerImportKeys,
  field: "expectedAnswerList",
  column: "expectedAnswerListId",
  lists: expectedAnswerList,
};

/** Import configurations (3§3, 3§5), and their 'run now' (3§2). The events are standard. */
export function mountImportConfigurations(app: App): void {
  for (const kind of [suggestionImports, expectedAnswerImports]) {
    mountReading(app, kind.binding);
    mountWriting(app, kind.binding, importWrites(kind));
  }
  mountForSession(
    app,
    triggerSuggestionImport,
    ({ db, actor, params }) =>
      queued(db, actor, params.id, suggestionImports, {
        binding: bindings.suggestionImportEventBinding as Binding,
        table: suggestionImportEvent,
        configuration: suggestionImportEvent.suggestionImportConfigurationId,
        columnName: "suggestion_import_configuration_id",
      }) as never,
  );
  mountForSession(
    app,
    triggerExpectedAnswerImport,
    ({ db, actor, params }) =>
      queued(db, actor, params.id, expectedAnswerImports, {
        binding: bindings.expectedAnswerImportEventBinding as Binding,
        table: expectedAnswerImportEvent,
        configuration: expectedAnswerImportEvent.expectedAnswerImportConfigurationId,
        columnName: "expected_answer_import_configuration_id",
      }) as never,
  );
}

interface Events {
  binding: Binding;
  table: typeof suggestionImportEvent | typeof expectedAnswerImportEvent;
  configuration:
    | typeof suggestionImportEvent.suggestionImportConfigurationId
    | typeof expectedAnswerImportEvent.expectedAnswerImportConfigurationId;
  columnName: string;
}

/** The event that waits to be run: the one there is, or a new one. Looking and writing are one statement, so that two calls make one. */
async function queued(
  db: Database,
  actor: Actor,
  configurationId: string,
  kind: ImportKind,
  { binding, table, configuration, columnName }: Events,
) {
  const { id, customerId, type } = await findRow(db, kind.binding, actor, configurationId);
  const waiting = and(eq(configuration, String(id)), isNull(table.success));
  const event = crypto.randomUUID();
  const owner = { id: event, customerId: customerId as number };
  await db.batch([
    statement(
      db,
      sql`INSERT INTO ${table} (id, customer_id, ${sql.raw(columnName)}, type, date_created)
        SELECT ${event}, ${owner.customerId}, ${id}, ${type}, ${now()}
        WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${waiting})`,
    ),
    line(
      db,
      binding.resource.objectClass,
      actor,
      owner,
      event,
      "CREATE",
      difference(null, { configuration: id, type }),
    ),
  ]);
  const found = await db
    .select({ id: table.id })
    .from(table as typeof suggestionImportEvent)
    .where(waiting)
    .orderBy(desc(table.dateCreated))
    .get();
  return findRow(db, binding, actor, found?.id ?? event);
}
