import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import { spansCustomers } from "../../domain/access/authorities";
import { obstacle } from "../../domain/access/obstacle";
import { pick } from "../../domain/pick";
import { type FieldFault, problem } from "../../domain/problem";
import { type Action, countQuery, listQuery } from "../../domain/resource";
import { difference, logged } from "../db/audit";
import { holds } from "../db/casefold";
import type { Database } from "../db/database";
import { foreignKeyViolation, uniqueViolation } from "../db/errors";
import { authorOf, sessionOf } from "../features/session/actor";
import { bodyLimit, parseJson, readLimited } from "../http/body";
import type { App, AppContext } from "../http/context";
import { singleQuery } from "../http/mount";
import { parsed } from "../http/problems";
import type { Binding } from "./binding";
import { scoped, scopedRow } from "./scoped";

type Fields = Record<string, unknown>;

/** Mounts list, count, get, create, update and delete of a bound resource (1§7). */
export function mountResource(app: App, binding: Binding): void {
  const { resource, table } = binding;
  const base = `/${resource.path}`;
  const columns = selection(binding);

  app.get(base, async (c) => {
    const { actor } = await admitted(c, binding, "read");
    const query = parsed(listQuery(resource), singleQuery(c));
    const direction = query.order === "asc" ? asc : desc;
    const items = await c
      .get("db")
      .select(pick(columns, resource.list.columns))
      .from(table)
      .where(and(scoped(actor, table, query.customerId), searched(binding, query.q)))
      .orderBy(direction(sql`${columns[query.sort]} COLLATE NOCASE`), direction(table.id))
      .limit(query.max)
      .offset(query.offset);
    return c.json({ items });
  });

  app.get(`${base}/count`, async (c) => {
    const { actor } = await admitted(c, binding, "read");
    const query = parsed(countQuery, singleQuery(c));
    const where = and(scoped(actor, table, query.customerId), searched(binding, query.q));
    const [counted] = await c.get("db").select({ total: sql<number>`count(*)` }).from(table).where(where);
    return c.json({ total: counted?.total ?? 0 });
  });

  app.get(`${base}/:id`, async (c) => {
    const { actor } = await admitted(c, binding, "read");
    return c.json(await find(c.get("db"), binding, actor, c.req.param("id")));
  });

  app.post(base, async (c) => {
    const { actor, author } = await admitted(c, binding, "create");
    const given = parsed(resource.creation, await jsonBody(c)) as Fields;
    const row: Fields = { ...given, id: crypto.randomUUID(), customerId: customerNamed(actor, given) };
    const db = c.get("db");
    await write(binding, () =>
      db.batch([
        db.insert(table).values(row),
        logged(db, {
          author: { ...author, customerId: row.customerId as number },
          objectClass: resource.objectClass,
          objectId: row.id as string,
          action: "CREATE",
          params: difference(null, { ...given, customerId: row.customerId }),
        }),
      ]),
    );
    return c.json(await find(db, binding, actor, row.id as string), 201);
  });

  app.put(`${base}/:id`, async (c) => {
    const { actor, author } = await admitted(c, binding, "update");
    const db = c.get("db");
    const before = await find(db, binding, actor, c.req.param("id"));
    refuse(actor, binding, "update", before);
    const { version, ...change } = changeOf(binding, before, await jsonBody(c));
    if (version !== before.version) throw problem("staleVersion");
    const params = difference(pick(before, Object.keys(change)), change);
    if (Object.keys(params).length === 0) return c.json(before);
    const id = before.id as string;
    const [updated] = await write(binding, () =>
      db.batch([
        db
          .update(table)
          .set({ ...change, version: version + 1 })
          .where(and(scopedRow(actor, table, id), eq(table.version, version)))
          .returning({ id: table.id }),
        logged(db, {
          author: { ...author, customerId: before.customerId as number },
          objectClass: resource.objectClass,
          objectId: id,
          action: "UPDATE",
          params,
        }),
      ]),
    );
    if (updated.length === 0) throw problem("staleVersion");
    return c.json(await find(db, binding, actor, id));
  });

  app.delete(`${base}/:id`, async (c) => {
    const { actor, author } = await admitted(c, binding, "delete");
    const db = c.get("db");
    const before = await find(db, binding, actor, c.req.param("id"));
    refuse(actor, binding, "delete", before);
    const { version } = parsed(deletion, singleQuery(c));
    if (version !== undefined && version !== before.version) throw problem("staleVersion");
    const id = before.id as string;
    const [removed] = await write(
      binding,
      () =>
        db.batch([
          db
            .delete(table)
            .where(and(scopedRow(actor, table, id), eq(table.version, before.version)))
            .returning({ id: table.id }),
          logged(db, {
            author: { ...author, customerId: before.customerId as number },
            objectClass: resource.objectClass,
            objectId: id,
            action: "DELETE",
            params: difference(pick(before, [...resource.writable]), null),
          }),
        ]),
      "inUse",
    );
    if (removed.length === 0) throw problem("staleVersion");
    return c.json({ success: true });
  });
}

