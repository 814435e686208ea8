import { and, desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { now } from "#domain/core/fields.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { customer, domainChange, session, user, userCustomer, userRole } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";
import { clearSessionCache } from "./actor.ts";

const callerOf = (record: SessionRecord): Caller => ({
  token: record.access_token,
  sessionId: record.refresh_token.split(".")[0]!,
  userId: record.userId,
  customerId: record.customerId,
});
const switchTo = (caller: Caller, id: number) => call("GET", `/switch/index/${id}`, { as: caller });
const switchedRecord = async (caller: Caller, id: number) => jsonOf<SessionRecord>(switchTo(caller, id));
const switchBack = (caller: Caller) => call("GET", "/switch/switchBack/", { as: caller });

describe("switching to a user", () => {
  it("1§4 gives only the user's authorities and the right to switch back", async () => {
    const admin = await makeSuperAdmin();
    const target = await makeUser({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const record = await switchedRecord(admin, target.id);
    expect(record).toMatchObject({ username: target.username, customerId: target.customerId });
    expect(record.roles.sort()).toEqual(["ROLE_DOCUMENTATION_READ", "ROLE_SWITCHED_USER"]);
    const actingCaller = callerOf(record);
    expect((await call("GET", "/documentations", { as: actingCaller })).status).toBe(200);
    for (const path of ["/users", "/customers", "/licenses", `/switch/index/${admin.userId}`])
      expect([path, (await call("GET", path, { as: actingCaller })).status]).toEqual([path, 403]);
    const foreignDocumentation = await makeDocumentation((await makeCustomer()).id);
    expect(
      (await call("GET", `/documentations/${foreignDocumentation.id}`, { as: actingCaller })).status,
    ).toBe(404);
  });

  it("1§4 ends by switching back, which only a switched session can do", async () => {
    const admin = await makeSuperAdmin();
    const record = await switchedRecord(admin, (await makeUser()).id);
    const adminRecord = await jsonOf<SessionRecord>(switchBack(callerOf(record)));
    expect(adminRecord.userId).toBe(admin.userId);
    expect(adminRecord.roles).toEqual(["ROLE_SUPER_ADMIN"]);
    expect((await switchBack(callerOf(adminRecord))).status).toBe(403);
    expect((await switchBack(await makeCaller())).status).toBe(403);
  });

  it("design§Sessions every switch ends the previous session", async () => {
    const admin = await makeSuperAdmin();
    const record = await switchedRecord(admin, (await makeUser()).id);
    clearSessionCache();
    expect((await call("GET", "/products", { as: admin })).status).toBe(401);
    await switchBack(callerOf(record));
    clearSessionCache();
    expect((await call("GET", "/products", { as: callerOf(record) })).status).toBe(401);
  });

  it("design§Sessions cannot be extended by refreshing beyond the week that the original login lasts", async () => {
    const admin = await makeSuperAdmin();
    const tenMinutesToExpiry = new Date(Date.now() - (7 * 24 * 60 - 10) * 60_000).toISOString();
    const dateCreated = `${tenMinutesToExpiry.slice(0, 19)}Z`;
    await db()
      .update(session)
      .set({ dateCreated, confirmedAt: now() })
      .where(eq(session.id, admin.sessionId));
    const record = await switchedRecord(admin, (await makeUser()).id);
    await call("POST", "/accessToken/refreshToken", { body: { refresh_token: record.refresh_token } });
    const [row] = await db()
      .select()
      .from(session)
      .where(eq(session.id, callerOf(record).sessionId));
    expect(row?.dateCreated).toBe(dateCreated);
    expect(Date.parse(row!.expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  });

  it("design§Sessions ends when the real user is locked out or no longer a super admin", async () => {
    for (const removeRights of [
      (id: number) => db().update(user).set({ enabled: false }).where(eq(user.id, id)),
      (id: number) => db().delete(userRole).where(eq(userRole.userId, id)),
    ]) {
      const admin = await makeSuperAdmin();
      const actingCaller = callerOf(await switchedRecord(admin, (await makeUser()).id));
      expect((await call("GET", "/products", { as: actingCaller })).status).toBe(200);
      await removeRights(admin.userId);
      clearSessionCache();
      expect((await call("GET", "/products", { as: actingCaller })).status).toBe(401);
    }
  });

  it("design§Sessions is audited under the real user, as is everything done after it", async () => {
    const admin = await makeSuperAdmin();
    const target = await makeUser({ roles: ["ROLE_SUPER_ADMIN"] });
    const record = await switchedRecord(admin, target.id);
    const alias = await jsonOf<{ id: string }>(
      call("POST", "/photoAlias", {
        as: callerOf(record),
        body: { name: uniqueName("name"), alias: uniqueName("alias") },
      }),
    );
    const [aliasEntry] = await db().select().from(domainChange).where(eq(domainChange.objectId, alias.id));
    expect(aliasEntry).toMatchObject({ userId: target.id, realUserId: admin.userId });
    const [switchEntry] = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectClass, "siteproof.Session"), eq(domainChange.userId, admin.userId)))
      .orderBy(desc(domainChange.id));
    expect(switchEntry?.params).toMatchObject({ username: { after: target.username } });
    await switchBack(callerOf(record));
    const [switchBackEntry] = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectClass, "siteproof.Session"), eq(domainChange.userId, target.id)));
    expect(switchBackEntry).toMatchObject({ realUserId: admin.userId });
  });

  it("1§4 is refused for disabled accounts, unknown users and the super admin's own account", async () => {
    const admin = await makeSuperAdmin();
    const disabledUser = await makeUser({ enabled: false });
    expect((await switchTo(admin, disabledUser.id)).status).toBe(422);
    expect((await switchTo(admin, admin.userId)).status).toBe(422);
    expect((await switchTo(admin, 999_999_999)).status).toBe(404);
    expect((await switchTo(await makeCaller(), disabledUser.id)).status).toBe(403);
  });
});

