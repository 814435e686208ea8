import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { denialReason } from "#domain/contract/denialReason.ts";
import { compareByName, compareValues } from "#domain/contract/merge/compare.ts";
import { type CallInput, type PagedMergeStrategy, sumFields } from "#domain/contract/merge/mergeAnswers.ts";
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
import { singleQuery } from "#worker/api/mount.ts";
import { authenticateActor } from "#worker/auth/session/actor.ts";
import { assertFreshLogin } from "#worker/auth/session/ownPassword.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { directoryDb, selectActorShard } from "#worker/http/databases.ts";
import { maxBodyBytes, parseJson, readLimited } from "#worker/http/jsonBody.ts";
import { parseInput } from "#worker/http/problems.ts";
import type { Binding, Found, FoundRow } from "./binding.ts";
import { countRows, findRow, listRows } from "./reading.ts";
import {
  assertUnusedInShards,
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
} from "./writing.ts";

/** Mounts the list, count, get, create, update and delete endpoints of a resource (1§7). */
export function mountResource(app: App, binding: Binding): void {
  mountReading(app, binding);
  mountWriting(app, binding);
}

/** A row of a list, by the contract's field names. */
type ListedRow = Record<string, unknown>;

/** The handlers of lists, counts and single rows. */
export interface Reads {
  list(c: AppContext, actor: Actor, query: ListQuery): Promise<readonly ListedRow[]>;
  count(c: AppContext, actor: Actor, query: CountQuery): Promise<number>;
  find(c: AppContext, actor: Actor, id: string): Promise<Found>;
}

const standardReads = (binding: Binding): Reads => ({
  list: (c, actor, query) => listRows(c.get("db"), binding, actor, query),
  count: (c, actor, query) => countRows(c.get("db"), binding, actor, query),
  find: (c, actor, id) => findRow(c.get("db"), binding, actor, id),
});

export function mountReading(app: App, binding: Binding, reads: Reads = standardReads(binding)): void {
  const { resource } = binding;
  const base = `/${resource.path}`;
  if (resource.access.read === null) return;

  app.get(base, async (c) => {
    const actor = await authorize(c, binding, "read");
    // Cast: zod infers `unknown` for the fields that only some resources have.
    const query = parseInput(listQuery(resource), singleQuery(c)) as ListQuery;
    const input = { ...emptyInput, query };
    const shards = await shardsFor(c, actor, resource, input);
    const items = await fanOut(shards, pagedMerge(resource), input, (shard, { query }) =>
      reads.list(shard.c, shard.actor, query),
    );
    return c.json({ items });
  });

  app.get(`${base}/count`, async (c) => {
    const actor = await authorize(c, binding, "read");
    // Cast: as for the list.
    const query = parseInput(countQuery(resource), singleQuery(c)) as CountQuery;
    const input = { ...emptyInput, query };
    const shards = await shardsFor(c, actor, resource, input);
    return c.json(
      await fanOut<{ total: number }, typeof input>(
        shards,
        sumFields("total"),
        input,
        async (shard, { query }) => ({
          total: await reads.count(shard.c, shard.actor, query),
        }),
      ),
    );
  });

  app.get(`${base}/:id`, async (c) => {
    const actor = await authorize(c, binding, "read");
    const id = c.req.param("id");
    const shards = await shardsFor(c, actor, resource, emptyInput);
    const row = await fanOut(shards, "found", emptyInput, (shard) => reads.find(shard.c, shard.actor, id));
    return c.json(binding.redactFor(actor, row));
  });
}

/** The handlers of creations, updates and deletions. */
export interface Writes<B = unknown, R extends AnyResource = AnyResource> {
  create(c: AppContext, actor: Actor, body: B): Promise<FoundRow<R>>;
  change(c: AppContext, actor: Actor, before: FoundRow<R>, body: B): Promise<FoundRow<R>>;
  remove(c: AppContext, actor: Actor, before: FoundRow<R>): Promise<void>;
  /** Reads bodies with files; absent for plain JSON. */
  read?(c: AppContext): Promise<B>;
  /** The JSON of such a body. */
  jsonOf?(body: B): unknown;
  /** Finds the row of a change or deletion; absent if it is in the binding's table. */
  find?(c: AppContext, actor: Actor, id: string): Promise<Found>;
}

