import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { findDenialReason } from "#domain/contract/denialReason.ts";
import { compareByName, compareValues } from "#domain/contract/merge/compareValues.ts";
import { type CallInput, type PagedMergeStrategy, sumFields } from "#domain/contract/merge/mergeResponses.ts";
import {
  type Action,
  type AnyResource,
  type CountQuery,
  countQuery,
  type ListQuery,
  listQuery,
} from "#domain/contract/resource.ts";
import { isInstantField } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { fanOut, shardsFor } from "#worker/api/fanOut.ts";
import { runOnce } from "#worker/api/idempotency.ts";
import { queryWithoutTicket } from "#worker/api/mount.ts";
import { authenticateActor } from "#worker/auth/session/actor.ts";
import { assertFreshLogin } from "#worker/auth/session/ownPassword.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { getDirectoryDb, selectActorShard } from "#worker/http/databases.ts";
import { maxBodyBytes, parseJson, readLimitedBody } from "#worker/http/jsonBody.ts";
import { parseInput } from "#worker/http/problems.ts";
import type { Binding, BoundRow, RowFields } from "./binding.ts";
import { countRows, findRow, listRows } from "./resourceReads.ts";
import {
  assertUnusedInShards,
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
} from "./resourceWrites.ts";

/** Mounts the list, count, get, create, update and delete endpoints of a resource (1§7). */
export function mountResource(app: App, binding: Binding): void {
  mountReads(app, binding);
  mountWrites(app, binding);
}

/** A row of a list, by the contract's field names. */
type ListedRow = Record<string, unknown>;

/** The handlers of lists, counts and single rows. */
export interface ReadHandlers {
  list(c: AppContext, actor: Actor, query: ListQuery): Promise<readonly ListedRow[]>;
  count(c: AppContext, actor: Actor, query: CountQuery): Promise<number>;
  find(c: AppContext, actor: Actor, id: string): Promise<RowFields>;
}

const createStandardReads = (binding: Binding): ReadHandlers => ({
  list: (c, actor, query) => listRows(c.get("db"), binding, actor, query),
  count: (c, actor, query) => countRows(c.get("db"), binding, actor, query),
  find: (c, actor, id) => findRow(c.get("db"), binding, actor, id),
});

export function mountReads(
  app: App,
  binding: Binding,
  handlers: ReadHandlers = createStandardReads(binding),
): void {
  const { resource } = binding;
  const basePath = `/${resource.path}`;
  if (resource.access.read === null) return;

  app.get(basePath, async (c) => {
    const actor = await authorize(c, binding, "read");
    // Cast: zod infers `unknown` for the fields that only some resources have.
    const query = parseInput(listQuery(resource), queryWithoutTicket(c)) as ListQuery;
    const input = { ...emptyCallInput, query };
    const shards = await shardsFor(c, actor, resource, input);
    const items = await fanOut(shards, createPagedMerge(resource), input, (shard, { query }) =>
      handlers.list(shard.c, shard.actor, query),
    );
    return c.json({ items });
  });

  app.get(`${basePath}/count`, async (c) => {
    const actor = await authorize(c, binding, "read");
    // Cast: as for the list.
    const query = parseInput(countQuery(resource), queryWithoutTicket(c)) as CountQuery;
    const input = { ...emptyCallInput, query };
    const shards = await shardsFor(c, actor, resource, input);
    return c.json(
      await fanOut<{ total: number }, typeof input>(
        shards,
        sumFields("total"),
        input,
        async (shard, { query }) => ({
          total: await handlers.count(shard.c, shard.actor, query),
        }),
      ),
    );
  });

  app.get(`${basePath}/:id`, async (c) => {
    const actor = await authorize(c, binding, "read");
    const id = c.req.param("id");
    const shards = await shardsFor(c, actor, resource, emptyCallInput);
    const row = await fanOut(shards, "firstMatch", emptyCallInput, (shard) =>
      handlers.find(shard.c, shard.actor, id),
    );
    return c.json(binding.redactFor(actor, row));
  });
}

/** The handlers of creations, updates and deletions. */
export interface WriteHandlers<B = unknown, R extends AnyResource = AnyResource> {
  create(c: AppContext, actor: Actor, body: B): Promise<BoundRow<R>>;
  change(c: AppContext, actor: Actor, existingRow: BoundRow<R>, body: B): Promise<BoundRow<R>>;
  remove(c: AppContext, actor: Actor, existingRow: BoundRow<R>): Promise<void>;
  /** Reads bodies with files; absent for plain JSON. */
  read?(c: AppContext): Promise<B>;
  /** Returns the JSON of a body with files. */
  jsonOf?(body: B): unknown;
  /** Finds the row of a change or deletion; absent if it is in the binding's table. */
  find?(c: AppContext, actor: Actor, id: string): Promise<RowFields>;
}

