import { and, eq, lt, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditPack, domainChange, orphanedObject } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCustomer,
  makeSuperAdmin,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";
import { packAuditLog } from "./pack.ts";

/** The day on which packing runs; entries of other tests are too new to be packed. */
const runAt = new Date("2021-08-15T03:17:00Z");

type Entry = Partial<typeof domainChange.$inferInsert>;
interface LogItem {
  id: number;
  objectId: string;
  username: string | null;
  customerName: string | null;
  object: { name: string; exists: boolean } | null;
}

async function insertEntries(lines: Entry[], common: Entry): Promise<void> {
  const [first, ...rest] = lines.map((line) =>
    db()
      .insert(domainChange)
      .values({
        ...{ userId: -1, objectClass: "x", objectId: "1", action: "UPDATE", params: {} },
        ...common,
        ...line,
      }),
  );
  await db().batch([first!, ...rest]);
}

const pageOf = (as: Caller, objectClass: string, options: object = {}, filters: object = {}) =>
  jsonOf<{ items: LogItem[]; since: string | null }>(
    call("POST", "/domainChangeLog/index", {
      as,
      body: { filters: { objectClasses: [objectClass], ...filters }, ...options },
    }),
  );
const totalOf = async (as: Caller, objectClass: string, q = "", filters: object = {}) =>
  (
    await jsonOf<{ total: number }>(
      call("POST", "/domainChangeLog/count", {
        as,
        body: { q, filters: { objectClasses: [objectClass], ...filters } },
      }),
    )
  ).total;

/**
 * Audit entries of two customers and of no customer over half a year, the first months old enough to be packed, and their
 * authors.
 */
async function makeLog() {
  const objectClass = uniqueName("siteproof.Packed");
  const [first, second] = [await makeCustomer(), await makeCustomer()];
  const user = await makeUser({ customerId: first.id, username: uniqueName("packer") });
  const objectId = crypto.randomUUID();
  const dates = ["2021-01", "2021-02", "2021-03", "2021-04", "2021-05", "2021-07"].flatMap((month) =>
    ["03", "17", "29"].filter((day) => month !== "2021-02" || day !== "29").map((day) => `${month}-${day}`),
  );
  const lines = dates.flatMap((day, index): Entry[] => [
    { customerId: first.id, objectId: `${index}-one`, dateCreated: `${day}T10:00:00Z`, userId: user.id },
    { customerId: second.id, objectId: `${index}-two`, dateCreated: `${day}T09:00:00Z` },
    { customerId: null, objectId: `${index}-none`, dateCreated: `${day}T10:00:00Z` },
  ]);
  lines[4] = { ...lines[4], objectId, params: { name: { before: "Åmål", after: "Åre" } } };
  lines[7] = { ...lines[7], params: { documentationId: { after: objectId } } };
  await insertEntries(lines, { objectClass });
  return { objectClass, customer: first, otherCustomer: second, user, objectId, lines: lines.length };
}

const readUnpacked = (objectClass: string) =>
  db()
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectClass, objectClass), lt(domainChange.dateCreated, "2021-05")));

it("1§2 old months of the log are packed, and every page, count and search has the same result as before", async () => {
  const as = await makeSuperAdmin();
  const { objectClass, customer, user, objectId, lines } = await makeLog();
  const filters = [{}, { dateRange: { startDate: "2021-01-17", endDate: "2021-05-17" } }];
  const listPages = async () => {
    const pages = [];
    for (const filter of filters)
      for (const order of ["asc", "desc"])
        for (const offset of [0, 19, lines - 3])
          pages.push((await pageOf(as, objectClass, { order, offset, max: 7 }, filter)).items);
    for (const sort of ["objectId", "userId", "id"])
      pages.push((await pageOf(as, objectClass, { sort, order: "asc", offset: 3, max: 30 })).items);
    for (const q of [objectId, user.username, "åMÅL", "7-one"])
      pages.push((await pageOf(as, objectClass, { q })).items, await totalOf(as, objectClass, q));
    for (const filter of filters) pages.push(await totalOf(as, objectClass, "", filter));
    pages.push(await jsonOf(call("GET", `/domainChangeLogs?q=${objectId}`, { as })));
    pages.push(await jsonOf(call("GET", `/domainChangeLogs/count?q=${objectId}`, { as })));
    return pages;
  };
  const initialPages = await listPages();
  expect(initialPages).not.toContain(undefined);
  expect(await readUnpacked(objectClass)).not.toEqual([]);
  await packAuditLog(env, db(), runAt);
  expect(await readUnpacked(objectClass)).toEqual([]);
  expect(await listPages()).toEqual(initialPages);
  const [pack] = await db().select().from(auditPack).where(eq(auditPack.customerId, customer.id)).limit(1);
  expect(pack?.objectKey).toMatch(new RegExp(`^customers/${customer.id}/auditLog/`));
  expect(await env.STORAGE.head(pack!.objectKey)).toMatchObject({ size: pack!.size });
  expect(await db().$count(orphanedObject, eq(orphanedObject.keyOrPrefix, pack!.objectKey))).toBe(0);
  // A second run finds nothing to pack.
  expect(await packAuditLog(env, db(), runAt)).toBe("");
  const classes = await jsonOf<string[]>(call("GET", "/domainChangeLog/getObjectClasses", { as }));
  expect(classes).toContain(objectClass);
});

