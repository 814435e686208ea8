import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { pick } from "#domain/core/objects.ts";
import { type Dependent, type FieldError, type ProblemCode, problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { equalsFolded } from "#worker/db/casefold.ts";
import { assertStatement, batchIf, isAssertFailure } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import type { ChangeParams } from "#worker/db/schema/index.ts";
import { listShardEnvs } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { parseInput } from "#worker/http/problems.ts";
import { type Binding, type BoundRow, type Fields, getColumns, type RowFields } from "./binding.ts";
import { findDependents } from "./dependents.ts";
import { findRow, rowCondition } from "./resourceReads.ts";

/** Additions of an entity to the standard writes. */
export interface WriteHooks {
  /** Columns written in addition to the client's fields, or overriding them. */
  columns?: Fields;
  /** A condition that must be true when the write starts, and the problem to throw otherwise. */
  guard?: { condition: SQL; problemCode: ProblemCode; fields?: Record<string, FieldError> };
  /** Statements for the same batch: after the row's statement in a creation, otherwise before it. */
  extraStatements?: BatchItem<"sqlite">[];
  /** Added to the audit entry of a change. */
  auditParams?: ChangeParams;
}

/** A customer's id; or null if the resource has rows of the service. */
type OwnerOf<R extends AnyResource> =
  z.output<R["fields"]["customerId"]> extends infer Id
    ? unknown extends Id
      ? number
      : Extract<Id, number | null>
    : never;

/** The fields of a creation, with the customer if the resource has one. */
type CreationFields<R extends AnyResource> = Fields &
  z.output<R["creation"]> &
  ("customerId" extends keyof R["fields"] ? { customerId: OwnerOf<R> } : unknown);

/**
 * Parses the body of a creation and adds the customer: the actor's, unless a super admin gives another (1§6). A super admin's row belongs
 * to the service by default if the resource has such rows.
 * @throws invalid, also on customerId if a super admin must give it; forbidden for another customer
 */
export async function parseCreation<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  body: unknown,
): Promise<CreationFields<R>>;
export async function parseCreation(
  db: Database,
  binding: Binding,
  actor: Actor,
  body: unknown,
): Promise<Fields> {
  const fields = parseInput(binding.resource.creation, body);
  if (!("customerId" in binding.resource.fields)) return resolveLists(db, binding, fields, 0);
  if (binding.resource.namesCustomer && fields.customerId === undefined && spansCustomers(actor))
    throw problem("invalid", { fields: { customerId: "required" } });
  const defaultCustomerId =
    binding.resource.hasServiceRows && spansCustomers(actor) ? null : actor.customerId;
  const { customerId = defaultCustomerId } = fields;
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  return resolveLists(db, binding, { ...fields, customerId }, getCustomerId({ customerId }) ?? 0);
}

export async function createRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  fields: Fields,
  {
    columns = {},
    guard,
    extraStatements = [],
    id: uuid = crypto.randomUUID(),
  }: WriteHooks & { id?: string } = {},
): Promise<BoundRow<R>> {
  const { resource, table, lists } = binding;
  const hasNumericId = table.id.dataType === "number";
  // Inside the batch, the sequence has the id of the new row.
  const id = hasNumericId
    ? sql`(SELECT seq FROM sqlite_sequence WHERE name = ${getTableName(table)})`
    : idParam(uuid);
  const columnFields = Object.fromEntries(Object.entries(fields).filter(([field]) => !lists[field]));
  const customerId = getCustomerId(fields) ?? 0;
  const statements = [
    db
      .insert(table)
      .values({ ...columnFields, ...columns, ...(!hasNumericId && { id: uuid }) })
      .returning({ id: table.id }),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId: getAuditCustomerId(binding, actor, fields.customerId, id) },
      objectClass: resource.objectClass,
      objectId: hasNumericId ? id : uuid,
      action: "CREATE",
      params: changeParamsOf(null, fields),
    }),
    ...findListFields(binding, fields).flatMap(({ list, items }) => list.write(db, id, items, customerId)),
    ...assertCaselessUniqueStatements(db, binding, fields),
    ...extraStatements,
  ] as const;
  if (guard) {
    // A guarded batch does not return the id of the new row.
    if (hasNumericId) throw new Error(`${resource.name} cannot be created with a guard`);
    if (!(await mapConstraintErrors(binding, () => batchIf(db, guard.condition, [...statements]))))
      throw problem(guard.problemCode, guard.fields && { fields: guard.fields });
    return findRow(db, binding, actor, uuid);
  }
  const [insertedRows] = await mapConstraintErrors(binding, () => db.batch(statements));
  return findRow(db, binding, actor, hasNumericId ? Number(insertedRows[0]!.id) : uuid);
}