export const createStandardWrites = <R extends AnyResource>(
  binding: Binding<R>,
): WriteHandlers<unknown, R> => ({
  async create(c, actor, body) {
    const db = c.get("db");
    return createRow(db, binding, actor, await parseCreation(db, binding, actor, body));
  },
  async change(c, actor, existingRow, body) {
    const db = c.get("db");
    return changeRow(db, binding, actor, existingRow, await parseChange(db, binding, existingRow, body));
  },
  remove: (c, actor, existingRow) => removeRow(c.get("db"), binding, actor, existingRow),
});

export function mountWrites(app: App, binding: Binding): void;
export function mountWrites<B, R extends AnyResource>(
  app: App,
  binding: Binding<R>,
  handlers: WriteHandlers<B, R>,
): void;
export function mountWrites(
  app: App,
  binding: Binding,
  handlers: WriteHandlers = createStandardWrites(binding),
): void {
  const { resource } = binding;
  const { read = readJsonBody } = handlers;
  const basePath = `/${resource.path}`;
  const { access } = resource;

  if (access.create !== null)
    app.post(basePath, async (c) => {
      const actor = await authorize(c, binding, "create");
      const body = await read(c);
      const input = { ...emptyCallInput, body: handlers.jsonOf ? handlers.jsonOf(body) : body };
      return runOnce(c, actor, body, async () => {
        const [shard] = await shardsFor(c, actor, { ...resource, multiDatabase: "current" }, input);
        return c.json(binding.redactFor(actor, await handlers.create(shard!.c, actor, body)), 201);
      });
    });

  if (access.update !== null)
    app.put(`${basePath}/:id`, async (c) => {
      const actor = await authorize(c, binding, "update");
      const { existingRow, shardContext } = await findForAction(c, binding, actor, "update", handlers.find);
      return c.json(
        binding.redactFor(actor, await handlers.change(shardContext, actor, existingRow, await read(c))),
      );
    });

  if (access.delete !== null)
    app.delete(`${basePath}/:id`, async (c) => {
      const actor = await authorize(c, binding, "delete");
      const { existingRow, shardContext } = await findForAction(c, binding, actor, "delete", handlers.find);
      const { version } = parseInput(deletionQuerySchema, queryWithoutTicket(c));
      if (version !== undefined && version !== existingRow.version) throw problem("staleVersion");
      if (resource.directory) await assertUnusedInShards(c.env, binding, existingRow);
      await handlers.remove(shardContext, actor, existingRow);
      return c.json({ success: true });
    });
}

const deletionQuerySchema = z.strictObject({ version: z.coerce.number().int().positive().optional() });

/** The actor, if authority and product allow the action. Must run before any row is read. @throws the reason for the denial */
async function authorize(c: AppContext, { resource }: Binding, action: Action): Promise<Actor> {
  const actor = await authenticateActor(c);
  const denial = findDenialReason(actor, resource, action);
  if (denial) throw problem(denial);
  if (resource.requiresFreshLogin?.includes(action)) await assertFreshLogin(getDirectoryDb(c), actor);
  await selectActorShard(c, actor, resource);
  return actor;
}

export const emptyCallInput = { params: undefined, query: undefined, body: undefined };

/** Merges the databases' pages of a resource's rows in the list's order. */
const createPagedMerge = ({
  fields,
}: AnyResource): PagedMergeStrategy<ListedRow, readonly ListedRow[], { query: ListQuery } & CallInput> => ({
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  withPage: (input, page) => ({ ...input, query: { ...input.query, ...page } }),
  rowsOf: (rows) => rows,
  compare(rowA, rowB, { query: { sort, order } }) {
    const [a, b] = [rowA[sort], rowB[sort]];
    const result = isInstantField(fields[sort]) ? compareValues(a, b) : compareByName(a, b);
    return (order === "asc" ? 1 : -1) * (result || compareValues(rowA.id, rowB.id));
  },
  respond: (rows) => rows,
});

/** Finds the row of the path, with the context of its database, and checks its access rule. @throws notFound, and the reason for the denial */
async function findForAction(
  c: AppContext,
  binding: Binding,
  actor: Actor,
  action: Action,
  find: ReadHandlers["find"] = createStandardReads(binding).find,
): Promise<{ existingRow: RowFields; shardContext: AppContext }> {
  const id = c.req.param("id") ?? "";
  const shards = await shardsFor(c, actor, binding.resource, emptyCallInput);
  const { existingRow, shardContext } = await fanOut(shards, "firstMatch", emptyCallInput, async (shard) => ({
    existingRow: await find(shard.c, shard.actor, id),
    shardContext: shard.c,
  }));
  const denial = findDenialReason(actor, binding.resource, action, existingRow);
  if (denial) throw problem(denial);
  return { existingRow, shardContext };
}

const readJsonBody = async (c: AppContext) => parseJson(await readLimitedBody(c.req.raw, maxBodyBytes));
