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
import type { RowFields } from "#worker/resources/binding.ts";
import { domainChangeBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { removeRow } from "#worker/resources/resourceWrites.ts";
import { createStandardWrites, mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { addNames, countEntries, readAuditPage } from "./auditEntries.ts";
import { listObjectClasses } from "./auditQuery.ts";
import { listLastLogins } from "./lastLogins.ts";
import { storeNamesStatement } from "./packs/packNames.ts";
import { findPackedEntry } from "./packs/readPacks.ts";
import { deletePackedEntry } from "./packs/removePackedEntries.ts";
import { addReadableNames } from "./readableNames.ts";

export function mountLogs(app: App): void {
  mount(app, listAuditLog, async ({ env, db, actor, body: { filters, ...query } }) => {
    const { items, textsSearchedSince } = await readAuditPage(
      { env, db, actor, filters: { ...filters, nonResidents: actor.nonResidents } },
      query,
    );
    return { items: withGlobalIds(env, await addReadableNames(env, db, items)), since: textsSearchedSince };
  });
  mount(app, countAuditLog, ({ env, db, actor, body: { filters, q } }) =>
    countEntries({ env, db, actor, filters: { ...filters, nonResidents: actor.nonResidents } }, q),
  );
  mount(app, getObjectClasses, ({ db }) => listObjectClasses(db));
  mount(app, getLastAuthenticationSuccessEvent, ({ db, query }) => listLastLogins(db, query));
  mountAuditEntries(app);
}

/** Gives an entry its public id, because each database numbers its own entries. */
const withGlobalId = <T extends { id: string | number }>(env: Env, line: T): T & { id: number } => ({
  ...line,
  id: toGlobalNumber(shardIndex(env), Number(line.id)),
});

const withGlobalIds = <T extends { id: number }>(env: Env, lines: readonly T[]) =>
  lines.map((line) => withGlobalId(env, line));

/**
 * The number of an entry in its own database.
 * @throws notFound for an invalid id, and for another database's
 */
function toLocalNumber(env: Env, id: string): number {
  const { shardIndex: index, number } = fromGlobalNumber(/^\d{1,15}$/.test(id) ? Number(id) : Number.NaN);
  if (index !== shardIndex(env)) throw problem("notFound");
  return number;
}

/** The standard calls for audit entries, which may be packed. */
function mountAuditEntries(app: App): void {
  const findEntry = async (
    c: AppContext,
    ...[actor, id]: [Parameters<typeof findRow>[2], string]
  ): Promise<RowFields> => {
    const db = c.get("db");
    const number = toLocalNumber(c.env, id);
    try {
      return withGlobalId(c.env, await findRow(db, domainChangeBinding, actor, number));
    } catch (error) {
      const packedEntry =
        error instanceof Problem && error.code === "notFound"
          ? await findPackedEntry(c.env, db, number)
          : null;
      if (!packedEntry) throw error;
      return withGlobalId(c.env, { ...(await addNames(db, [packedEntry.entry]))[0]!, version: 1 });
    }
  };
  mountReads(app, domainChangeBinding, {
    list: async (c, actor, query) =>
      withGlobalIds(
        c.env,
        (
          await readAuditPage(
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
    find: findEntry,
  });
  mountWrites(app, domainChangeBinding, {
    ...createStandardWrites(domainChangeBinding),
    find: findEntry,
    async remove(c, actor, existingRow) {
      const db = c.get("db");
      const number = toLocalNumber(c.env, String(existingRow.id));
      const row = await findRow(db, domainChangeBinding, actor, number).catch(() => null);
      // The people and objects of other entries may get their names from this one.
      if (row)
        return removeRow(db, domainChangeBinding, actor, row, {
          extraStatements: [storeNamesStatement(db, row.customerId, [row])],
        });
      const { objectClass } = domainChangeBinding.resource;
      await deletePackedEntry(c.env, db, authorOf(actor), number, objectClass);
    },
  });
}
