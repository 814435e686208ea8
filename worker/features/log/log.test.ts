import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { authenticationSuccessEvent, domainChange, user as userTable } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";

type Entry = Partial<typeof domainChange.$inferInsert>;

/** Entries of an object class that no other test uses. */
async function insertEntries(lines: Entry[]) {
  const objectClass = uniqueName("siteproof.Test");
  for (const line of lines)
    await db()
      .insert(domainChange)
      .values({ userId: -1, objectClass, objectId: "1", action: "UPDATE", params: {}, ...line });
  return objectClass;
}

const readPage = (as: Caller, filters: Record<string, unknown>, options: Record<string, unknown> = {}) =>
  call("POST", "/domainChangeLog/index", { as, body: { filters, ...options } });
const idsOf = async (response: Promise<Response>) =>
  (await jsonOf<{ items: { objectId: string }[] }>(response)).items.map(({ objectId }) => objectId);
const totalOf = async (as: Caller, filters: Record<string, unknown>, q = "") =>
  (await jsonOf<{ total: number }>(call("POST", "/domainChangeLog/count", { as, body: { filters, q } })))
    .total;

describe("the domain change log", () => {
  it("1§7 filters by days in Swedish time, first and last included, newest first", async () => {
    const as = await makeSuperAdmin();
    // Midnight in Stockholm is 22:00 UTC in summer, 23:00 in winter.
    const objectClass = await insertEntries([
      { objectId: "before", dateCreated: "2026-06-30T21:59:59Z" },
      { objectId: "first", dateCreated: "2026-06-30T22:00:00Z" },
      { objectId: "last", dateCreated: "2026-07-02T21:59:59Z" },
      { objectId: "after", dateCreated: "2026-07-02T22:00:00Z" },
      { objectId: "winter", dateCreated: "2026-01-31T22:59:59Z" },
    ]);
    const objectClasses = [objectClass];
    const range = (startDate: string, endDate: string) => ({
      objectClasses,
      dateRange: { startDate, endDate },
    });
    const twoDays = range("2026-07-01", "2026-07-02");
    expect(await idsOf(readPage(as, twoDays))).toEqual(["last", "first"]);
    expect(await totalOf(as, twoDays)).toBe(2);
    expect(await idsOf(readPage(as, twoDays, { order: "asc" }))).toEqual(["first", "last"]);
    expect(await idsOf(readPage(as, range("", "2026-01-31")))).toEqual(["winter"]);
    expect(await idsOf(readPage(as, range("2026-07-03", "")))).toEqual(["after"]);
    expect(await idsOf(readPage(as, { objectClasses }, { max: 2, offset: 1 }))).toEqual(["last", "first"]);
    expect(await idsOf(readPage(as, { objectClasses }, { q: "WINT" }))).toEqual(["winter"]);
    expect(await totalOf(as, { objectClasses }, "wint")).toBe(1);
    expect(await idsOf(readPage(as, { objectClasses }, { sort: "objectId", order: "asc" }))).toEqual([
      ...["after", "before", "first", "last", "winter"],
    ]);
  });

  it("1§2 shows the selected classes: none if none is selected, all by default", async () => {
    const as = await makeSuperAdmin();
    const [first, second] = [
      await insertEntries([{ objectId: "a" }]),
      await insertEntries([{ objectId: "b" }, { objectId: "c" }]),
    ];
    expect(await idsOf(readPage(as, { objectClasses: [] }))).toEqual([]);
    expect(await totalOf(as, { objectClasses: [] })).toBe(0);
    expect((await idsOf(readPage(as, { objectClasses: [first, second] }))).sort()).toEqual(["a", "b", "c"]);
    expect(await totalOf(as, { objectClasses: [second, "siteproof.Nothing"] })).toBe(2);
    const all = await totalOf(as, {});
    expect(all).toBeGreaterThanOrEqual(3);
    expect(await idsOf(readPage(as, {}, { max: 3 }))).toHaveLength(3);
    expect(await jsonOf(call("POST", "/domainChangeLog/count", { as, body: { q: "" } }))).toMatchObject({
      total: expect.any(Number),
    });
    const classes = await jsonOf<string[]>(call("GET", "/domainChangeLog/getObjectClasses", { as }));
    expect(classes).toEqual([...new Set(classes)].sort());
    expect(classes).toEqual(expect.arrayContaining([first, second]));
  });

  it("1§2 shows who did what to which object, by name", async () => {
    const as = await makeSuperAdmin();
    const user = await makeUser();
    const params = { name: { before: "a", after: "b" } };
    const objectClass = await insertEntries([
      { userId: user.id, realUserId: as.userId, customerId: user.customerId, params },
    ]);
    const { items } = await jsonOf<{ items: unknown[] }>(readPage(as, { objectClasses: [objectClass] }));
    expect(items).toMatchObject([
      { userId: user.id, username: user.username, realUserId: as.userId, action: "UPDATE", params },
    ]);
  });

  it("1§2 the search finds names of objects and words for types, which entries do not hold", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const template = await makeTemplate(customerId, { name: uniqueName("Mastbesiktning Öster") });
    const documentation = await makeDocumentation(customerId, { name: uniqueName("Åre kyrka") });
    const objectClass = await insertEntries([
      { objectId: template.id },
      { objectId: documentation.id },
      { objectId: String(customerId) },
    ]);
    const objectClasses = [objectClass];
    const find = (q: string, filters = {}) =>
      idsOf(readPage(as, { objectClasses, ...filters }, { q, order: "asc" }));
    expect(await find(template.name.toUpperCase())).toEqual([template.id]);
    expect(await find("åre kyr")).toEqual([documentation.id]);
    expect(await totalOf(as, { objectClasses }, "åre kyr")).toBe(1);
    expect(await find("fototyp")).toEqual([]);
    expect(await find("fototyp", { termClasses: [objectClass] })).toHaveLength(3);
    expect(await totalOf(as, { objectClasses, termClasses: [objectClass] }, "fototyp")).toBe(3);
  });

  it("1§2 names changed objects and the ids in changes, including deleted ones", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId, name: customerName } = await makeCustomer();
    const template = await makeTemplate(customerId);
    const documentation = await makeDocumentation(customerId, { templateId: template.id });
    const objectId = crypto.randomUUID();
    const user = await makeUser({ customerId });
    const assignee = await makeUser({ customerId });
    const deletedName = uniqueName("Gone");
    await call("DELETE", `/users/${user.id}`, { as });
    await insertEntries([{ objectId, action: "CREATE", params: { name: { after: deletedName } } }]);
    const params = {
      templateId: { after: template.id },
      customerId: { after: customerId },
      copyOf: { after: objectId },
      assigneeId: { after: assignee.id },
    };
    const objectClass = await insertEntries([
      { objectId: documentation.id, userId: user.id, params },
      { objectId, userId: user.id, action: "DELETE", params: {} },
    ]);
    const { items } = await jsonOf<{ items: unknown[] }>(
      readPage(
        as,
        { objectClasses: [objectClass] },
        { sort: "objectId", order: documentation.id < objectId ? "asc" : "desc" },
      ),
    );
    expect(items).toMatchObject([
      {
        username: user.username,
        object: { name: documentation.name, exists: true, documentationId: documentation.id },
        names: {
          [template.id]: template.name,
          [`customer/${customerId}`]: customerName,
          [`user/${assignee.id}`]: assignee.username,
          [objectId]: deletedName,
        },
      },
      {
        username: user.username,
        object: { name: deletedName, exists: false, documentationId: null },
        names: {},
      },
    ]);
    expect(await totalOf(as, { objectClasses: [objectClass] }, user.username)).toBe(2);
  });

  it("1§2 a deleted user is found by either name, and keeps both when the entry of the deletion is deleted", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const fullName = uniqueName("Gustav Norr");
    const user = await makeUser({ customerId });
    await db().update(userTable).set({ fullName }).where(eq(userTable.id, user.id));
    const objectClass = await insertEntries([{ userId: user.id }]);
    const objectClasses = [objectClass];
    await call("DELETE", `/users/${user.id}`, { as });
    expect(await totalOf(as, { objectClasses }, fullName.toLowerCase())).toBe(1);
    const entry = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectId, String(user.id)), eq(domainChange.action, "DELETE")))
      .get();
    expect((await call("DELETE", `/domainChangeLogs/${entry!.id}`, { as })).status).toBe(200);
    const { items } = await jsonOf<{ items: unknown[] }>(readPage(as, { objectClasses }));
    expect(items).toMatchObject([{ username: user.username, fullName }]);
    for (const name of [user.username, fullName]) expect(await totalOf(as, { objectClasses }, name)).toBe(1);
  });

  it("1§5 an invalid day is a field error, and 1§6 the log is for super admins", async () => {
    const as = await makeSuperAdmin();
    const faultsOf = async (startDate: string, endDate: string) => {
      const response = await readPage(as, { dateRange: { startDate, endDate } });
      expect(response.status).toBe(422);
      return (await jsonOf<{ error: { fields: unknown } }>(response)).error.fields;
    };
    expect(await faultsOf("2020-12-31", "")).toEqual({ "filters.dateRange.startDate": "tooSmall" });
    expect(await faultsOf("", addDays(today()))).toEqual({ "filters.dateRange.endDate": "inFuture" });
    expect(await faultsOf("2026-02-02", "2026-02-01")).toMatchObject({
      "filters.dateRange.startDate": "afterEnd",
    });
    const staff = await makeCaller({ roles: ["ROLE_CHANGE_LOG_READ"] });
    expect((await readPage(staff, {})).status).toBe(403);
    for (const path of [
      "/domainChangeLog/getObjectClasses",
      "/authenticationSuccessEvent/getLastAuthenticationSuccessEvent",
    ])
      expect((await call("GET", path, { as: staff })).status).toBe(403);
  });
});

