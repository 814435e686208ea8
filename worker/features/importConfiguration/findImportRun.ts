import { type SQL, sql } from "drizzle-orm";
import { isAllowed, type Requester } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { flag, json, nullable, number, rowOf, text, uuid } from "#worker/db/rows.ts";
import type { ImportKind } from "./importKinds.ts";

/** An import under way: its event, and its configuration and list as they are now. */
export interface ImportRun {
  kind: ImportKind;
  eventId: string;
  customerId: number;
  configurationId: string;
  /** Counts the changes of the configuration. */
  version: number;
  type: string;
  disabled: boolean;
  params: Record<string, string>;
  /** Sealed. */
  secrets: string | null;
  listId: string;
  listType: string;
  listParams: Record<string, string>;
  /** Whether documentations take entries off the list. */
  listGivesWay: boolean;
  /** Null where nobody asked for it. */
  requester: Requester | null;
  /** Whether entries may go even if more than half of them do. */
  confirmed: boolean;
  added: number;
  updated: number;
  removed: number;
}

/** Lists of answers have no types. */
const ofList = ({ name }: ImportKind, column: string, otherwise: string): SQL =>
  name === "suggestion" ? sql.raw(`l.${column}`) : sql.raw(otherwise);

/** The import of an event that is open; undefined once it has ended, or its list or customer is gone. */
export async function findImportRun(
  db: Database,
  kind: ImportKind,
  eventId: string,
): Promise<ImportRun | undefined> {
  const { configurations, events, configuration, lists, list } = kind.tables;
  const row = await rowOf(
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
      listType: text(ofList(kind, "type", "''")),
      listParams: json<Record<string, string>>(ofList(kind, "params", "'{}'")),
      listGivesWay: flag(ofList(kind, "delete_suggestion_if_documentation_exists", "0")),
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

/** Why an import may not go on, in words for its event; null where it may. */
export async function stopReason(
  db: Database,
  { kind, requester, disabled, customerId }: ImportRun,
): Promise<string | null> {
  if (!requester) return disabled ? "The configuration was disabled before the import was done." : null;
  return (await isAllowed(db, requester, kind.trigger, customerId))
    ? null
    : "Whoever asked for the import may no longer run it.";
}
