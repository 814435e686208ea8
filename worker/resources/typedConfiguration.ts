import { eq } from "drizzle-orm";
import {
  type Params,
  resolveParams,
  type TypedConfiguration,
  type TypeSchema,
  validateTypedConfiguration,
} from "#domain/configuration/typedParams.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import type { App } from "#worker/http/context.ts";
import type { Binding, Fields, Found } from "./binding.ts";
import { mergeSecrets } from "./secretParams.ts";
import { mountReading, mountWriting } from "./standard.ts";
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "./writing.ts";

/** Additions of an entity to the writes below. */
interface TypedConfigurationHooks {
  /** Completes the body of a creation. */
  whole?: (db: Database, body: unknown) => Promise<unknown>;
  /** Columns of fields stored under other names, made after the row has been checked. */
  columns?: (db: Database, after: Fields, before?: Found) => Promise<Fields>;
}

/** Mounts the standard calls of an entity whose params and secrets depend on its type (3§5). */
export function mountTypedConfiguration(
  app: App,
  binding: Binding,
  types: Readonly<Record<string, TypeSchema>>,
  { whole = async (_, body) => body, columns = async () => ({}) }: TypedConfigurationHooks = {},
): void {
  mountReading(app, binding);
  mountWriting(app, binding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const given = await parseCreation(db, binding, actor, await whole(db, body));
      completeParams(types, given, given);
      const beside = { ...sealed(c.env, binding, given, null), ...(await columns(db, given)) };
      return createRow(db, binding, actor, given, { columns: beside });
    },

    async change(c, actor, before, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, binding, before, body);
      completeParams(types, change, { ...before, ...change }, before);
      const stored = await storedSecrets(db, binding, before, change);
      const beside = {
        ...sealed(c.env, binding, change, stored),
        ...(await columns(db, { ...before, ...change }, before)),
      };
      return changeRow(db, binding, actor, before, { change, version }, { columns: beside });
    },

    remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
  });
}

/** Completes the given params as they will be stored. @throws invalid, naming the keys the type does not have */
function completeParams(
  types: Readonly<Record<string, TypeSchema>>,
  given: Fields,
  after: Fields,
  before?: Found,
): void {
  const { type } = after as unknown as TypedConfiguration;
  const { params, secrets } = given as { params?: Params; secrets?: Params };
  const settled = resolveParams(
    types[type]!,
    { type, ...(params && { params }) },
    before as TypedConfiguration | undefined,
  );
  const errors = validateTypedConfiguration(
    types[type]!,
    { ...(params && { params }), ...(secrets && { secrets }) },
    settled,
  );
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  if (!before || given.type !== undefined || params) given.params = settled;
}

/** The sealed secrets that stay. A changed type keeps none: they are for another system. */
async function storedSecrets(
  db: Database,
  { table }: Binding,
  before: Found,
  change: Fields,
): Promise<string | null> {
  const changesType = change.type !== undefined && change.type !== before.type;
  if (!("secrets" in table) || changesType) return null;
  const row = await db.select().from(table).where(eq(table.id, before.id)).get();
  return (row as { secrets: string | null } | undefined)?.secrets ?? null;
}

/**
 * The `secrets` column, if the table has one. Given secrets stay among the fields for the log, which masks them.
 */
function sealed(env: Env, { resource, table }: Binding, given: Fields, stored: string | null): Fields {
  if (!("secrets" in table)) return {};
  const secrets = (given.secrets ?? {}) as Params;
  if (Object.keys(secrets).length === 0) delete given.secrets;
  return { secrets: mergeSecrets(env, resource.name, stored, secrets) };
}