describe("last logins", () => {
  it("1§2 lists each user's newest login, searched by user and customer, sorted and paged", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId, name: customerName } = await makeCustomer();
    const users = [
      await makeUser({ customerId, username: uniqueName("Åsa") }),
      await makeUser({ customerId, username: uniqueName("bo") }),
      await makeUser({ customerId, username: uniqueName("Adam") }),
    ];
    await makeUser({ customerId, username: uniqueName("never") });
    const event = (index: number, dateCreated: string, remoteAddr: string | null) => ({
      userId: users[index]!.id,
      dateCreated,
      remoteAddr,
    });
    await db()
      .insert(authenticationSuccessEvent)
      .values([
        event(0, "2026-05-01T10:00:00Z", "10.0.0.1"),
        event(0, "2026-05-03T10:00:00Z", "10.0.0.3"),
        event(0, "2026-05-02T10:00:00Z", "10.0.0.2"),
        event(1, "2026-05-09T10:00:00Z", null),
        event(2, "2026-05-04T10:00:00Z", "10.0.0.4"),
      ]);
    const list = async (query: string) =>
      jsonOf<{ items: { userId: number; username: string }[]; total: number }>(
        call("GET", `/authenticationSuccessEvent/getLastAuthenticationSuccessEvent?${query}`, { as }),
      );
    const q = `q=${customerName.toUpperCase()}`;
    const newest = await list(q);
    expect(newest.total).toBe(3);
    expect(newest.items.map(({ userId }) => userId)).toEqual([users[1]!.id, users[2]!.id, users[0]!.id]);
    expect(newest.items[2]).toEqual({
      ...{ userId: users[0]!.id, username: users[0]!.username, customerId, customerName },
      ...{ remoteAddr: "10.0.0.3", date: "2026-05-03T10:00:00Z" },
    });
    const byName = await list(`${q}&sort=username&order=asc`);
    expect(byName.items.map(({ userId }) => userId)).toEqual([users[2]!.id, users[1]!.id, users[0]!.id]);
    const secondPage = await list(`${q}&max=1&offset=1`);
    expect([secondPage.items[0]!.userId, secondPage.total]).toEqual([users[2]!.id, 3]);
    const matchingLogins = await list(`q=${encodeURIComponent(users[0]!.username.toUpperCase())}&max=-1`);
    expect(matchingLogins).toMatchObject({ items: [{ userId: users[0]!.id }], total: 1 });
    for (const sort of ["id", "customerName", "remoteAddr"])
      expect((await list(`${q}&sort=${sort}`)).items).toHaveLength(3);
  });
});