export const standardWrites = <R extends AnyResource>(binding: Binding<R>): Writes<unknown, R> => ({
  async create(c, actor, body) {
    const db = c.get("db");
    return createRow(db, binding, actor, await parseCreation(db, binding, actor, body));
  },
  async change(c, actor, before, body) {
    const db = c.get("db");
    return changeRow(db, binding, actor, before, await parseChange(db, binding, before, body));
  },
  remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
});

export function mountWriting(app: App, binding: Binding): void;
export function mountWriting<B, R extends AnyResource>(
  app: App,
  binding: Binding<R>,
  writes: Writes<B, R>,
): void;
export function mountWriting(app: App, binding: Binding, writes: Writes = standardWrites(binding)): void {
  const { resource } = binding;
  const { read = jsonBody } = writes;
  const base = `/${resource.path}`;
  const { access } = resource;

  if (access.create !== null)
    app.post(base, async (c) => {
      const actor = await authorize(c, binding, "create");
      const body = await read(c);
      const input = { ...emptyInput, body: writes.jsonOf ? writes.jsonOf(body) : body };
      return runOnce(c, actor, body, async () => {
        const [shard] = await shardsFor(c, actor, { ...resource, multiDatabase: "own" }, input);
        return c.json(binding.redactFor(actor, await writes.create(shard!.c, actor, body)), 201);
      });
    });

  if (access.update !== null)
    app.put(`${base}/:id`, async (c) => {
      const actor = await authorize(c, binding, "update");
      const { before, shardContext } = await findForAction(c, binding, actor, "update", writes.find);
      return c.json(
        binding.redactFor(actor, await writes.change(shardContext, actor, before, await read(c))),
      );
    });

  if (access.delete !== null)
    app.delete(`${base}/:id`, async (c) => {
      const actor = await authorize(c, binding, "delete");
      const { before, shardContext } = await findForAction(c, binding, actor, "delete", writes.find);
      const { version } = parseInput(deletionQuery, singleQuery(c));
      if (version !== undefined && version !== before.version) throw problem("staleVersion");
      if (resource.directory) await assertUnusedInShards(c.env, binding, before);
      await writes.remove(shardContext, actor, before);
      return c.json({ success: true });
    });
}

const deletionQuery = z.strictObject({ version: z.coerce.number().int().positive().optional() });

/** The actor, if authority and product allow the action. Must run before any row is read. @throws the reason of the denial */
async function authorize(c: AppContext, { resource }: Binding, action: Action): Promise<Actor> {
  const actor = await authenticateActor(c);
  const refusal = denialReason(actor, resource, action);
  if (refusal) throw problem(refusal);
  if (resource.freshLogin?.includes(action)) await assertFreshLogin(directoryDb(c), actor);
  await selectActorShard(c, actor, resource);
  return actor;
}

const emptyInput = { params: undefined, query: undefined, body: undefined };

/** Merges the databases' pages of a resource's rows in the list's order. */
const pagedMerge = ({
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

/** Finds the row of the path, with the context of its database, and checks its rule. @throws notFound, and the reason of the denial */
async function findForAction(
  c: AppContext,
  binding: Binding,
  actor: Actor,
  action: Action,
  find: Reads["find"] = standardReads(binding).find,
): Promise<{ before: Found; shardContext: AppContext }> {
  const id = c.req.param("id") ?? "";
  const shards = await shardsFor(c, actor, binding.resource, emptyInput);
  const { before, shardContext } = await fanOut(shards, "found", emptyInput, async (shard) => ({
    before: await find(shard.c, shard.actor, id),
    shardContext: shard.c,
  }));
  const refusal = denialReason(actor, binding.resource, action, before);
  if (refusal) throw problem(refusal);
  return { before, shardContext };
}

const jsonBody = async (c: AppContext) => parseJson(await readLimited(c.req.raw, maxBodyBytes));
