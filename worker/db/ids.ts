import { Param, type SQL, sql } from "drizzle-orm";
import { bytesOfHex, encodeId, isUuid } from "./idEncoding.ts";

/** Ids in raw SQL, and other lists of values; worker/db/idEncoding.ts says how ids are stored. */

const encoder = { mapToDriverValue: (id: string | number) => (typeof id === "string" ? encodeId(id) : id) };
const digests = { mapToDriverValue: bytesOfHex };

/** The expression that triggers use as well (worker/db/triggers); a test compares them. */
export const newIdSql =
  "unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6)))";

/** An id made by SQLite for a row that only SQL sees: a UUID (version 4). */
export const newId = sql.raw(newIdSql);

/** `id = ${idOf(id)}`: an id as a parameter, a number as it is. */
export const idParam = (id: string | number | null): SQL =>
  sql`${id === null ? null : new Param(id, encoder)}`;

/** `id IN ${idsOf(ids)}`: one parameter, however many there are; D1 binds a hundred at most. What is no UUID is left out. */
export const idListParam = (ids: readonly string[]): SQL =>
  sql`(SELECT unhex(value) AS value FROM json_each(${JSON.stringify(ids.filter(isUuid).map((id) => id.replaceAll("-", "")))}))`;

/** The same for values that are no UUIDs: names, statuses, numbers. */
export const listParam = (values: readonly unknown[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** One or the other, for tables whose ids are either. */
export const keyListParam = (ids: readonly unknown[]): SQL =>
  ids.every((id) => typeof id === "string") ? idListParam(ids) : listParam(ids);

const raw = (of: SQL | string): SQL => (typeof of === "string" ? sql.raw(of) : of);

/** An id of JSON or other text as it is stored; null for null and for what is no UUID. */
export const textAsId = (of: SQL | string): SQL => sql`unhex(replace(${raw(of)}, '-', ''))`;

/** The same where it may be something else, which stays text (`anyId` of worker/db/schema/columns.ts). */
export const textAsAnyId = (of: string): SQL =>
  sql`coalesce(iif(length(${raw(of)}) = 36, ${textAsId(of)}, NULL), ${raw(of)})`;

/** A stored id as text, for JSON and for the keys of objects; null for null, of which `hex` makes an empty text. */
export const idAsText = (of: string): SQL => sql.raw(idAsTextSql(of));
export const idAsTextSql = (of: string): string => {
  const part = (from: number, length?: number) => `substr(hex(${of}), ${from}${length ? `, ${length}` : ""})`;
  return `iif(${of} IS NULL, NULL, lower(${part(1, 8)} || '-' || ${part(9, 4)} || '-' || ${part(13, 4)} || '-' || ${part(17, 4)} || '-' || ${part(21)}))`;
};

/** A SHA-256 in hexadecimal digits as a parameter. */
export const sha256Param = (hex: string | null): SQL => sql`${hex === null ? null : new Param(hex, digests)}`;
