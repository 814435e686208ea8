import type { z } from "zod";
import type { listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import {
  type changeParams,
  customerIdFields,
  type domainChange,
  userIdFields,
} from "#domain/resources/domainChange.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import type { Env } from "#worker/env.ts";
import { findCustomerNames, findNames, findUsers } from "./auditNames.ts";
import { findPackedNames } from "./packs/packNames.ts";

type AuditEntry = z.output<typeof domainChange.listRow>;
type ReadableEntry = z.input<NonNullable<typeof listAuditLog.response>>["items"][number];

/** Maximum number of unnamed ids looked up in packs. */
const maxUnnamedIds = 1000;
const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const listNumbers = (params: z.output<typeof changeParams>, fields: ReadonlySet<string>): number[] =>
  Object.entries(params).flatMap(([field, { before, after }]) =>
    fields.has(field) ? [before, after].filter((value) => Number.isInteger(value)).map(Number) : [],
  );

/** Adds readable names to audit entries: of objects, users and ids in the changes. */
export async function addReadableNames(
  env: Env,
  db: Database,
  entries: readonly AuditEntry[],
): Promise<ReadableEntry[]> {
  const idsByEntry = new Map(
    entries.map((line) => [line.id, JSON.stringify(line.params).match(uuidPattern) ?? []]),
  );
  const numericIdsOfClass = (objectClass: string) =>
    entries.filter((line) => line.objectClass === objectClass).map(({ objectId }) => Number(objectId));
  const [names, users, customers] = await Promise.all([
    findNames(
      db,
      entries.flatMap(({ id, objectId }) => [objectId, ...(idsByEntry.get(id) ?? [])]),
    ),
    findUsers(db, [
      ...entries.flatMap(({ userId, realUserId }) => [userId, ...(realUserId === null ? [] : [realUserId])]),
      ...numericIdsOfClass("siteproof.User"),
      ...entries.flatMap(({ params }) => listNumbers(params, userIdFields)),
    ]),
    findCustomerNames(db, [
      ...numericIdsOfClass("siteproof.Customer"),
      ...entries.flatMap(({ params }) => listNumbers(params, customerIdFields)),
    ]),
  ]);
  const unnamedIds = entries.flatMap(({ id, objectId }) =>
    [objectId, ...(idsByEntry.get(id) ?? [])].filter(
      (candidate) => isUuid(candidate) && !names.has(candidate),
    ),
  );
  for (const [id, name] of await findPackedNames(env, db, [...new Set(unnamedIds)].slice(0, maxUnnamedIds)))
    names.set(id, { name, exists: false, documentationId: null });
  const findObject = ({ objectClass, objectId }: AuditEntry): ReadableEntry["object"] => {
    if (objectClass === "siteproof.User" || objectClass === "siteproof.Customer") {
      const id = Number(objectId);
      const name = objectClass === "siteproof.User" ? users.get(id)?.username : customers.get(id);
      return name === undefined ? null : { name, exists: true, documentationId: null };
    }
    return names.get(objectId) ?? null;
  };
  return entries.map((line) => ({
    ...line,
    username: users.get(line.userId)?.username ?? line.username,
    fullName: users.get(line.userId)?.fullName ?? null,
    realUsername:
      line.realUserId === null ? null : (users.get(line.realUserId)?.username ?? line.realUsername),
    object: findObject(line),
    names: Object.fromEntries([
      ...(idsByEntry.get(line.id) ?? []).flatMap((id) => {
        const name = names.get(id);
        return name ? [[id, name.name]] : [];
      }),
      ...listNumbers(line.params, customerIdFields).map((id) => [
        `customer/${id}`,
        customers.get(id) ?? String(id),
      ]),
      ...listNumbers(line.params, userIdFields).map((id) => [
        `user/${id}`,
        users.get(id)?.username ?? String(id),
      ]),
    ]),
  }));
}
