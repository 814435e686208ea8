import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import { obstacle } from "../../domain/access/obstacle";
import { problem } from "../../domain/problem";
import {
  type Action,
  type AnyResource,
  type CountQuery,
  countQuery,
  type ListQuery,
  listQuery,
} from "../../domain/resource";
import { singleQuery } from "../entrance/mount";
import { actorOf } from "../entrance/session/actor";
import { bodyLimit, parseJson, readLimited } from "../http/body";
import type { App, AppContext } from "../http/context";
import { enterFor } from "../http/databases";
import { parsed } from "../http/problems";
import type { Binding, Found, FoundRow } from "./binding";
import { countRows, findRow, listRows } from "./reading";
import { changeIn, changeRow, createRow, creationIn, refuseUsedElsewhere, removeRow } from "./writing";

/** Mounts the list, count, get, create, update and delete calls of a resource (1§7). */
export function mountResource(app: App, binding: Binding): void {
  mountReading(app, binding);
  mountWriting(app, binding);
}

/** The handlers of lists, counts and single rows. */
export interface Reads {
  list(c: AppContext, actor: Actor, query: ListQuery): Promise<unknown[]>;
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
    const actor = await admitted(c, binding, "read");
    const query = parsed(listQuery(resource), singleQuery(c)) as ListQuery;
    return c.json({ items: await reads.list(c, actor, query) });
  });

  app.get(`${base}/count`, async (c) => {
    const actor = await admitted(c, binding, "read");
    const query = parsed(countQuery(resource), singleQuery(c)) as CountQuery;
    return c.json({ total: await reads.count(c, actor, query) });
  });

  app.get(`${base}/:id`, async (c) => {
    const actor = await admitted(c, binding, "read");
    return c.json(binding.shownTo(actor, await reads.find(c, actor, c.req.param("id"))));
  });
}

/** The handlers of creations, updates and deletions. */
export interface Writes<B = unknown, R extends AnyResource = AnyResource> {
  create(c: AppContext, actor: Actor, body: B): Promise<FoundRow<R>>;
  change(c: AppContext, actor: Actor, before: FoundRow<R>, body: B): Promise<FoundRow<R>>;
  remove(c: AppContext, actor: Actor, before: FoundRow<R>): Promise<void>;
  /** Reads bodies that hold files; absent for plain JSON. */
  read?(c: AppContext): Promise<B>;
  /** Finds the row of a change or deletion; absent where its table has it. */
  find?(c: AppContext, actor: Actor, id: string): Promise<Found>;
}

export const standardWrites = <R extends AnyResource>(binding: Binding<R>): Writes<unknown, R> => ({
  async create(c, actor, body) {
    const db = c.get("db");
    return createRow(db, binding, actor, await creationIn(db, binding, actor, body));
  },
  async change(c, actor, before, body) {
    const db = c.get("db");
    return changeRow(db, binding, actor, before, await changeIn(db, binding, before, body));
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
      const actor = await admitted(c, binding, "create");
      return c.json(binding.shownTo(actor, await writes.create(c, actor, await read(c))), 201);
    });

  if (access.update !== null)
    app.put(`${base}/:id`, async (c) => {
      const actor = await admitted(c, binding, "update");
      const before = await found(c, binding, actor, "update", writes.find);
      return c.json(binding.shownTo(actor, await writes.change(c, actor, before, await read(c))));
    });

  if (access.delete !== null)
    app.delete(`${base}/:id`, async (c) => {
      const actor = await admitted(c, binding, "delete");
      const before = await found(c, binding, actor, "delete", writes.find);
      const { version } = parsed(deletion, singleQuery(c));
      if (version !== undefined && version !== before.version) throw problem("staleVersion");
      if (resource.directory) await refuseUsedElsewhere(c.env, binding, before);
      await writes.remove(c, actor, before);
      return c.json({ success: true });
    });
}

const deletion = z.strictObject({ version: z.coerce.number().int().positive().optional() });

/** The actor, if authority and product allow the action. Checked before any row is read. @throws the problem in the way */
async function admitted(c: AppContext, { resource }: Binding, action: Action): Promise<Actor> {
  const actor = await actorOf(c);
  const refusal = obstacle(actor, resource, action);
  if (refusal) throw problem(refusal);
  await enterFor(c, actor, resource);
  return actor;
}

/** The row of the path, if its rule allows the action. @throws notFound, and the problem of the rule */
async function found(
  c: AppContext,
  binding: Binding,
  actor: Actor,
  action: Action,
  find: Reads["find"] = standardReads(binding).find,
): Promise<Found> {
  const before = await find(c, actor, c.req.param("id") ?? "");
  const refusal = obstacle(actor, binding.resource, action, before);
  if (refusal) throw problem(refusal);
  return before;
}

const jsonBody = async (c: AppContext) => parseJson(await readLimited(c.req.raw, bodyLimit));