/**
 * Parses the body of a change into its fields and the version that the client has read. A client may send back the whole row: read-only
 * fields are accepted if they are unchanged.
 * @throws invalid on the fields; staleVersion
 */
export async function parseChange(
  db: Database,
  binding: Binding,
  existingRow: RowFields,
  body: unknown,
): Promise<{ change: Fields; version: number }> {
  const { resource } = binding;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem("malformedBody");
  const errors: Record<string, FieldError> = {};
  const candidate: Fields = {};
  for (const [field, value] of Object.entries(body)) {
    // Details are counts, which may change while a form is open.
    if (resource.list.details?.includes(field)) continue;
    const isReadOnly =
      field !== "version" && field in resource.row.shape && !resource.changeable.includes(field);
    if (!isReadOnly) candidate[field] = value;
    else if (JSON.stringify(value) !== JSON.stringify(existingRow[field])) errors[field] = "readOnly";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  const { version, ...fields } = parseInput(resource.change, candidate);
  if (version !== existingRow.version) throw problem("staleVersion");
  const customerId = getCustomerId(fields) ?? getCustomerId(existingRow) ?? 0;
  return { change: await resolveLists(db, binding, fields, customerId), version: existingRow.version };
}

/** Writes the fields that differ, if any, and returns the row. @throws staleVersion, and the guard's problem */
export async function changeRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  existingRow: BoundRow<R>,
  { change, version }: { change: Fields; version: number },
  { columns = {}, guard, extraStatements = [], auditParams = {} }: WriteHooks = {},
): Promise<BoundRow<R>> {
  const { resource, table, lists } = binding;
  const params = changeParamsOf(pick(existingRow, Object.keys(change)), change);
  const changedFields = pick(change, Object.keys(params));
  if (Object.keys(params).length === 0) return existingRow;
  const columnFields = Object.fromEntries(Object.entries(changedFields).filter(([field]) => !lists[field]));
  const thisRowCondition = rowCondition(binding, actor, existingRow.id);
  const id = idParam(existingRow.id);
  const customerId = getCustomerId(change) ?? getCustomerId(existingRow) ?? 0;
  await runGuardedBatch(db, binding, actor, existingRow, guard, [
    ...extraStatements,
    db
      .update(table)
      .set({ ...columnFields, ...columns, version: version + 1 })
      .where(thisRowCondition),
    auditStatement(db, {
      author: {
        ...authorOf(actor),
        customerId: getAuditCustomerId(binding, actor, existingRow.customerId, existingRow.id),
      },
      objectClass: resource.objectClass,
      objectId: existingRow.id,
      action: "UPDATE",
      params: { ...params, ...auditParams },
    }),
    ...findListFields(binding, changedFields).flatMap(({ list, items }) =>
      list.write(db, id, items, customerId),
    ),
    ...assertCaselessUniqueStatements(db, binding, changedFields),
  ]);
  return findRow(db, binding, actor, existingRow.id);
}

/** Rolls the batch back if another row has the same text in a different case. An index cannot ensure this: SQLite folds ASCII only. */
function assertCaselessUniqueStatements(db: Database, { resource, table }: Binding, fields: Fields) {
  const field = resource.caselessUnique;
  const value = field && fields[field];
  if (!field || typeof value !== "string") return [];
  const column = getColumns(table)[field]!;
  return [
    assertStatement(
      db,
      sql`(SELECT count(*) FROM ${table} WHERE ${equalsFolded(column, value)}) <= 1`,
      "duplicate",
    ),
  ];
}

export async function removeRow(
  db: Database,
  binding: Binding,
  actor: Actor,
  existingRow: RowFields,
  { guard, extraStatements = [] }: Omit<WriteHooks, "columns"> = {},
): Promise<void> {
  const { resource, table } = binding;
  const auditedFields = Object.keys(resource.row.shape).filter(
    (field) => resource.writable.length === 0 || resource.writable.includes(field),
  );
  await runGuardedBatch(
    db,
    binding,
    actor,
    existingRow,
    guard,
    [
      ...extraStatements,
      ...binding.detachStatements(db, existingRow),
      db.delete(table).where(rowCondition(binding, actor, existingRow.id)),
      auditStatement(db, {
        author: {
          ...authorOf(actor),
          customerId: getAuditCustomerId(binding, actor, existingRow.customerId, existingRow.id),
        },
        objectClass: resource.objectClass,
        objectId: existingRow.id,
        action: "DELETE",
        params: changeParamsOf(pick(existingRow, auditedFields), null),
      }),
    ],
    () => findDependents(db, binding, existingRow),
  );
}

