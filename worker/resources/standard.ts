import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import { obstacle } from "../../domain/access/obstacle";
import { problem } from "../../domain/problem";
import { type Action, type CountQuery, countQuery, type ListQuery, listQuery } from "../../domain/resource";
import { singleQuery } from "../entrance/mount";
import { actorOf } from "../entrance/session/actor";
import { bodyLimit, parseJson, readLimited } from "../http/body";
import type { App, AppContext } from "../http/context";
import { parsed } from "../http/problems";
import type { Binding, Found } from "./binding";
import { countRows, findRow, listRows } from "./reading";
import { changeIn, changeRow, createRow, creationIn, removeRow } from "./writing";

/** Mounts what a bound resource has of list, count, get, create, update and delete (1§7). */
export function mountResource(app: App, binding: Binding): void {
  mountReading(app, binding);
  mountWriting(app, binding);
}

export function mountReading(app: App, binding: Binding): void {
  const { resource } = binding;
  const base = `/${resource.path}`;
  if (resource.access.read === null) return;

  app.get(base, async (c) => {
    const actor = await admitted(c, binding, "read");
    const query = parsed(listQuery(resource), singleQuery(c)) as ListQuery;
    return c.json({ items: await listRows(c.get("db"), binding, actor, query) });
  });

  app.get(`${base}/count`, async (c) => {
    const actor = await admitted(c, binding, "read");
    const query = parsed(countQuery(resource), singleQuery(c)) as CountQuery;
    return c.json({ total: await countRows(c.get("db"), binding, actor, query) });
  });

  app.get(`${base}/:id`, async (c) => {
    const actor = await admitted(c, binding, "read");
    return c.json(binding.shownTo(actor, await findRow(c.get("db"), binding, actor, c.req.param("id"))));
  });
}

/** What stands between a request and a write; an entity with more than the standard has writes of its own. */
export interface Writes<B = unknown> {
  create(c: AppContext, actor: Actor, body: B): Promise<Found>;
  change(c: AppContext, actor: Actor, before: Found, body: B): Promise<Found>;
  remove(c: AppContext, actor: Actor, before: Found): Promise<void>;
  /** Reads a body that carries more than belongs in a string; JSON where absent. */
  read?(c: AppContext): Promise<B>;
}

export const standardWrites = (binding: Binding): Writes => ({
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
export function mountWriting<B>(app: App, binding: Binding, writes: Writes<B>): void;
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
      const before = await found(c, binding, actor, "update");
      return c.json(binding.shownTo(actor, await writes.change(c, actor, before, await read(c))));
    });

  if (access.delete !== null)
    app.delete(`${base}/:id`, async (c) => {
      const actor = await admitted(c, binding, "delete");
      const before = await found(c, binding, actor, "delete");
      const { version } = parsed(deletion, singleQuery(c));
      if (version !== undefined && version !== before.version) throw problem("staleVersion");
      await writes.remove(c, actor, before);
      return c.json({ success: true });
    });
}

const deletion = z.strictObject({ version: z.coerce.number().int().positive().optional() });

/** Who asks, after the authority and product of the action: what does not depend on a row comes before any row is read. */
async function admitted(c: AppContext, { resource }: Binding, action: Action): Promise<Actor> {
  const actor = await actorOf(c);
  const stands = obstacle(actor, resource, action);
  if (stands) throw problem(stands);
  return actor;
}

/** The row of the path, if its rule lets it be changed so. */
async function found(c: AppContext, binding: Binding, actor: Actor, action: Action): Promise<Found> {
  const before = await findRow(c.get("db"), binding, actor, c.req.param("id") ?? "");
  const stands = obstacle(actor, binding.resource, action, before);
  if (stands) throw problem(stands);
  return before;
}

const jsonBody = async (c: AppContext) => parseJson(await readLimited(c.req.raw, bodyLimit));
