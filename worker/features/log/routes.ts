import {
  domainChangeLogCount,
  domainChangeLogIndex,
  getLastAuthenticationSuccessEvent,
  getObjectClasses,
} from "../../../domain/endpoints/log";
import { Problem } from "../../../domain/problem";
import { mount } from "../../entrance/mount";
import { authorOf } from "../../entrance/session/actor";
import type { App, AppContext } from "../../http/context";
import { domainChangeBinding } from "../../resources";
import type { Found } from "../../resources/binding";
import { findRow } from "../../resources/reading";
import { mountReading, mountWriting, standardWrites } from "../../resources/standard";
import { objectClasses } from "./changes";
import { lastLogins } from "./lastLogins";
import { named, numberOf, pageOf } from "./lines";
import { packedLine } from "./packs/read";
import { removePacked } from "./packs/remove";
import { readable } from "./readable";

export function mountLogs(app: App): void {
  mount(app, domainChangeLogIndex, async ({ env, db, actor, body: { filters, ...query } }) => {
    const { items, since } = await pageOf({ env, db, actor, filters }, query);
    return { items: await readable(env, db, items), since };
  });
  mount(app, domainChangeLogCount, ({ env, db, actor, body: { filters, q } }) =>
    numberOf({ env, db, actor, filters }, q),
  );
  mount(app, getObjectClasses, ({ db }) => objectClasses(db));
  mount(app, getLastAuthenticationSuccessEvent, ({ db, query }) => lastLogins(db, query));
  mountLines(app);
}

/** The standard calls of the log's lines, which may be packed. */
function mountLines(app: App): void {
  const find = async (
    c: AppContext,
    ...[actor, id]: [Parameters<typeof findRow>[2], string]
  ): Promise<Found> => {
    const db = c.get("db");
    try {
      return await findRow(db, domainChangeBinding, actor, id);
    } catch (error) {
      const old =
        error instanceof Problem && error.code === "notFound" && /^\d{1,15}$/.test(id)
          ? await packedLine(c.env, db, Number(id))
          : null;
      if (!old) throw error;
      return { ...(await named(db, [old.line]))[0]!, version: 1 };
    }
  };
  mountReading(app, domainChangeBinding, {
    list: async (c, actor, query) =>
      (await pageOf({ env: c.env, db: c.get("db"), actor, filters: {} }, query)).items,
    count: async (c, actor, { q }) =>
      (await numberOf({ env: c.env, db: c.get("db"), actor, filters: {} }, q)).total,
    find,
  });
  const standard = standardWrites(domainChangeBinding);
  mountWriting(app, domainChangeBinding, {
    ...standard,
    find,
    async remove(c, actor, before) {
      const db = c.get("db");
      const here = await findRow(db, domainChangeBinding, actor, before.id).catch(() => null);
      if (here) return standard.remove(c, actor, here);
      const { objectClass } = domainChangeBinding.resource;
      await removePacked(c.env, db, authorOf(actor), Number(before.id), objectClass);
    },
  });
}
