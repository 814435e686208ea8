import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { refreshGraceSeconds } from "#domain/access/sessionTimes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { evictSession } from "#worker/auth/session/actor.ts";
import { session, user, userRole } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeUser,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

const logIn = (username: string, password = testPassword, headers: Record<string, string> = {}) =>
  call("POST", "/login", {
    body: { username, password },
    headers: { "cf-connecting-ip": uniqueName("address"), ...headers },
  });

const callerOf = (record: SessionRecord) => ({
  token: record.access_token,
  sessionId: "",
  userId: 0,
  customerId: 0,
});

describe("login", () => {
  it("1§3 returns the session record with roles, products, document types and statuses", async () => {
    const owner = await makeCustomer(["FORM", "MAP"]);
    const { username } = await makeUser({ customerId: owner.id, roles: ["ROLE_DOCUMENTATION_READ"] });
    const record = await jsonOf<SessionRecord>(logIn(username.toUpperCase()));
    expect(record).toMatchObject({
      username,
      customerName: owner.name,
      roles: ["ROLE_DOCUMENTATION_READ"],
      products: ["FORM", "MAP"],
      exportDocumentTypes: ["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"],
      documentationStatuses: [],
    });
    expect((await call("GET", "/products", { as: callerOf(record) })).status).toBe(200);
  });

  it("1§4 refuses a wrong password, an unknown user and a locked, disabled or expired account with the same message", async () => {
    const bodies = await Promise.all(
      [
        logIn((await makeUser()).username, "wrong"),
        logIn(uniqueName("nobody")),
        logIn((await makeUser({ enabled: false })).username),
        logIn((await makeUser({ accountLocked: true })).username),
        logIn((await makeUser({ accountExpired: true })).username),
      ].map(async (response) => [(await response).status, await (await response).text()]),
    );
    expect(new Set(bodies.map(([status, text]) => `${status} ${text}`)).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(401);
  });

  it("1§4 reports an expired password only to a user who knows it", async () => {
    const { username } = await makeUser({ passwordExpired: true });
    const fetchRefusal = async (password?: string) => {
      const response = await logIn(username, password);
      return [response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code];
    };
    expect(await fetchRefusal()).toEqual([401, "passwordExpired"]);
    expect(await fetchRefusal("wrong")).toEqual([401, "loginFailed"]);
  });

  it("1§4 responds with 400 if a second factor is needed, and only to the right password", async () => {
    const { username } = await makeUser({ twoFactorAuthenticationType: "TOTP" });
    expect((await logIn(username)).status).toBe(400);
    expect((await logIn(username, "wrong")).status).toBe(401);
  });

  it("1§5 reports a missing field as a field error", async () => {
    const response = await call("POST", "/login", { body: { username: "someone" } });
    expect(response.status).toBe(422);
    expect(await jsonOf(response)).toMatchObject({
      error: { code: "invalid", fields: { password: "required" } },
    });
  });

  it("1§4 locks a user out after ten wrong passwords, even with the right one, and says for how long", async () => {
    const { username } = await makeUser();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await logIn(username, "wrong")).status).toBe(401);
    const response = await logIn(username);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("1§4 cannot be blocked by strangers: from a network used before, the right password is accepted until ten wrong ones", async () => {
    const { username } = await makeUser();
    const homeHeaders = { "cf-connecting-ip": uniqueName("home") };
    expect((await logIn(username, testPassword, homeHeaders)).status).toBe(200);
    for (let attempt = 0; attempt < 12; attempt += 1) await logIn(username, "wrong");
    expect((await logIn(username)).status).toBe(429);
    expect((await logIn(username, testPassword, homeHeaders)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await logIn(username, "wrong", homeHeaders)).status).toBe(401);
    expect((await logIn(username, testPassword, homeHeaders)).status).toBe(429);
  });

  it("1§4 does not trust a network from which only wrong passwords came", async () => {
    const { username } = await makeUser();
    const homeHeaders = { "cf-connecting-ip": uniqueName("home") };
    for (let attempt = 0; attempt < 12; attempt += 1) await logIn(username, "wrong", homeHeaders);
    expect((await logIn(username, testPassword, homeHeaders)).status).toBe(429);
  });

  it("1§4 counts attempts before it checks them: thirty concurrent ones are not thirty guesses", async () => {
    const { username } = await makeUser();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await logIn(username, "wrong")).status),
    );
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(20);
  });

  it("1§4 does not count successful logins", async () => {
    const { username } = await makeUser();
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await logIn(username)).status).toBe(200);
  });
});

