import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../../domain/access/actor";
import {
  triggerExpectedAnswerImport,
  triggerSuggestionImport,
} from "../../../domain/endpoints/importConfiguration";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { AnyResource } from "../../../domain/resource";
import type {
  expectedAnswerImportEvent as expectedAnswerImportEventContract,
  suggestionImportEvent as suggestionImportEventContract,
} from "../../../domain/resources";
import { expectedAnswerImportKeys, suggestionImportKeys } from "../../../domain/rules/importTypes";
import type { TypeKeys } from "../../../domain/rules/typedParams";
import { difference } from "../../db/audit";
import type { Database } from "../../db/database";
import {
  expectedAnswerImportEvent,
  expectedAnswerList,
  suggestionImportEvent,
  suggestionList,
} from "../../db/schema";
import { statement } from "../../db/statement";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { parsed } from "../../http/problems";
import type { Binding, Fields } from "../../resources/binding";
import { line } from "../../resources/entries";
import { findRow } from "../../resources/reading";
import * as bindings from "../../resources/suggestions";
import { mountTyped } from "../../resources/typed";

/** The differences between imports of suggestions and of expected answers. `E` is the resource of their events. */
interface ImportKind<E extends AnyResource = AnyResource> {
  binding: Binding;
  keys: Readonly<Record<string, TypeKeys>>;
  /** The field of the list's id, its column, and the table of the lists. */
  field: string;
  column: string;
  lists: SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn };
  events: Events<E>;
}

const suggestionImports: ImportKind<typeof suggestionImportEventContract> = {
  binding: bindings.suggestionImportConfigurationBinding,
  keys: suggestionImportKeys,
  field: "suggestionList",
  column: "suggestionListId",
  lists: suggestionList,
  events: {
    binding: bindings.suggestionImportEventBinding,
    table: suggestionImportEvent,
    configuration: suggestionImportEvent.suggestionImportConfigurationId,
    columnName: "suggestion_import_configuration_id",
  },
};

const expectedAnswerImports: ImportKind<typeof expectedAnswerImportEventContract> = {
  binding: bindings.expectedAnswerImportConfigurationBinding,
  keys: expectedAnswerImportKeys,
  field: "expectedAnswerList",
  column: "expectedAnswerListId",
  lists: expectedAnswerList,
  events: {
    binding: bindings.expectedAnswerImportEventBinding,
    table: expectedAnswerImportEvent,
    configuration: expectedAnswerImportEvent.expectedAnswerImportConfigurationId,
    columnName: "expected_answer_import_configuration_id",
  },
};

/** Import configurations (3§3, 3§5), and running one now (3§2). Their events are standard. */
export function mountImportConfigurations(app: App): void {
  mountConfigurations(app, suggestionImports);
  mount(app, triggerSuggestionImport, ({ db, actor, params }) =>
    queued(db, actor, params.id, suggestionImports),
  );
  mountConfigurations(app, expectedAnswerImports);
  mount(app, triggerExpectedAnswerImport, ({ db, actor, params }) =>
    queued(db, actor, params.id, expectedAnswerImports),
  );
}

/** A configuration belongs to the customer of its list; a creation may leave `customerId` out. */
function mountConfigurations(app: App, kind: ImportKind): void {
  const { binding, keys, field, column } = kind;
  mountTyped(app, binding, keys, {
    async whole(db, body) {
      const given = parsed(binding.resource.creation, body) as Fields;
      return {
        ...(body as Fields),
        customerId: given.customerId ?? (await customerOf(db, kind, given[field])),
      };
    },
    async columns(db, after) {
      if ((await customerOf(db, kind, after[field])) !== after.customerId)
        throw problem("invalid", { fields: { [field]: "notFound" } });
      return { [column]: after[field] };
    },
  });
}

/** The customer of a list. @throws invalid, naming the field, for an unknown list */
async function customerOf(db: Database, { lists, field }: ImportKind, id: unknown): Promise<number> {
  const found = await db
    .select({ customerId: sql<number>`${lists.customerId}` })
    .from(lists)
    .where(eq(lists.id, String(id)))
    .get();
  if (!found) throw problem("invalid", { fields: { [field]: "notFound" } });
  return found.customerId;
}

interface Events<E extends AnyResource> {
  binding: Binding<E>;
  table: typeof suggestionImportEvent | typeof expectedAnswerImportEvent;
  configuration:
    | typeof suggestionImportEvent.suggestionImportConfigurationId
    | typeof expectedAnswerImportEvent.expectedAnswerImportConfigurationId;
  columnName: string;
}

/** Returns the event that waits to run, after adding one if there is none. One statement does both, so that two calls add one. */
async function queued<E extends AnyResource>(
  db: Database,
  actor: Actor,
  configurationId: string,
  { binding: configurations, events }: ImportKind<E>,
) {
  const { binding, table, configuration, columnName } = events;
  const { id, customerId, type } = await findRow(db, configurations, actor, configurationId);
  const waiting = and(
    eq(table.customerId, customerId as number),
    eq(configuration, String(id)),
    isNull(table.success),
  );
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
