import { is, SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { truncate } from "#domain/core/text/trim.ts";
import type { Difference } from "#domain/core/tree/treeDifference.ts";
import type { Database } from "./database.ts";
import { idParam } from "./ids.ts";
import type { ChangeParams } from "./schema/index.ts";
import { statement } from "./statement.ts";

/** Who made a change. `userId` -1 is a device, a token link or the service itself (1§2). */
export interface Author {
  userId: number;
  realUserId: number | null;
  /** SQL if the customer is created in the same batch. */
  customerId: number | SQL | null;
}

export const createServiceAuthor = (customerId: number): Author => ({
  userId: -1,
  realUserId: null,
  customerId,
});

export type ChangeAction = "CREATE" | "UPDATE" | "DELETE";

const secretFields = new Set([
  "password",
  "totpSecret",
  "secrets",
  "refreshHash",
  "tokenHash",
  "codeHash",
  "apiKey",
]);
const maxValueCharacters = 500;

/** A value as the audit log stores it: secrets masked, long texts truncated and followed by their length. */
function redactValue(field: string, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (secretFields.has(field)) return "•••";
  if (typeof value === "string" && value.length > maxValueCharacters)
    return `${truncate(value, 100)}… (${value.length} characters)`;
  return value;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that differ, each with its old and new value. */
export function changeParamsOf(
  oldValues: Record<string, unknown> | null,
  newValues: Record<string, unknown> | null,
): ChangeParams {
  const params: ChangeParams = {};
  for (const field of new Set([...Object.keys(oldValues ?? {}), ...Object.keys(newValues ?? {})])) {
    const [oldValue, newValue] = [oldValues?.[field], newValues?.[field]];
    if (isEqual(oldValue, newValue)) continue;
    params[field] = {
      ...(oldValues && { before: redactValue(field, oldValue) ?? null }),
      ...(newValues && { after: redactValue(field, newValue) ?? null }),
    };
  }
  return params;
}

/** Maximum number of differences that one audit entry lists. */
const maxDifferences = 200;

/** The audit log's params for the differences of an object with trees: one per field and node, by its path of names. */
export function treeChangeParamsOf(action: ChangeAction, differences: readonly Difference[]): ChangeParams {
  const [oldValues, newValues]: Record<string, unknown>[] = [{}, {}];
  const countByPath = new Map<string, number>();
  for (const { path, before, after } of differences.slice(0, maxDifferences)) {
    let key = path;
    while (key in oldValues!) {
      countByPath.set(path, (countByPath.get(path) ?? 1) + 1);
      key = `${path} (${countByPath.get(path)})`;
    }
    oldValues![key] = before ?? null;
    newValues![key] = after ?? null;
  }
  const params = changeParamsOf(
    action === "CREATE" ? null : oldValues!,
    action === "DELETE" ? null : newValues!,
  );
  const remainingCount = differences.length - maxDifferences;
  return remainingCount > 0 ? { ...params, "…": { after: `${remainingCount} more` } } : params;
}

interface AuditEntry {
  author: Author;
  objectClass: string;
  /** SQL if the database assigns the id. */
  objectId: string | number | SQL;
  action: ChangeAction;
  /** SQL if only the database knows the new values. */
  params: ChangeParams | SQL;
}

/**
 * Adds an audit entry for the preceding statement of the same batch, if that statement changed exactly one row: the change and its entry
 * are written together or not at all.
 */
export const auditStatement = (db: Database, entry: AuditEntry) => statement(db, auditSql(entry));

export const auditSql = ({ author, objectClass, objectId, action, params }: AuditEntry): SQL => sql`
  INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
  SELECT ${now()}, ${author.userId}, ${author.realUserId}, ${author.customerId}, ${objectClass}, ${is(objectId, SQL) ? sql`iif(typeof(${objectId}) = 'blob', ${objectId}, CAST(${objectId} AS TEXT))` : idParam(String(objectId))}, ${action},
    ${is(params, SQL) ? params : JSON.stringify(params)} WHERE changes() = 1`;
