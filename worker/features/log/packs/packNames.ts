import { desc, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { listParam, textAsAnyId } from "#worker/db/ids.ts";
import { auditName, auditPack } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { hashObjectId, type PackedEntry } from "./packFormat.ts";
import { readPackEntries } from "./readPacks.ts";

/** The fields of an entry that hold its object's name. */
export const nameFields = ["name", "text", "answer", "username", "fileName", "tag", "alias"];

/**
 * Classes whose deleted objects need no stored name: the log's pages take it from the entries, and there are too many of them.
 */
const unnamedClasses = new Set(
  ["Photo", "File", "TempFile", "DocumentationTask", "Suggestion", "ExpectedAnswer"].map(
    (name) => `siteproof.${name}`,
  ),
);

interface StoredName {
  objectId: string;
  objectClass: string;
  name: string;
  fullName: string | null;
}

type EntryWithName = Pick<PackedEntry, "objectId" | "objectClass" | "action" | "params">;

/** Stores the names of deleted objects before the entries of their deletion leave the database. */
export const storeNamesStatement = (
  db: Database,
  customerId: number | null,
  entries: readonly EntryWithName[],
) =>
  statement(
    db,
    sql`INSERT INTO ${auditName} (object_id, object_class, customer_id, name, full_name)
      SELECT ${textAsAnyId("v.value ->> 'objectId'")}, v.value ->> 'objectClass', ${customerId}, v.value ->> 'name', v.value ->> 'fullName'
      FROM json_each(${JSON.stringify(listDeletedNames(entries))}) v WHERE 1
      ON CONFLICT (object_id, object_class) DO UPDATE SET name = excluded.name, full_name = excluded.full_name`,
  );

const listDeletedNames = (entries: readonly EntryWithName[]): StoredName[] =>
  entries.flatMap(({ objectId, objectClass, action, params }) => {
    if (action !== "DELETE" || unnamedClasses.has(objectClass)) return [];
    const name = findName(params);
    const fullName = params.fullName?.before;
    return name
      ? [{ objectId, objectClass, name, fullName: typeof fullName === "string" ? fullName : null }]
      : [];
  });

/** The object's name in an entry. */
const findName = (params: PackedEntry["params"]): string | undefined =>
  nameFields
    .flatMap((field) => [params[field]?.after, params[field]?.before])
    .find((value) => typeof value === "string");

/** Maximum packs read for the names of a page. */
const maxPacksForNames = 6;

/** The newest names in packed entries of objects that are named neither by a table nor by other entries. */
export async function findPackedNames(
  env: Env,
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  const idSet = new Set(ids);
  const packs = await db
    .select()
    .from(auditPack)
    .where(
      sql`${auditPack.seq} IN (SELECT pack_seq FROM audit_object WHERE object_hash IN ${listParam(ids.map(hashObjectId))})`,
    )
    .orderBy(desc(auditPack.lastDate))
    .limit(maxPacksForNames);
  for (const pack of packs)
    for (const { objectId, params } of (await readPackEntries(env, pack)).reverse()) {
      const name = idSet.has(objectId) && !names.has(objectId) && findName(params);
      if (name) names.set(objectId, name);
    }
  return names;
}