it("1§2 interrupted and concurrent packing neither loses nor duplicates entries", async () => {
  const as = await makeSuperAdmin();
  const { objectClass, lines } = await makeLog();
  const failingEnv = {
    ...env,
    STORAGE: new Proxy(env.STORAGE, {
      get: (target, name) =>
        name === "put"
          ? async (...args: Parameters<R2Bucket["put"]>) => {
              await target.put(...args);
              throw new Error("cut off");
            }
          : Reflect.get(target, name).bind(target),
    }),
  };
  await expect(packAuditLog(failingEnv, db(), runAt)).rejects.toThrow("cut off");
  expect(await totalOf(as, objectClass)).toBe(lines);
  await Promise.all([packAuditLog(env, db(), runAt), packAuditLog(env, db(), runAt)]);
  expect(await readUnpacked(objectClass)).toEqual([]);
  expect(await totalOf(as, objectClass)).toBe(lines);
  const { items } = await pageOf(as, objectClass);
  expect(new Set(items.map(({ objectId }) => objectId)).size).toBe(lines);
});

it("1§2 a packed entry is shown and deleted like any other; deleted users and objects keep their names", async () => {
  const as = await makeSuperAdmin();
  const customer = await makeCustomer();
  const objectClass = uniqueName("siteproof.Packed");
  const [license, deletedUserId] = [crypto.randomUUID(), 4_000_000 + as.userId];
  const username = uniqueName("gone");
  const dateCreated = "2021-02-03T10:00:00Z";
  const common = { customerId: customer.id, objectClass, dateCreated };
  await insertEntries(
    [
      { objectId: license, userId: deletedUserId },
      { objectId: license, action: "DELETE", params: { name: { before: "Norra" } } },
      {
        objectClass: "siteproof.User",
        objectId: String(deletedUserId),
        action: "DELETE",
        params: { username: { before: username }, fullName: { before: "Eva Ek" } },
      },
    ],
    common,
  );
  await packAuditLog(env, db(), runAt);
  const { items } = await pageOf(as, objectClass, { order: "asc" });
  expect(items).toMatchObject([
    { username, fullName: "Eva Ek", customerName: customer.name, object: { name: "Norra", exists: false } },
    { objectId: license },
  ]);
  expect(await totalOf(as, objectClass, username)).toBe(1);
  const [{ id }] = items as [LogItem];
  expect(await jsonOf(call("GET", `/domainChangeLogs/${id}`, { as }))).toMatchObject({ id, username });
  const readObjectKeys = async () =>
    (await db().select().from(auditPack).where(eq(auditPack.customerId, customer.id))).map(
      ({ objectKey }) => objectKey,
    );
  const [oldKey] = await readObjectKeys();
  expect((await call("DELETE", `/domainChangeLogs/${id}`, { as })).status).toBe(200);
  expect((await call("GET", `/domainChangeLogs/${id}`, { as })).status).toBe(404);
  expect(await totalOf(as, objectClass)).toBe(1);
  expect(await env.STORAGE.head(oldKey!)).toBeNull();
  expect(
    await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectClass, "siteproof.DomainChange"), sql`object_id = ${String(id)}`)),
  ).toMatchObject([{ action: "DELETE", userId: as.userId }]);
  expect((await call("DELETE", `/domainChangeLogs/${id}`, { as })).status).toBe(404);
});
