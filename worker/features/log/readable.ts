import type { z } from "zod";
import type { listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import type { changeParams, domainChange } from "#domain/resources/domainChange.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import type { Env } from "#worker/env.ts";
import { findCustomerNames, findNames, findPeople } from "./auditNames.ts";
import { packedNames } from "./packs/packNames.ts";

type Line = z.output<typeof domainChange.listRow>;
type ReadableLine = z.input<NonNullable<typeof listAuditLog.response>>["items"][number];

/** Maximum number of unnamed ids looked up in packs. */
const maxUnnamed = 1000;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Fields with the id of a customer or user. */
const customerFields = new Set(["customer", "customerId"]);
const userFields = new Set(["parent", "userId", "realUserId"]);

const numbersIn = (params: z.output<typeof changeParams>, fields: ReadonlySet<string>): number[] =>
  Object.entries(params).flatMap(([field, { before, after }]) =>
    fields.has(field) ? [before, after].filter((value) => Number.isInteger(value)).map(Number) : [],
  );

/** Adds readable names to audit entries: of objects, users and ids in the changes. */
export async function withReadableNames(
  env: Env,
  db: Database,
  lines: readonly Line[],
): Promise<ReadableLine[]> {
  const idsIn = new Map(lines.map((line) => [line.id, JSON.stringify(line.params).match(uuid) ?? []]));
  const ofClass = (objectClass: string) =>
    lines.filter((line) => line.objectClass === objectClass).map(({ objectId }) => Number(objectId));
  const [names, people, customers] = await Promise.all([
    findNames(
      db,
      lines.flatMap(({ id, objectId }) => [objectId, ...(idsIn.get(id) ?? [])]),
    ),
    findPeople(db, [
      ...lines.flatMap(({ userId, realUserId }) => [userId, ...(realUserId === null ? [] : [realUserId])]),
      ...ofClass("siteproof.User"),
      ...lines.flatMap(({ params }) => numbersIn(params, userFields)),
    ]),
    findCustomerNames(db, [
      ...ofClass("siteproof.Customer"),
      ...lines.flatMap(({ params }) => numbersIn(params, customerFields)),
    ]),
  ]);
  const unnamed = lines.flatMap(({ id, objectId }) =>
    [objectId, ...(idsIn.get(id) ?? [])].filter((candidate) => isUuid(candidate) && !names.has(candidate)),
  );
  for (const [id, name] of await packedNames(env, db, [...new Set(unnamed)].slice(0, maxUnnamed)))
    names.set(id, { name, exists: false, documentationId: null });
  const objectOf = ({ objectClass, objectId }: Line): ReadableLine["object"] => {
    if (objectClass === "siteproof.User" || objectClass === "siteproof.Customer") {
      const id = Number(objectId);
      const name = objectClass === "siteproof.User" ? people.get(id)?.username : customers.get(id);
      return name === undefined ? null : { name, exists: true, documentationId: null };
    }
    return names.get(objectId) ?? null;
  };
  return lines.map((line) => ({
    ...line,
    username: people.get(line.userId)?.username ?? line.username,
    fullName: people.get(line.userId)?.fullName ?? null,
    realUsername:
      line.realUserId === null ? null : (people.get(line.realUserId)?.username ?? line.realUsername),
    object: objectOf(line),
    names: Object.fromEntries([
      ...(idsIn.get(line.id) ?? []).flatMap((id) => {
        const name = names.get(id);
        return name ? [[id, name.name]] : [];
      }),
      ...numbersIn(line.params, customerFields).map((id) => [
        `customer/${id}`,
        customers.get(id) ?? String(id),
      ]),
      ...numbersIn(line.params, userFields).map((id) => [
        `user/${id}`,
        people.get(id)?.username ?? String(id),
      ]),
    ]),
  }));
}
