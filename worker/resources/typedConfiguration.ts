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
import type { Binding, Fields, RowFields } from "./binding.ts";
import { mergeSecrets } from "./secretParams.ts";
import { mountReads, mountWrites } from "./standard.ts";
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "./writing.ts";

/** Additions of an entity to the writes below. */
interface TypedConfigurationHooks {
  /** Completes the body of a creation. */
  completeBody?: (db: Database, body: unknown) => Promise<unknown>;
  /** Columns of fields that are stored under other names; called after validation. */
  columns?: (db: Database, newFields: Fields, existing?: RowFields) => Promise<Fields>;
}

/** Mounts the standard endpoints of an entity whose params and secrets depend on its type (3§5). */
export function mountTypedConfiguration(
  app: App,
  binding: Binding,
  typeSchemas: Readonly<Record<string, TypeSchema>>,
  { completeBody = async (_, body) => body, columns = async () => ({}) }: TypedConfigurationHooks = {},
): void {
  mountReads(app, binding);
  mountWrites(app, binding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const fields = await parseCreation(db, binding, actor, await completeBody(db, body));
      setCompleteParams(typeSchemas, fields, fields);
      const id = crypto.randomUUID();
      const extraColumns = {
        ...createSecretsColumn(c.env, binding, id, fields, null),
        ...(await columns(db, fields)),
      };
      return createRow(db, binding, actor, fields, { columns: extraColumns, id });
    },

    async change(c, actor, existing, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, binding, existing, body);
      setCompleteParams(typeSchemas, change, { ...existing, ...change }, existing);
      const storedSecrets = await findStoredSecrets(db, binding, typeSchemas, existing, change);
      const extraColumns = {
        ...createSecretsColumn(c.env, binding, String(existing.id), change, storedSecrets),
        ...(await columns(db, { ...existing, ...change }, existing)),
      };
      return changeRow(db, binding, actor, existing, { change, version }, { columns: extraColumns });
    },

    remove: (c, actor, existing) => removeRow(c.get("db"), binding, actor, existing),
  });
}

const keyValuesSchema = z.record(z.string(), z.string());
const typedFieldsSchema = z.object({
  type: z.string(),
  params: keyValuesSchema.optional(),
  secrets: keyValuesSchema.optional(),
}) satisfies z.ZodType<TypedConfiguration>;

/** Replaces `change.params` by the complete params to store. @throws invalid on the keys that the type does not have */
function setCompleteParams(
  typeSchemas: Readonly<Record<string, TypeSchema>>,
  change: Fields,
  newFields: Fields,
  existing?: RowFields,
): void {
  const { type } = typedFieldsSchema.parse(newFields);
  const { params, secrets } = typedFieldsSchema.partial().parse(change);
  const resolvedParams = resolveParams(
    typeSchemas[type]!,
    { type, ...(params && { params }) },
    existing && typedFieldsSchema.parse(existing),
  );
  const errors = validateTypedConfiguration(
    typeSchemas[type]!,
    { ...(params && { params }), ...(secrets && { secrets }) },
    resolvedParams,
  );
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  if (!existing || change.type !== undefined || params) change.params = resolvedParams;
}

/** The stored secrets that are kept after a change. None if it changes the system that they belong to, or where they are sent. */
async function findStoredSecrets(
  db: Database,
  { table }: Binding,
  typeSchemas: Readonly<Record<string, TypeSchema>>,
  existing: RowFields,
  change: Fields,
): Promise<string | null> {
  if (!("secrets" in table)) return null;
  const previous = typedFieldsSchema.parse(existing);
  const { type, params } = typedFieldsSchema.parse({ ...existing, ...change });
  if (type !== previous.type || redirectsSecrets(typeSchemas[type]!, previous.params ?? {}, params ?? {}))
    return null;
  const row = await db.select().from(table).where(eq(table.id, existing.id)).get();
  return typeof row?.secrets === "string" ? row.secrets : null;
}

/** The `secrets` column with encrypted values, if the table has one. New secrets stay in the fields for the audit log, which masks them. */
function createSecretsColumn(
  env: Env,
  { resource, table }: Binding,
  id: string,
  fields: Fields,
  storedSecrets: string | null,
): Fields {
  if (!("secrets" in table)) return {};
  const { secrets = {} } = typedFieldsSchema.partial().parse(fields);
  if (Object.keys(secrets).length === 0) delete fields.secrets;
  return { secrets: mergeSecrets(env, { entity: resource.name, id }, storedSecrets, secrets) };
}
