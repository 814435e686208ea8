import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { authorities } from "#domain/access/authorities.ts";
import { clearSessionCache } from "#worker/auth/session/actor.ts";
import { domainChange, role, user, userRole } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  makeSuperAdmin,
  makeUser,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

interface UserResponse {
  id: number;
  version: number;
  customerId: number;
  userRoles: { role: number; roleAuthority: string }[];
  userLicenses: string[];
  [field: string]: unknown;
}
const createUser = async (
  body: Record<string, unknown>,
  actor?: Awaited<ReturnType<typeof makeSuperAdmin>>,
) => {
  const as = actor ?? (await makeSuperAdmin());
  const defaults = { username: uniqueName("user"), password: testPassword, customerId: as.customerId };
  return call("POST", "/users", { as, body: { ...defaults, ...body } });
};
const findRoleId = async (authority: (typeof authorities)[number]) =>
  (await db().select().from(role).where(eq(role.authority, authority)).get())!.id;

describe("users", () => {
  it("1§2 are sorted by roles and by licences: users without any first, and users with equal sets together", async () => {
    const as = await makeSuperAdmin();
    const owner = await makeCustomer();
    const [north, south] = [
      await makeLicense({ customerId: owner.id, name: "north" }),
      await makeLicense({ customerId: owner.id, name: "South" }),
    ];
    const [readRoleId, writeRoleId] = [
      await findRoleId("ROLE_DOCUMENTATION_READ"),
      await findRoleId("ROLE_DOCUMENTATION_WRITE"),
    ];
    const users: [name: string, roles: number[], licenses: string[]][] = [
      ["a", [readRoleId, writeRoleId], [south.id]],
      ["b", [], [north.id, south.id]],
      ["c", [writeRoleId], []],
      ["d", [readRoleId, writeRoleId], [north.id]],
    ];
    for (const [fullName, roles, userLicenses] of users)
      await createUser(
        { customerId: owner.id, fullName, userRoles: roles.map((id) => ({ role: id })), userLicenses },
        as,
      );
    const fetchSortedNames = async (sort: string, order: string) =>
      (
        await jsonOf<{ items: UserResponse[] }>(
          call("GET", `/users?customerId=${owner.id}&sort=${sort}&order=${order}`, { as }),
        )
      ).items.map(({ fullName }) => fullName);
    expect(await fetchSortedNames("licenseNames", "asc")).toEqual(["c", "d", "b", "a"]);
    expect(await fetchSortedNames("licenseNames", "desc")).toEqual(["a", "b", "d", "c"]);
    const namesByRoles = await fetchSortedNames("userRoles", "asc");
    expect([namesByRoles[0], namesByRoles.filter((name) => name !== "c").slice(1)]).toEqual([
      "b",
      ["a", "d"],
    ]);
  });

  it("1§3 have roles, licences of their customer, a parent and params, and never show the password", async () => {
    const owner = await makeCustomer();
    const license = await makeLicense({ customerId: owner.id });
    const parent = await makeUser({ customerId: owner.id });
    const username = uniqueName("Åsa");
    const user = await jsonOf<UserResponse>(
      createUser({
        username,
        customerId: owner.id,
        parent: parent.id,
        userRoles: [{ role: await findRoleId("ROLE_DOCUMENTATION_READ") }],
        userLicenses: [license.id],
        params: { cost: "42" },
      }),
    );
    expect(user).toMatchObject({
      customerName: owner.name,
      parentUsername: parent.username,
      userRoles: [{ roleAuthority: "ROLE_DOCUMENTATION_READ" }],
      userLicenses: [license.id],
      licenseNames: [license.name],
      params: { cost: "42" },
    });
    expect(JSON.stringify(user)).not.toMatch(/scrypt|Siteproof-1|password"/);
    const loginResponse = await call("POST", "/login", {
      body: { username: username.toUpperCase(), password: testPassword },
      headers: { "cf-connecting-ip": uniqueName("address") },
    });
    expect(loginResponse.status).toBe(200);
  });

  it.each([
    [{ password: "short" }, { password: "tooShort" }],
    [{ twoFactorAuthenticationType: "EMAIL" }, { email: "required" }],
    [{ twoFactorAuthenticationType: "TOTP", email: "" }, { email: "required" }],
    [{ email: "not an address" }, { email: "invalid" }],
    [{ userRoles: [{ role: 999_999 }] }, { userRoles: "notFound" }],
    [{ userLicenses: [crypto.randomUUID()] }, { userLicenses: "notFound" }],
    [{ parent: 999_999_999 }, { parent: "notFound" }],
    [{ customerId: undefined }, { customerId: "required" }],
    [{ customerId: 999_999_999 }, { customerId: "notFound" }],
    [{ params: { "": "no key" } }, { "params.": "invalid" }],
  ])("1§5 %j is refused as %j", async (body, fields) => {
    const initialCount = await db().$count(user);
    const as = await makeSuperAdmin();
    const response = await createUser(body, as);
    expect([response.status, await jsonOf(response)]).toMatchObject([422, { error: { fields } }]);
    // Only the test's super admin is new.
    expect(await db().$count(user)).toBe(initialCount + 1);
  });

  it("1§5 cannot have a licence of another customer, on creation or on change", async () => {
    const foreign = await makeLicense();
    const owner = await makeCustomer();
    const refusedResponse = await createUser({ customerId: owner.id, userLicenses: [foreign.id] });
    expect(await jsonOf(refusedResponse)).toMatchObject({ error: { fields: { userLicenses: "notFound" } } });
    const as = await makeSuperAdmin();
    const user = await jsonOf<UserResponse>(createUser({ customerId: owner.id }, as));
    const changeResponse = await call("PUT", `/users/${user.id}`, {
      as,
      body: { userLicenses: [foreign.id], version: user.version },
    });
    expect(changeResponse.status).toBe(422);
  });

  it("1§5 have a parent in the same customer, on creation, on change and after a move", async () => {
    const [owner, otherCustomer] = [await makeCustomer(), await makeCustomer()];
    const [parent, foreign] = [
      await makeUser({ customerId: owner.id }),
      await makeUser({ customerId: otherCustomer.id }),
    ];
    const as = await makeSuperAdmin();
    const notAllowedError = { error: { code: "invalid", fields: { parent: "notAllowed" } } };
    expect(await jsonOf(createUser({ customerId: owner.id, parent: foreign.id }, as))).toMatchObject(
      notAllowedError,
    );
    const child = await jsonOf<UserResponse>(createUser({ customerId: owner.id, parent: parent.id }, as));
    const put = (id: number, body: object) => call("PUT", `/users/${id}`, { as, body });
    const { id, version } = child;
    expect(await jsonOf(put(id, { parent: foreign.id, version }))).toMatchObject(notAllowedError);
    const moveBody = { customerId: otherCustomer.id, version };
    expect(await jsonOf(put(id, { ...moveBody, parent: parent.id }))).toMatchObject(notAllowedError);
    // A user cannot be moved while they are a parent.
    expect(await jsonOf(put(parent.id, { customerId: otherCustomer.id, version: 1 }))).toMatchObject({
      error: { code: "inUse", uses: [{ kind: "user", id: String(id), name: child.username }] },
    });
    expect(await jsonOf(put(id, moveBody))).toMatchObject({ customerId: otherCustomer.id, parent: null });
    expect((await put(parent.id, { customerId: otherCustomer.id, version: 1 })).status).toBe(200);
  });

  it("1§6 cannot be granted the authority to write release notes, which has no effect for users who are not super admins", async () => {
    const as = await makeSuperAdmin();
    const roles = [{ role: await findRoleId("ROLE_CHANGE_LOG_WRITE") }];
    expect(await jsonOf(createUser({ userRoles: roles }, as))).toMatchObject({
      error: { fields: { userRoles: "notAllowed" } },
    });
    const holderCaller = await makeCaller({ roles: ["ROLE_CHANGE_LOG_READ", "ROLE_CHANGE_LOG_WRITE"] });
    const body = { versionCode: 1_900_000_001, description: "New" };
    expect((await call("POST", "/changeLogs", { as: holderCaller, body })).status).toBe(403);
    const release = await jsonOf<{ id: string }>(call("POST", "/changeLogs", { as, body }));
    const path = `/changeLogs/${release.id}`;
    expect(
      (await call("PUT", path, { as: holderCaller, body: { version: 1, description: "x" } })).status,
    ).toBe(403);
    expect((await call("DELETE", path, { as: holderCaller })).status).toBe(403);
    expect((await call("DELETE", path, { as })).status).toBe(200);
    // Users who already have the authority keep it through other changes, without effect.
    const holderRow = await jsonOf<UserResponse>(call("GET", `/users/${holderCaller.userId}`, { as }));
    const saveResponse = await call("PUT", `/users/${holderCaller.userId}`, {
      as,
      body: { ...holderRow, fullName: "Eva" },
    });
    expect(saveResponse.status).toBe(200);
  });

  it("1§5 lose the licences of their customer when they move to another customer", async () => {
    const [owner, otherCustomer] = [await makeCustomer(), await makeCustomer()];
    const license = await makeLicense({ customerId: owner.id });
    const as = await makeSuperAdmin();
    const user = await jsonOf<UserResponse>(
      createUser({ customerId: owner.id, userLicenses: [license.id] }, as),
    );
    const movedUser = await jsonOf<UserResponse>(
      call("PUT", `/users/${user.id}`, { as, body: { customerId: otherCustomer.id, version: user.version } }),
    );
    expect(movedUser).toMatchObject({ customerId: otherCustomer.id, userLicenses: [] });
  });

  it("1§6 cannot be granted ROLE_SWITCHED_USER", async () => {
    const response = await createUser({ userRoles: [{ role: await findRoleId("ROLE_SWITCHED_USER") }] });
    expect(await jsonOf(response)).toMatchObject({ error: { fields: { userRoles: "notAllowed" } } });
  });

  it("1§2 have usernames that are unique regardless of case", async () => {
    const { username } = await makeUser();
    const response = await createUser({ username: username.toUpperCase() });
    expect(await jsonOf(response)).toMatchObject({
      error: { code: "duplicate", fields: { username: "duplicate" } },
    });
  });

  it("design§Tenancy have one audit entry for changed roles, and none if the list is sent unchanged", async () => {
    const as = await makeSuperAdmin();
    const user = await jsonOf<UserResponse>(createUser({}, as));
    const userRoles = [{ role: await findRoleId("ROLE_TEMPLATE_READ") }];
    const changedUser = await jsonOf<UserResponse>(
      call("PUT", `/users/${user.id}`, { as, body: { ...user, userRoles } }),
    );
    await call("PUT", `/users/${user.id}`, { as, body: changedUser });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectId, String(user.id)), eq(domainChange.objectClass, "siteproof.User")));
    expect(auditEntries.map(({ action }) => action)).toEqual(["CREATE", "UPDATE"]);
    expect(auditEntries[0]?.params.password).toEqual({ after: "•••" });
    expect(auditEntries[1]?.params).toEqual({ userRoles: { before: [], after: changedUser.userRoles } });
  });

  it("design§Tenancy lose their sessions when they are disabled, locked or given a new password", async () => {
    const as = await makeSuperAdmin();
    for (const body of [{ enabled: false }, { accountLocked: true }, { password: "Another-One-1!" }]) {
      const caller = await makeCaller();
      expect((await call("GET", "/products", { as: caller })).status).toBe(200);
      const [row] = await db().select().from(user).where(eq(user.id, caller.userId));
      const changeResponse = await call("PUT", `/users/${caller.userId}`, {
        as,
        body: { ...body, version: row!.version },
      });
      expect(changeResponse.status).toBe(200);
      expect((await call("GET", "/products", { as: caller })).status).toBe(401);
    }
  });

  it("design§Tenancy cannot be deleted while they are a parent, and are logged out once they are deleted", async () => {
    const as = await makeSuperAdmin();
    const parent = await makeCaller();
    const child = await makeUser();
    await db().update(user).set({ parent: parent.userId }).where(eq(user.id, child.id));
    const refusedResponse = await call("DELETE", `/users/${parent.userId}`, { as });
    expect(await jsonOf(refusedResponse)).toMatchObject({
      error: { code: "inUse", uses: [{ kind: "user", id: String(child.id), name: child.username }] },
    });
    expect((await call("DELETE", `/users/${child.id}`, { as })).status).toBe(200);
    expect((await call("DELETE", `/users/${parent.userId}`, { as })).status).toBe(200);
    expect((await call("GET", "/products", { as: parent })).status).toBe(401);
  });
});

