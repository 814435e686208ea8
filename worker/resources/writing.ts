import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { pick } from "#domain/core/objects.ts";
import { type Dependent, type FieldError, type ProblemCode, problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, difference } from "#worker/db/audit.ts";
import { assertStatement, batchIf, isAssertFailure } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { foreignKeyViolation, uniqueViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { allShardEnvs } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { parseInput } from "#worker/http/problems.ts";
import { type Binding, columnsOf, type Fields, type Found, type FoundRow } from "./binding.ts";
import { usesOf } from "./dependents.ts";
import { findRow, rowOf } from "./reading.ts";

/** Additions of an entity to the standard writes. */
export interface WriteHooks {
  /** Columns written in addition to, or instead of, the client's fields. */
  columns?: Fields;
  /** Condition that must hold when the write begins, and the problem otherwise. */
  guard?: { holds: SQL; otherwise: ProblemCode; fields?: Record<string, FieldError> };
  /** Statements of the same batch: after the row's own in a creation, otherwise before it. */
  also?: BatchItem<"sqlite">[];
}

/** The fields of a creation, with its customer where the resource has one. */
type CreationOf<R extends AnyResource> = Fields &
  z.output<R["creation"]> &
  ("customerId" extends keyof R["fields"] ? { customerId: number } : unknown);

/**
 * The body of a creation, with its customer: the actor's own unless a super admin names another (1§6).
 * @throws invalid on customerId where a super admin must name it; forbidden for another's customer
 */
export async function parseCreation<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  body: unknown,
): Promise<CreationOf<R>> {
  // Parsed by this very contract, and completed below.
  return (await withCustomer(
    db,
    binding,
    actor,
    parseInput(binding.resource.creation, body),
  )) as CreationOf<R>;
}

async function withCustomer(db: Database, binding: Binding, actor: Actor, given: Fields): Promise<Fields> {
  if (!("customerId" in binding.resource.fields)) return resolveLists(db, binding, given, 0);
  if (binding.resource.namesCustomer && given.customerId === undefined && spansCustomers(actor))
    throw problem("invalid", { fields: { customerId: "required" } });
  const customerId = (given.customerId as number | undefined) ?? actor.customerId;
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  return resolveLists(db, binding, { ...given, customerId }, customerId);
}

export async function createRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  given: Fields,
  { columns = {}, guard, also = [], id: uuid = crypto.randomUUID() }: WriteHooks & { id?: string } = {},
): Promise<FoundRow<R>> {
  const { resource, table, lists } = binding;
  const numbered = table.id.dataType === "number";
  // Inside the batch this is the number of the new row.
  const id = numbered
    ? sql`(SELECT seq FROM sqlite_sequence WHERE name = ${getTableName(table)})`
    : idParam(uuid);
  const own = Object.fromEntries(Object.entries(given).filter(([field]) => !lists[field]));
  const customerId = (given.customerId as number | undefined) ?? 0;
  const statements = [
    db
      .insert(table)
      .values({ ...own, ...columns, ...(!numbered && { id: uuid }) })
      .returning({ id: table.id }),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId: auditCustomerOf(binding, actor, given.customerId, id) },
      objectClass: resource.objectClass,
      objectId: numbered ? id : uuid,
      action: "CREATE",
      params: difference(null, given),
    }),
    ...Object.keys(lists).flatMap((field) =>
      given[field] ? lists[field]!.write(db, id, given[field] as unknown[], customerId) : [],
    ),
    ...also,
  ] as const;
  if (guard) {
    // A guarded batch does not return the number of the new row.
    if (numbered) throw new Error(`${resource.name} has no guard at its creation`);
    if (!(await mapConstraintErrors(binding, () => batchIf(db, guard.holds, [...statements]))))
      throw problem(guard.otherwise, guard.fields && { fields: guard.fields });
    return findRow(db, binding, actor, uuid);
  }
  const [made] = await mapConstraintErrors(binding, () => db.batch(statements));
  return findRow(db, binding, actor, made[0]!.id as string | number);
}

/**
 * The changed fields of a body and the version they were read at. A client may send back the whole row: read-only fields are accepted
 * while they are unchanged.
 * @throws invalid, naming the fields; staleVersion
 */
export async function parseChange(
  db: Database,
  binding: Binding,
  before: Found,
  body: unknown,
): Promise<{ change: Fields; version: number }> {
  const { resource } = binding;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem("malformedBody");
  const errors: Record<string, FieldError> = {};
  const candidate: Fields = {};
  for (const [field, value] of Object.entries(body)) {
    // Counts, which change while a form is open.
    if (resource.list.details?.includes(field)) continue;
    const fixed = field !== "version" && field in resource.row.shape && !resource.changeable.includes(field);
    if (!fixed) candidate[field] = value;
    else if (JSON.stringify(value) !== JSON.stringify(before[field])) errors[field] = "readOnly";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  const { version, ...given } = parseInput(resource.change, candidate) as Fields & { version: number };
  if (version !== before.version) throw problem("staleVersion");
  const customerId = (given.customerId ?? before.customerId ?? 0) as number;
  return { change: await resolveLists(db, binding, given, customerId), version };
}

/** Writes the fields that differ, if any. @throws staleVersion, and the problem of the guard */
export async function changeRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  before: FoundRow<R>,
  { change, version }: { change: Fields; version: number },
  { columns = {}, guard, also = [] }: WriteHooks = {},
): Promise<FoundRow<R>> {
  const { resource, table, lists } = binding;
  const params = difference(pick(before, Object.keys(change)), change);
  const differing = pick(change, Object.keys(params));
  if (Object.keys(params).length === 0) return before;
  const own = Object.fromEntries(Object.entries(differing).filter(([field]) => !lists[field]));
  const row = rowOf(binding, actor, before.id);
  const id = idParam(before.id);
  const customerId = (change.customerId ?? before.customerId ?? 0) as number;
  await runGuardedBatch(db, binding, actor, before, guard, [
    ...also,
    db
      .update(table)
      .set({ ...own, ...columns, version: version + 1 })
      .where(row),
    auditStatement(db, {
      author: {
        ...authorOf(actor),
        customerId: auditCustomerOf(binding, actor, before.customerId, before.id),
      },
      objectClass: resource.objectClass,
      objectId: before.id,
      action: "UPDATE",
      params,
    }),
    ...Object.keys(lists).flatMap((field) =>
      differing[field] ? lists[field]!.write(db, id, differing[field] as unknown[], customerId) : [],
    ),
  ]);
  return findRow(db, binding, actor, before.id);
}

