import { fromGlobalNumber, toGlobalNumber } from "#domain/contract/merge/shardIds.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import {
  countAuditLog,
  getLastAuthenticationSuccessEvent,
  getObjectClasses,
  listAuditLog,
} from "#domain/endpoints/operations/auditLog.ts";
import { shardIndex } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import type { Env } from "#worker/env.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import type { Found } from "#worker/resources/binding.ts";
import { domainChangeBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/reading.ts";
import { mountReading, mountWriting, standardWrites } from "#worker/resources/standard.ts";
import { removeRow } from "#worker/resources/writing.ts";
import { countEntries, readPage, withNames } from "./auditEntries.ts";
import { objectClasses } from "./changes.ts";
import { lastLogins } from "./lastLogins.ts";
import { storeNamesStatement } from "./packs/packNames.ts";
import { packedLine } from "./packs/readPacks.ts";
import { deletePackedLine } from "./packs/removePackedEntries.ts";
import { withReadableNames } from "./readable.ts";

export function mountLogs(app: App): void {
  mount(app, listAuditLog, async ({ env, db, actor, body: { filters, ...query } }) => {
    const { items, since } = await readPage(
      { env, db, actor, filters: { ...filters, nonResidents: actor.nonResidents } },
      query,
    );
    return { items: numbered(env, await withReadableNames(env, db, items)), since };
  });
  mount(app, countAuditLog, ({ env, db, actor, body: { filters, q } }) =>
    countEntries({ env, db, actor, filters: { ...filters, nonResidents: actor.nonResidents } }, q),
  );
  mount(app, getObjectClasses, ({ db }) => objectClasses(db));
  mount(app, getLastAuthenticationSuccessEvent, ({ db, query }) => lastLogins(db, query));
  mountLines(app);
}

/** Gives an entry its public id, because each database numbers its own entries. */
const oneNumbered = <T extends { id: string | number }>(env: Env, line: T): T & { id: number } => ({
  ...line,
  id: toGlobalNumber(shardIndex(env), Number(line.id)),
});

const numbered = <T extends { id: number }>(env: Env, lines: readonly T[]) =>
  lines.map((line) => oneNumbered(env, line));

/**
 * The number of an entry in its own database.
 * @throws notFound for an invalid id, and for another database's
 */
function numberIn(env: Env, id: string): number {
  const { shardIndex: index, number } = fromGlobalNumber(/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN);
  if (index !== shardIndex(env)) throw problem("notFound");
  return number;
}

/** The standard calls for audit entries, which may be packed. */
function mountLines(app: App): void {
  const find = async (
    c: AppContext,
    ...[actor, id]: [Parameters<typeof findRow>[2], string]
  ): Promise<Found> => {
    const db = c.get("db");
    const number = numberIn(c.env, id);
    try {
      return oneNumbered(c.env, await findRow(db, domainChangeBinding, actor, number));
    } catch (error) {
      const old =
        error instanceof Problem && error.code === "notFound" ? await packedLine(c.env, db, number) : null;
      if (!old) throw error;
      return oneNumbered(c.env, { ...(await withNames(db, [old.line]))[0]!, version: 1 });
    }
  };
  mountReading(app, domainChangeBinding, {
    list: async (c, actor, query) =>
      numbered(
        c.env,
        (
          await readPage(
            { env: c.env, db: c.get("db"), actor, filters: { nonResidents: actor.nonResidents } },
            query,
          )
        ).items,
      ),
    count: async (c, actor, { q }) =>
      (
        await countEntries(
          { env: c.env, db: c.get("db"), actor, filters: { nonResidents: actor.nonResidents } },
          q,
        )
      ).total,
    find,
  });
  mountWriting(app, domainChangeBinding, {
    ...standardWrites(domainChangeBinding),
    find,
    async remove(c, actor, before) {
      const db = c.get("db");
      const number = numberIn(c.env, String(before.id));
      const row = await findRow(db, domainChangeBinding, actor, number).catch(() => null);
      // The people and objects of other entries may get their names from this one.
      if (row)
        return removeRow(db, domainChangeBinding, actor, row, {
          also: [storeNamesStatement(db, row.customerId, [row])],
        });
      const { objectClass } = domainChangeBinding.resource;
      await deletePackedLine(c.env, db, authorOf(actor), number, objectClass);
    },
  });
}