describe("the last super admin", () => {
  // Other test files share the database: their super admins are disabled and restored.
  const removedRoles: { userId: number; roleId: number }[] = [];
  beforeAll(async () => {
    const roleId = await findRoleId("ROLE_SUPER_ADMIN");
    removedRoles.push(...(await db().delete(userRole).where(eq(userRole.roleId, roleId)).returning()));
  });
  afterAll(() =>
    db().run(sql`INSERT OR IGNORE INTO user_role (user_id, role_id)
      SELECT value ->> 'userId', value ->> 'roleId' FROM json_each(${JSON.stringify(removedRoles)})
      WHERE value ->> 'userId' IN (SELECT id FROM user)`),
  );

  it("design§Tenancy cannot be deleted, disabled, locked, expired or stripped of roles, unless there is another super admin", async () => {
    const as = await makeSuperAdmin();
    const ownUser = await jsonOf<UserResponse>(call("GET", `/users/${as.userId}`, { as }));
    for (const body of [
      { enabled: false },
      { accountLocked: true },
      { accountExpired: true },
      { userRoles: [] },
    ]) {
      const response = await call("PUT", `/users/${as.userId}`, {
        as,
        body: { ...body, version: ownUser.version },
      });
      expect([response.status, await jsonOf(response)]).toMatchObject([
        422,
        { error: { code: "lastSuperAdmin" } },
      ]);
    }
    const removalResponse = await call("DELETE", `/users/${as.userId}`, { as });
    expect(await jsonOf(removalResponse)).toMatchObject({ error: { code: "lastSuperAdmin" } });
    expect(await jsonOf(call("GET", `/users/${as.userId}`, { as }))).toEqual(ownUser);
    // A super admin who cannot log in does not count.
    await makeUser({ roles: ["ROLE_SUPER_ADMIN"], enabled: false });
    expect((await call("DELETE", `/users/${as.userId}`, { as })).status).toBe(422);
    const otherSuperAdmin = await makeSuperAdmin();
    // Of two super admins who delete each other simultaneously, one remains.
    const statuses = await Promise.all([
      call("DELETE", `/users/${as.userId}`, { as: otherSuperAdmin }),
      call("DELETE", `/users/${otherSuperAdmin.userId}`, { as }),
    ]);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
    clearSessionCache();
  });
});