describe("refresh", () => {
  const refresh = (refresh_token: string) =>
    call("POST", "/accessToken/refreshToken", { body: { refresh_token } });
  const ageRefresh = ({ refresh_token }: SessionRecord, seconds: number) =>
    db()
      .update(session)
      .set({ lastRefreshed: addSeconds(-seconds) })
      .where(eq(session.id, refresh_token.split(".")[0]!));

  it("1§7 accepts a refresh token once; reusing the old token ends the whole session", async () => {
    const firstRecord = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const secondRecord = await jsonOf<SessionRecord>(refresh(firstRecord.refresh_token));
    expect(secondRecord.refresh_token).not.toBe(firstRecord.refresh_token);
    expect((await call("GET", "/products", { as: callerOf(secondRecord) })).status).toBe(200);
    await ageRefresh(firstRecord, refreshGraceSeconds + 1);
    expect((await refresh(firstRecord.refresh_token)).status).toBe(401);
    expect((await refresh(secondRecord.refresh_token)).status).toBe(401);
    expect((await call("GET", "/products", { as: callerOf(secondRecord) })).status).toBe(401);
  });

  it("1§7 gives the same response for a minute if the first response was lost", async () => {
    const firstRecord = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const lostSession = await jsonOf<SessionRecord>(refresh(firstRecord.refresh_token));
    await ageRefresh(firstRecord, refreshGraceSeconds - 10);
    const repeatedSession = await jsonOf<SessionRecord>(refresh(firstRecord.refresh_token));
    expect({ ...repeatedSession, access_token: "" }).toEqual({ ...lostSession, access_token: "" });
    expect((await call("GET", "/products", { as: callerOf(repeatedSession) })).status).toBe(200);
    expect((await refresh(repeatedSession.refresh_token)).status).toBe(200);
  });

  it("1§7 ends the session on a token older than the previous one, even within the minute", async () => {
    const firstRecord = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const secondRecord = await jsonOf<SessionRecord>(refresh(firstRecord.refresh_token));
    const thirdRecord = await jsonOf<SessionRecord>(refresh(secondRecord.refresh_token));
    expect((await refresh(firstRecord.refresh_token)).status).toBe(401);
    expect((await refresh(thirdRecord.refresh_token)).status).toBe(401);
  });

  it("1§7 does not repeat a response after the session has ended", async () => {
    const firstRecord = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const secondRecord = await jsonOf<SessionRecord>(refresh(firstRecord.refresh_token));
    await call("POST", "/logout", { as: callerOf(secondRecord) });
    expect((await refresh(firstRecord.refresh_token)).status).toBe(401);
  });

  it("1§7 does not end a session because of an invented token", async () => {
    const record = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const [id] = record.refresh_token.split(".");
    for (const token of [`${id}.garbage`, `${id}.a~b`, `${record.refresh_token}.extra`])
      expect((await refresh(token)).status).toBe(401);
    expect((await refresh(record.refresh_token)).status).toBe(200);
  });

  it("1§7 gives simultaneous refreshes the same response", async () => {
    const record = await jsonOf<SessionRecord>(logIn((await makeUser()).username));
    const [firstRecord, secondRecord] = await Promise.all(
      [record, record].map(({ refresh_token }) => jsonOf<SessionRecord>(refresh(refresh_token))),
    );
    expect(firstRecord).toMatchObject({ username: record.username });
    expect(secondRecord).toEqual(firstRecord);
  });

  it.each(["", "nonsense", "a.b.c", "00000000-0000-4000-8000-000000000000.x"])(
    "1§7 refuses the token %j",
    async (token) => {
      expect((await refresh(token)).status).toBe(token === "" ? 422 : 401);
    },
  );
});

describe("the end of a session", () => {
  it("1§7 follows a logout immediately", async () => {
    const caller = await makeCaller();
    expect((await call("POST", "/logout", { as: caller })).status).toBe(200);
    expect((await call("GET", "/products", { as: caller })).status).toBe(401);
  });

  it("design§Tenancy follows the disabling of its user as soon as an isolate's cache expires", async () => {
    const caller = await makeCaller();
    expect((await call("GET", "/products", { as: caller })).status).toBe(200);
    await db().update(user).set({ enabled: false }).where(eq(user.id, caller.userId));
    evictSession(caller.sessionId);
    expect((await call("GET", "/products", { as: caller })).status).toBe(401);
  });

  it("design§Tenancy is not needed for a change of roles, which are read from the database, not from the token", async () => {
    const caller = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", "/documentations", { as: caller })).status).toBe(200);
    await db().delete(userRole).where(eq(userRole.userId, caller.userId));
    evictSession(caller.sessionId);
    expect((await call("GET", "/documentations", { as: caller })).status).toBe(403);
  });

  it("1§4 comes when it expires, although its token is still valid", async () => {
    const caller = await makeCaller();
    await db()
      .update(session)
      .set({ expiresAt: "2020-01-01T00:00:00Z" })
      .where(eq(session.id, caller.sessionId));
    expect((await call("GET", "/products", { as: caller })).status).toBe(401);
  });
});

describe("every response", () => {
  it("design§HTTP carries a request id, security headers and no cache", async () => {
    const { headers } = await call("GET", "/nothing/here");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("design§HTTP of /health reports database, storage and queues", async () => {
    const response = await call("GET", "/health");
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toMatchObject({ status: "ok", database: "ok", storage: "ok" });
  });
});