/**
 * Checks that no row in another database refers to a directory row: deletes it there in a batch that is always rolled back, and that fails
 * if foreign keys prevent the deletion.
 * @throws inUse, with the rows that depend on it
 */
export async function assertUnusedInShards(
  env: Env,
  binding: Binding,
  existingRow: RowFields,
): Promise<void> {
  for (const shardEnv of listShardEnvs(env).filter(({ ROOT }) => ROOT)) {
    const db = databaseOf(shardEnv);
    const { table } = binding;
    const trialStatements = [
      ...binding.detachStatements(db, existingRow),
      db.delete(table).where(eq(table.id, existingRow.id)),
      assertStatement(db, sql`0`, "rehearsed"),
    ];
    await mapConstraintErrors(
      binding,
      () =>
        batchIf(db, sql`1`, trialStatements).catch((error: unknown) => {
          if (!isAssertFailure(error, "rehearsed")) throw error;
        }),
      () => findDependents(db, binding, existingRow),
    );
  }
}

/** The customer of an audit entry: the row's customer, for a customer its own id, otherwise the customer that the actor acts for. */
const getAuditCustomerId = (
  { resource }: Binding,
  actor: Actor,
  customerId: unknown,
  id: SQL | string | number,
) =>
  // A customer's id is always a number.
  resource.scope === "self" && typeof id !== "string"
    ? id
    : typeof customerId === "number"
      ? customerId
      : actor.customerId;

/** Runs the batch if the row is unchanged and the guard holds. @throws staleVersion, and the guard's problem */
async function runGuardedBatch(
  db: Database,
  binding: Binding,
  actor: Actor,
  existingRow: RowFields,
  guard: WriteHooks["guard"],
  statements: BatchItem<"sqlite">[],
  listDependents?: () => Promise<Dependent[]>,
): Promise<void> {
  const { table, resource } = binding;
  // Only compares a version that clients can see: others also count changes by the service itself.
  const versionColumn = "version" in resource.fields && getColumns(table).version;
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${rowCondition(binding, actor, existingRow.id)}
    ${versionColumn ? sql`AND ${eq(versionColumn, existingRow.version)}` : sql``})`;
  const condition = guard ? sql`${unchangedCondition} AND (${guard.condition})` : unchangedCondition;
  if (await mapConstraintErrors(binding, () => batchIf(db, condition, statements), listDependents)) return;
  const currentRow = await findRow(db, binding, actor, existingRow.id);
  if (guard && currentRow.version === existingRow.version)
    throw problem(guard.problemCode, guard.fields && { fields: guard.fields });
  throw problem("staleVersion");
}

const getCustomerId = ({ customerId }: Fields): number | undefined =>
  typeof customerId === "number" ? customerId : undefined;

/** The list fields among the given fields, with their items. */
const findListFields = ({ lists }: Binding, fields: Fields) =>
  Object.entries(lists).flatMap(([field, list]) => {
    const items = fields[field];
    return Array.isArray(items) ? [{ field, list, items }] : [];
  });

/** Resolves the list fields. @throws invalid on lists with items that the customer does not have */
async function resolveLists(
  db: Database,
  binding: Binding,
  fields: Fields,
  customerId: number,
): Promise<Fields> {
  const resolvedFields: Fields = { ...fields };
  const errors: Record<string, FieldError> = {};
  for (const { field, list, items } of findListFields(binding, fields)) {
    const resolvedItems = await list.resolve(db, items, customerId);
    if (resolvedItems) resolvedFields[field] = resolvedItems;
    else errors[field] = "notFound";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  return resolvedFields;
}

/**
 * Runs a write. @param listDependents for deletions
 * @throws duplicate, inUse with the rows that depend on it, or invalid, for a violated constraint
 */
async function mapConstraintErrors<T>(
  { resource }: Binding,
  write: () => Promise<T>,
  listDependents?: () => Promise<Dependent[]>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (findUniqueViolation(error) || isAssertFailure(error, "duplicate")) {
      const [field] = resource.unique ?? [];
      throw problem("duplicate", field ? { fields: { [field]: "duplicate" } } : {});
    }
    if (isForeignKeyViolation(error))
      throw listDependents
        ? problem("inUse", { uses: await listDependents() })
        : problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
