import { type SQL, sql } from "drizzle-orm";
import { isAllowed, type Requester } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { flag, json, nullable, number, selectRow, text, uuid } from "#worker/db/rows.ts";
import type { ImportKind } from "./importKinds.ts";

/** An active import: its event, and its configuration and list as they are now. */
export interface ImportRun {
  kind: ImportKind;
  eventId: string;
  customerId: number;
  configurationId: string;
  /** Version of the configuration. */
  version: number;
  type: string;
  disabled: boolean;
  params: Record<string, string>;
  /** Sealed. */
  secrets: string | null;
  listId: string;
  listType: string;
  listParams: Record<string, string>;
  /** True if documentations remove entries from the list. */
  removesDocumented: boolean;
  /** Null for a scheduled run. */
  requester: Requester | null;
  /** Allows removing more than half of the entries. */
  confirmed: boolean;
  added: number;
  updated: number;
  removed: number;
}

/** Expected answer lists have no type. */
const listColumnSql = ({ name }: ImportKind, column: string, defaultSql: string): SQL =>
  name === "suggestion" ? sql.raw(`l.${column}`) : sql.raw(defaultSql);

/** The import of an open event; undefined once it has ended, or if its list or customer is gone. */
export async function findImportRun(
  db: Database,
  kind: ImportKind,
  eventId: string,
): Promise<ImportRun | undefined> {
  const { configurations, events, configuration, lists, list } = kind.tables;
  const row = await selectRow(
    db,
    {
      eventId: uuid("v.id"),
      customerId: number("v.customer_id"),
      configurationId: uuid("c.id"),
      version: number("c.version"),
      type: text("c.type"),
      disabled: flag("c.disabled"),
      params: json<Record<string, string>>("c.params"),
      secrets: nullable(text("c.secrets")),
      listId: uuid("l.id"),
      listType: text(listColumnSql(kind, "type", "''")),
      listParams: json<Record<string, string>>(listColumnSql(kind, "params", "'{}'")),
      removesDocumented: flag(listColumnSql(kind, "delete_suggestion_if_documentation_exists", "0")),
      requester: nullable(json<Requester>("v.requester")),
      confirmed: flag("v.confirmed"),
      added: number("v.added"),
      updated: number("v.updated"),
      removed: number("v.removed"),
    },
    (columns) => sql`SELECT ${columns} FROM ${events} v
      JOIN ${configurations} c ON c.customer_id = v.customer_id AND c.id = v.${configuration}
      JOIN ${lists} l ON l.customer_id = c.customer_id AND l.id = c.${list}
      WHERE v.id = ${idParam(eventId)} AND v.success IS NULL`,
  );
  return row && { kind, ...row };
}

/** Why an import may not continue, as the text of its event; null if it may. */
export async function findStopReason(
  db: Database,
  { kind, requester, disabled, customerId }: ImportRun,
): Promise<string | null> {
  if (!requester) return disabled ? "The configuration was disabled before the import was done." : null;
  return (await isAllowed(db, requester, kind.trigger, customerId))
    ? null
    : "The user who requested the import may no longer run it.";
}