describe("switching the customer account", () => {
  async function makeCallerOfTwoCustomers() {
    const caller = await makeCaller({ roles: ["ROLE_SWITCH_CUSTOMER", "ROLE_DOCUMENTATION_READ"] });
    const otherCustomer = await makeCustomer(["MAP"]);
    await db().insert(userCustomer).values({ userId: caller.userId, customerId: otherCustomer.id });
    return { caller, otherCustomer };
  }

  it("1§2 offers the user's own account and the granted ones", async () => {
    const { caller, otherCustomer } = await makeCallerOfTwoCustomers();
    const options = await jsonOf<{ id: number }[]>(call("GET", "/user/getSwitchOptions", { as: caller }));
    expect(options.map(({ id }) => id).sort()).toEqual([caller.customerId, otherCustomer.id].sort());
    expect((await call("GET", "/user/getSwitchOptions", { as: await makeCaller() })).status).toBe(403);
  });

  it("1§4 the session acts in the other account, with its rows and products, until it switches back", async () => {
    const { caller, otherCustomer } = await makeCallerOfTwoCustomers();
    const [ownDocumentation, otherDocumentation] = [
      await makeDocumentation(caller.customerId),
      await makeDocumentation(otherCustomer.id),
    ];
    const record = await jsonOf<SessionRecord>(
      call("GET", `/switch/switchCustomer/${otherCustomer.id}`, { as: caller }),
    );
    expect(record).toMatchObject({
      customerId: otherCustomer.id,
      customerName: otherCustomer.name,
      products: ["MAP"],
    });
    const actingCaller = callerOf(record);
    expect((await call("GET", `/documentations/${otherDocumentation.id}`, { as: actingCaller })).status).toBe(
      200,
    );
    expect((await call("GET", `/documentations/${ownDocumentation.id}`, { as: actingCaller })).status).toBe(
      404,
    );
    const ownRecord = await jsonOf<SessionRecord>(
      call("GET", `/switch/switchCustomer/${caller.customerId}`, { as: actingCaller }),
    );
    expect(ownRecord.customerId).toBe(caller.customerId);
  });

  it("1§4 an account that was not granted is not found, and a withdrawn grant ends the session", async () => {
    const { caller, otherCustomer } = await makeCallerOfTwoCustomers();
    const foreignCustomer = await makeCustomer();
    expect((await call("GET", `/switch/switchCustomer/${foreignCustomer.id}`, { as: caller })).status).toBe(
      404,
    );
    const actingCaller = callerOf(
      await jsonOf<SessionRecord>(call("GET", `/switch/switchCustomer/${otherCustomer.id}`, { as: caller })),
    );
    await db().delete(userCustomer).where(eq(userCustomer.userId, caller.userId));
    clearSessionCache();
    expect((await call("GET", "/products", { as: actingCaller })).status).toBe(401);
    expect(await db().select().from(customer).where(eq(customer.id, otherCustomer.id))).toHaveLength(1);
  });
});
