import { eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../domain/access/actor";
import { spansCustomers } from "../../domain/access/authorities";
import { pick } from "../../domain/pick";
import { type FieldFault, type ProblemCode, problem } from "../../domain/problem";
import { difference, logged } from "../db/audit";
import type { Database } from "../db/database";
import { foreignKeyViolation, uniqueViolation } from "../db/errors";
import { batchIf } from "../db/guard";
import { authorOf } from "../entrance/session/actor";
import { parsed } from "../http/problems";
import type { Binding, Fields, Found } from "./binding";
import { findRow, rowOf } from "./reading";

/** What an entity with more than the standard adds to a write of its own. */
export interface Additions {
  /** Columns beside, or in place of, the fields a client gave. */
  columns?: Fields;
  /** What must hold when the write begins. */
  guard?: { holds: SQL; otherwise: ProblemCode; fields?: Record<string, FieldFault> };
  /** Statements of the same batch, run before the row's own, or after it where it is made. */
  also?: BatchItem<"sqlite">[];
}

/**
 * The body of a creation, with the customer it is for: the actor's own unless a super admin names another (1§6).
 * @throws invalid on customerId where a super admin has to name it; forbidden for somebody else's customer
 */
export async function creationIn(
  db: Database,
  binding: Binding,
  actor: Actor,
  body: unknown,
): Promise<Fields> {
  const given = parsed(binding.resource.creation, body) as Fields;
  if (!("customerId" in binding.resource.fields)) return resolveLists(db, binding, given, 0);
  if (binding.resource.namesCustomer && given.customerId === undefined && spansCustomers(actor))
    throw problem("invalid", { fields: { customerId: "required" } });
  const customerId = (given.customerId as number | undefined) ?? actor.customerId;
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  return resolveLists(db, binding, { ...given, customerId }, customerId);
}

export async function createRow(
  db: Database,
  binding: Binding,
  actor: Actor,
  given: Fields,
  { columns = {}, guard, also = [], id: uuid = crypto.randomUUID() }: Additions & { id?: string } = {},
): Promise<Found> {
  const { resource, table, lists } = binding;
  const numbered = table.id.dataType === "number";
  // Within the batch this is the number the row has just been given.
  const id = numbered
    ? sql`(SELECT seq FROM sqlite_sequence WHERE name = ${getTableName(table)})`
    : sql`${uuid}`;
  const own = Object.fromEntries(Object.entries(given).filter(([field]) => !lists[field]));
  const customerId = (given.customerId as number | undefined) ?? 0;
  const statements = [
    db
      .insert(table)
      .values({ ...own, ...columns, ...(!numbered && { id: uuid }) })
      .returning({ id: table.id }),
    logged(db, {
      author: { ...authorOf(actor), customerId: filedUnder(binding, actor, given.customerId, id) },
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
    // A batch under a guard does not tell the number it gave.
    if (numbered) throw new Error(`${resource.name} has no guard at its creation`);
    if (!(await write(binding, () => batchIf(db, guard.holds, [...statements]))))
      throw problem(guard.otherwise, guard.fields && { fields: guard.fields });
    return findRow(db, binding, actor, uuid);
  }
  const [made] = await write(binding, () => db.batch(statements));
  return findRow(db, binding, actor, made[0]!.id as string | number);
}

/**
 * The changed fields of a body and the version they were changed from. A client may send back all of what it was given: fields
 * it cannot change are let through as long as they are what they were.
 */
export async function changeIn(
  db: Database,
  binding: Binding,
  before: Found,
  body: unknown,
): Promise<{ change: Fields; version: number }> {
  const { resource } = binding;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem("malformedBody");
  const faults: Record<string, FieldFault> = {};
  const candidate: Fields = {};
  for (const [field, value] of Object.entries(body)) {
    // Counts go on while a form is open, and are nobody's to change.
    if (resource.list.details?.includes(field)) continue;
    const fixed =
      field !== "version" && field in resource.row.shape && !resource.changeable.includes(field as never);
    if (!fixed) candidate[field] = value;
    else if (JSON.stringify(value) !== JSON.stringify(before[field])) faults[field] = "readOnly";
  }
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
  const { version, ...given } = parsed(resource.change, candidate) as Fields & { version: number };
  if (version !== before.version) throw problem("staleVersion");
  const customerId = (given.customerId ?? before.customerId ?? 0) as number;
  return { change: await resolveLists(db, binding, given, customerId), version };
}

/** Writes what differs from before; nothing when nothing does. */
export async function changeRow(
  db: Database,
  binding: Binding,
  actor: Actor,
  before: Found,
  { change, version }: { change: Fields; version: number },
  { columns = {}, guard, also = [] }: Additions = {},
): Promise<Found> {
  const { resource, table, lists } = binding;
  const params = difference(pick(before, Object.keys(change)), change);
  const differing = pick(change, Object.keys(params));
  if (Object.keys(params).length === 0) return before;
  const own = Object.fromEntries(Object.entries(differing).filter(([field]) => !lists[field]));
  const row = rowOf(binding, actor, before.id);
  const id = sql`${before.id}`;
  const customerId = (change.customerId ?? before.customerId ?? 0) as number;
  await guarded(db, binding, actor, before, guard, [
    ...also,
    db
      .update(table)
      .set({ ...own, ...columns, version: version + 1 })
      .where(row),
    logged(db, {
      author: { ...authorOf(actor), customerId: filedUnder(binding, actor, before.customerId, before.id) },
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
  { guard, also = [] }: Omit<Additions, "columns"> = {},
): Promise<void> {
  const { resource, table } = binding;
  const shown = Object.keys(resource.row.shape).filter(
    (field) => resource.writable.length === 0 || resource.writable.includes(field),
  );
  await guarded(
    db,
    binding,
    actor,
    before,
    guard,
    [
      ...also,
      ...binding.release(db, before),
      db.delete(table).where(rowOf(binding, actor, before.id)),
      logged(db, {
        author: { ...authorOf(actor), customerId: filedUnder(binding, actor, before.customerId, before.id) },
        objectClass: resource.objectClass,
        objectId: before.id,
        action: "DELETE",
        params: difference(pick(before, shown), null),
      }),
    ],
    "inUse",
  );
}

/** The customer a change is filed under: the row's, itself when it is one, else the one the actor acts in. */
const filedUnder = ({ resource }: Binding, actor: Actor, customerId: unknown, id: SQL | string | number) =>
  resource.scope === "self"
    ? (id as SQL | number)
    : typeof customerId === "number"
      ? customerId
      : actor.customerId;

/** The batch, if the row is still what it was and the guard holds; else what stands in the way. */
async function guarded(
  db: Database,
  binding: Binding,
  actor: Actor,
  before: Found,
  guard: Additions["guard"],
  statements: BatchItem<"sqlite">[],
  whenReferenced?: "inUse",
): Promise<void> {
  const { table, resource } = binding;
  // A version that the contract does not show counts what the service changes, and nobody has seen it.
  const version = "version" in resource.fields && (table as unknown as Record<string, SQLiteColumn>).version;
  const unchanged = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${rowOf(binding, actor, before.id)}
    ${version ? sql`AND ${eq(version, before.version)}` : sql``})`;
  const condition = guard ? sql`${unchanged} AND (${guard.holds})` : unchanged;
  if (await write(binding, () => batchIf(db, condition, statements), whenReferenced)) return;
  const now = await findRow(db, binding, actor, before.id);
  if (guard && now.version === before.version)
    throw problem(guard.otherwise, guard.fields && { fields: guard.fields });
  throw problem("staleVersion");
}

/** @throws invalid, naming the list that names something that is not there. */
async function resolveLists(
  db: Database,
  { lists }: Binding,
  given: Fields,
  customerId: number,
): Promise<Fields> {
  const resolved: Fields = { ...given };
  const faults: Record<string, FieldFault> = {};
  for (const [field, list] of Object.entries(lists)) {
    if (given[field] === undefined) continue;
    const found = await list.resolve(db, given[field] as unknown[], customerId);
    if (found) resolved[field] = found;
    else faults[field] = "notFound";
  }
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
  return resolved;
}

/** Runs a write and puts a violated constraint into the words of the catalogue. */
async function write<T>({ resource }: Binding, run: () => Promise<T>, whenReferenced?: "inUse"): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error)) {
      const [field] = resource.unique ?? [];
      throw problem("duplicate", field ? { fields: { [field]: "duplicate" } } : {});
    }
    if (foreignKeyViolation(error))
      throw whenReferenced
        ? problem(whenReferenced)
        : problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
