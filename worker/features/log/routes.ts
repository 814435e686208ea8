import {
  domainChangeLogCount,
  domainChangeLogIndex,
  getLastAuthenticationSuccessEvent,
  getObjectClasses,
} from "../../../domain/endpoints/log";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { domainChangeBinding } from "../../resources";
import { countRows, listRows } from "../../resources/reading";
import { objectClasses, passing, passingByDate } from "./changes";
import { lastLogins } from "./lastLogins";
import { readable } from "./readable";

export function mountLogs(app: App): void {
  mount(app, domainChangeLogIndex, async ({ db, actor, body: { filters, ...query } }) => ({
    items: await readable(
      db,
      await listRows(db, domainChangeBinding, actor, query, await passingByDate(db, filters)),
    ),
  }));
  mount(app, domainChangeLogCount, async ({ db, actor, body: { filters, q } }) => ({
    total: await countRows(db, domainChangeBinding, actor, { q }, passing(filters)),
  }));
  mount(app, getObjectClasses, ({ db }) => objectClasses(db));
  mount(app, getLastAuthenticationSuccessEvent, ({ db, query }) => lastLogins(db, query));
}
