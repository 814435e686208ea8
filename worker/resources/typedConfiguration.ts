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
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "./resourceWrites.ts";
import { mergeSecrets } from "./secretParams.ts";
import { mountReads, mountWrites } from "./standardHandlers.ts";

/** Additions of an entity to the writes below. */
interface TypedConfigurationHooks {
  /** Completes the body of a creation. */
  completeBody?: (db: Database, body: unknown) => Promise<unknown>;
  /** Columns of fields that are stored under other names; called after validation. */
  columns?: (db: Database, newFields: Fields, existingRow?: RowFields) => Promise<Fields>;
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

    async change(c, actor, existingRow, body) {
      const db = c.get("db");
      const { change, version } = await parseChange(db, binding, existingRow, body);
      setCompleteParams(typeSchemas, change, { ...existingRow, ...change }, existingRow);
      const storedSecrets = await findStoredSecrets(db, binding, typeSchemas, existingRow, change);
      const extraColumns = {
        ...createSecretsColumn(c.env, binding, String(existingRow.id), change, storedSecrets),
        ...(await columns(db, { ...existingRow, ...change }, existingRow)),
      };
      return changeRow(db, binding, actor, existingRow, { change, version }, { columns: extraColumns });
    },

    remove: (c, actor, existingRow) => removeRow(c.get("db"), binding, actor, existingRow),
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
  existingRow?: RowFields,
): void {
  const { type } = typedFieldsSchema.parse(newFields);
  const { params, secrets } = typedFieldsSchema.partial().parse(change);
  const resolvedParams = resolveParams(
    typeSchemas[type]!,
    { type, ...(params && { params }) },
    existingRow && typedFieldsSchema.parse(existingRow),
  );
  const errors = validateTypedConfiguration(
    typeSchemas[type]!,
    { ...(params && { params }), ...(secrets && { secrets }) },
    resolvedParams,
  );
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  if (!existingRow || change.type !== undefined || params) change.params = resolvedParams;
}

/** The stored secrets that are kept after a change. Null if the change concerns the system that they belong to, or where they are sent. */
async function findStoredSecrets(
  db: Database,
  { table }: Binding,
  typeSchemas: Readonly<Record<string, TypeSchema>>,
  existingRow: RowFields,
  change: Fields,
): Promise<string | null> {
  if (!("secrets" in table)) return null;
  const previousFields = typedFieldsSchema.parse(existingRow);
  const { type, params } = typedFieldsSchema.parse({ ...existingRow, ...change });
  if (
    type !== previousFields.type ||
    redirectsSecrets(typeSchemas[type]!, previousFields.params ?? {}, params ?? {})
  )
    return null;
  const row = await db.select().from(table).where(eq(table.id, existingRow.id)).get();
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