export async function removeRow(
  db: Database,
  binding: Binding,
  actor: Actor,
  before: Found,
  { guard, also = [] }: Omit<WriteHooks, "columns"> = {},
): Promise<void> {
  const { resource, table } = binding;
  const shown = Object.keys(resource.row.shape).filter(
    (field) => resource.writable.length === 0 || resource.writable.includes(field),
  );
  await runGuardedBatch(
    db,
    binding,
    actor,
    before,
    guard,
    [
      ...also,
      ...binding.release(db, before),
      db.delete(table).where(rowOf(binding, actor, before.id)),
      auditStatement(db, {
        author: {
          ...authorOf(actor),
          customerId: auditCustomerOf(binding, actor, before.customerId, before.id),
        },
        objectClass: resource.objectClass,
        objectId: before.id,
        action: "DELETE",
        params: difference(pick(before, shown), null),
      }),
    ],
    () => usesOf(db, binding, before),
  );
}

/**
 * Rehearses a deletion of a directory row in the copies of further databases: what refers to it there must refuse, too.
 * @throws inUse, with what depends on it
 */
export async function assertUnusedInShards(env: Env, binding: Binding, before: Found): Promise<void> {
  for (const other of allShardEnvs(env).filter(({ ROOT }) => ROOT)) {
    const db = databaseOf(other);
    const { table } = binding;
    const rehearsal = [
      ...binding.release(db, before),
      db.delete(table).where(eq(table.id, before.id)),
      assertStatement(db, sql`0`, "rehearsed"),
    ];
    await mapConstraintErrors(
      binding,
      () =>
        batchIf(db, sql`1`, rehearsal).catch((error: unknown) => {
          if (!isAssertFailure(error, "rehearsed")) throw error;
        }),
      () => usesOf(db, binding, before),
    );
  }
}

/** The customer a log line belongs to: the row's customer, a customer's own id, else the customer the actor acts in. */
const auditCustomerOf = (
  { resource }: Binding,
  actor: Actor,
  customerId: unknown,
  id: SQL | string | number,
) =>
  resource.scope === "self"
    ? (id as SQL | number)
    : typeof customerId === "number"
      ? customerId
      : actor.customerId;

/** Runs the batch if the row is unchanged and the guard holds. @throws staleVersion, and the problem of the guard */
async function runGuardedBatch(
  db: Database,
  binding: Binding,
  actor: Actor,
  before: Found,
  guard: WriteHooks["guard"],
  statements: BatchItem<"sqlite">[],
  uses?: () => Promise<Dependent[]>,
): Promise<void> {
  const { table, resource } = binding;
  // Clients have not seen a version that the contract does not show: it counts the service's own changes.
  const version = "version" in resource.fields && columnsOf(table).version;
  const unchanged = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${rowOf(binding, actor, before.id)}
    ${version ? sql`AND ${eq(version, before.version)}` : sql``})`;
  const condition = guard ? sql`${unchanged} AND (${guard.holds})` : unchanged;
  if (await mapConstraintErrors(binding, () => batchIf(db, condition, statements), uses)) return;
  const now = await findRow(db, binding, actor, before.id);
  if (guard && now.version === before.version)
    throw problem(guard.otherwise, guard.fields && { fields: guard.fields });
  throw problem("staleVersion");
}

/** @throws invalid, naming the lists with items the customer does not have */
async function resolveLists(
  db: Database,
  { lists }: Binding,
  given: Fields,
  customerId: number,
): Promise<Fields> {
  const resolved: Fields = { ...given };
  const errors: Record<string, FieldError> = {};
  for (const [field, list] of Object.entries(lists)) {
    if (given[field] === undefined) continue;
    const found = await list.resolve(db, given[field] as unknown[], customerId);
    if (found) resolved[field] = found;
    else errors[field] = "notFound";
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  return resolved;
}

/**
 * Runs a write; `uses` is for a deletion.
 * @throws duplicate, inUse with what depends on the row, or invalid for a violated constraint
 */
async function mapConstraintErrors<T>(
  { resource }: Binding,
  run: () => Promise<T>,
  uses?: () => Promise<Dependent[]>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error)) {
      const [field] = resource.unique ?? [];
      throw problem("duplicate", field ? { fields: { [field]: "duplicate" } } : {});
    }
    if (foreignKeyViolation(error))
      throw uses
        ? problem("inUse", { uses: await uses() })
        : problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