const deletion = z.strictObject({ version: z.coerce.number().int().positive().optional() });

/** Who asks, after the authority and product of the action: what does not depend on a row comes before any row is read. */
async function admitted(c: AppContext, { resource }: Binding, action: Action) {
  const { actor, realUserId } = await sessionOf(c, false);
  const stands = obstacle(actor, resource, action);
  if (stands) throw problem(stands);
  return { actor, author: authorOf(actor, realUserId) };
}

function refuse(actor: Actor, { resource }: Binding, action: Action, row: Fields): void {
  const stands = obstacle(actor, resource, action, row);
  if (stands) throw problem(stands);
}

const jsonBody = async (c: AppContext) => parseJson(await readLimited(c.req.raw, bodyLimit));

async function find(
  db: Database,
  binding: Binding,
  actor: Actor,
  id: string,
): Promise<Fields & { version: number }> {
  const found = await db
    .select(selection(binding))
    .from(binding.table)
    .where(scopedRow(actor, binding.table, id))
    .get();
  if (!found) throw problem("notFound");
  return found as Fields & { version: number };
}

/** Only a super admin may name another customer (1§6); left out, it is the actor's own. */
function customerNamed(actor: Actor, given: Fields): number {
  const customerId = (given.customerId as number | undefined) ?? actor.customerId;
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  return customerId;
}

/**
 * The changed fields of a body. A client may send back all of what it was given: fields it cannot change are let
 * through as long as they are what they were.
 */
function changeOf({ resource }: Binding, before: Fields, body: unknown): Fields & { version: number } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem("malformedBody");
  const faults: Record<string, FieldFault> = {};
  const candidate: Fields = {};
  for (const [field, value] of Object.entries(body)) {
    const fixed =
      field !== "version" && field in resource.fields && !resource.changeable.includes(field as never);
    if (!fixed) candidate[field] = value;
    else if (JSON.stringify(value) !== JSON.stringify(before[field])) faults[field] = "readOnly";
  }
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
  return parsed(resource.change, candidate) as Fields & { version: number };
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

/** Every field of the contract as SQL: a column of the table, or derived. */
function selection({ resource, table, derived }: Binding): Record<string, SQL | SQLiteColumn> {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  return Object.fromEntries(
    Object.keys(resource.fields).map((field) => [
      field,
      derived[field] ? sql`${derived[field]}`.as(field) : columns[field]!,
    ]),
  ) as Record<string, SQL | SQLiteColumn>;
}

function searched(binding: Binding, q: string): SQL | undefined {
  if (!q) return undefined;
  const { resource, table, derived } = binding;
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const hits = resource.list.searched.map((field) => holds(derived[field] ?? columns[field]!, q));
  return sql`(${sql.join(hits, sql` OR `)})`;
}
