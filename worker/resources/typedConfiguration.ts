import { eq } from "drizzle-orm";
import { z } from "zod";
import {
  redirectsSecrets,
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
  completeBody?: (db: Database, body: unknown) => Promise<unknown>;
  /** Columns of fields that are stored under other names; called after validation. */
  columns?: (db: Database, after: Fields, before?: Found) => Promise<Fields>;
}

/** Mounts the standard endpoints of an entity whose params and secrets depend on its type (3§5). */
export function mountTypedConfiguration(
  app: App,
  binding: Binding,
  types: Readonly<Record<string, TypeSchema>>,
  { completeBody = async (_, body) => body, columns = async () => ({}) }: TypedConfigurationHooks = {},
): void {
  mountReading(app, binding);
  mountWriting(app, binding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const fields = await parseCreation(db, binding, actor, await completeBody(db, body));
      completeParams(types, fields, fields);
      const id = crypto.randomUUID();
      const extraColumns = {
        ...secretsColumn(c.env, binding, id, fields, null),
        ...(await columns(db, fields)),
      };
      return createRow(db, binding, actor, fields, { columns: extraColumns, id });
    },

    async change(c, actor, before, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, binding, before, body);
      completeParams(types, change, { ...before, ...change }, before);
      const stored = await findStoredSecrets(db, binding, types, before, change);
      const extraColumns = {
        ...secretsColumn(c.env, binding, String(before.id), change, stored),
        ...(await columns(db, { ...before, ...change }, before)),
      };
      return changeRow(db, binding, actor, before, { change, version }, { columns: extraColumns });
    },

    remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
  });
}

const keyValues = z.record(z.string(), z.string());
const typedFields = z.object({
  type: z.string(),
  params: keyValues.optional(),
  secrets: keyValues.optional(),
}) satisfies z.ZodType<TypedConfiguration>;

/** Replaces `change.params` by the complete params to store. @throws invalid on the keys that the type does not have */
function completeParams(
  types: Readonly<Record<string, TypeSchema>>,
  change: Fields,
  after: Fields,
  before?: Found,
): void {
  const { type } = typedFields.parse(after);
  const { params, secrets } = typedFields.partial().parse(change);
  const resolved = resolveParams(
    types[type]!,
    { type, ...(params && { params }) },
    before && typedFields.parse(before),
  );
  const errors = validateTypedConfiguration(
    types[type]!,
    { ...(params && { params }), ...(secrets && { secrets }) },
    resolved,
  );
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  if (!before || change.type !== undefined || params) change.params = resolved;
}

/** The stored secrets that a change keeps. None if it changes the system that they belong to, or where they are sent. */
async function findStoredSecrets(
  db: Database,
  { table }: Binding,
  types: Readonly<Record<string, TypeSchema>>,
  before: Found,
  change: Fields,
): Promise<string | null> {
  if (!("secrets" in table)) return null;
  const previous = typedFields.parse(before);
  const { type, params } = typedFields.parse({ ...before, ...change });
  if (type !== previous.type || redirectsSecrets(types[type]!, previous.params ?? {}, params ?? {}))
    return null;
  const row = await db.select().from(table).where(eq(table.id, before.id)).get();
  return typeof row?.secrets === "string" ? row.secrets : null;
}

/** The `secrets` column with encrypted values, if the table has one. The fields keep new secrets for the audit log, which masks them. */
function secretsColumn(
  env: Env,
  { resource, table }: Binding,
  id: string,
  fields: Fields,
  stored: string | null,
): Fields {
  if (!("secrets" in table)) return {};
  const { secrets = {} } = typedFields.partial().parse(fields);
  if (Object.keys(secrets).length === 0) delete fields.secrets;
  return { secrets: mergeSecrets(env, { entity: resource.name, id }, stored, secrets) };
}
