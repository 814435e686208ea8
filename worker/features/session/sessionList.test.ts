import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { freshLoginSeconds } from "#domain/access/sessionTimes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { OpenSession } from "#domain/endpoints/account/sessionList.ts";
import { resources } from "#domain/resources/index.ts";
import { mountedEndpoints } from "#worker/api/mount.ts";
import { session } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeSuperAdmin,
  makeUser,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

const logIn = async (username: string, userAgent = "Mozilla/5.0 Firefox/140.0") => {
  const record = await jsonOf<SessionRecord>(
    call("POST", "/login", {
      body: { username, password: testPassword },
      headers: { "cf-connecting-ip": uniqueName("address"), "user-agent": userAgent },
    }),
  );
  const sessionId = record.refresh_token.split(".")[0]!;
  return { token: record.access_token, sessionId, userId: record.userId, customerId: record.customerId };
};
type LoggedInCaller = Awaited<ReturnType<typeof logIn>>;
const fetchSessions = async (as: LoggedInCaller) =>
  (await jsonOf<{ items: OpenSession[] }>(call("GET", "/session/list", { as }))).items;
const isOpen = async (as: LoggedInCaller) => (await call("GET", "/products", { as })).status === 200;

describe("a user's sessions", () => {
  it("design§Sessions are listed with address and browser, the current one first, without those of others", async () => {
    const { username } = await makeUser();
    const [phone, desk] = [await logIn(username, "Phone"), await logIn(username, "Desk")];
    await logIn((await makeUser()).username);
    const sessions = await fetchSessions(phone);
    expect(sessions.map(({ id, current, userAgent }) => [id, current, userAgent])).toEqual([
      [phone.sessionId, true, "Phone"],
      [desk.sessionId, false, "Desk"],
    ]);
    expect(sessions[0]).toMatchObject({ address: expect.stringContaining("address"), actingAs: null });
  });

  it("design§Sessions can be ended one by one; another user's session, or an ended session, is not found", async () => {
    const { username } = await makeUser();
    const [phone, desk] = [await logIn(username), await logIn(username)];
    const stranger = await logIn((await makeUser()).username);
    const end = async (as: LoggedInCaller, id: string) =>
      (await call("DELETE", `/session/end/${id}`, { as })).status;
    expect(await end(phone, stranger.sessionId)).toBe(404);
    expect(await end(phone, desk.sessionId)).toBe(200);
    expect(await end(phone, desk.sessionId)).toBe(404);
    expect([await isOpen(phone), await isOpen(desk), await isOpen(stranger)]).toEqual([true, false, true]);
    expect(await fetchSessions(phone)).toHaveLength(1);
  });

  it("design§Sessions can be ended all at once, except for the current one", async () => {
    const { username } = await makeUser();
    const [currentSession, ...otherSessions] = [
      await logIn(username),
      await logIn(username),
      await logIn(username),
    ];
    expect(await jsonOf(call("POST", "/session/endOthers", { as: currentSession }))).toEqual({
      success: true,
      count: 2,
    });
    expect(await isOpen(currentSession)).toBe(true);
    for (const otherSession of otherSessions) expect(await isOpen(otherSession)).toBe(false);
  });

  it("design§Sessions are the real user's in a switched session, and cannot be ended there", async () => {
    const superAdmin = await makeSuperAdmin();
    const target = await makeUser();
    const targetSession = await logIn(target.username);
    const record = await jsonOf<SessionRecord>(call("GET", `/switch/index/${target.id}`, { as: superAdmin }));
    const sessionId = record.refresh_token.split(".")[0]!;
    const switchedCaller = { ...superAdmin, token: record.access_token, sessionId };
    expect((await fetchSessions(switchedCaller)).map(({ id, actingAs }) => [id, actingAs])).toEqual([
      [sessionId, target.username],
    ]);
    expect((await fetchSessions(targetSession)).map(({ id }) => id)).toEqual([targetSession.sessionId]);
    expect((await call("POST", "/session/endOthers", { as: switchedCaller })).status).toBe(422);
    expect(
      (await call("DELETE", `/session/end/${targetSession.sessionId}`, { as: switchedCaller })).status,
    ).toBe(422);
    expect(await isOpen(targetSession)).toBe(true);
  });
});

describe("final actions", () => {
  const ageSession = (as: { sessionId: string }, seconds: number) =>
    db()
      .update(session)
      .set({ dateCreated: addSeconds(-seconds) })
      .where(eq(session.id, as.sessionId));
  const readCode = async (response: Promise<Response>) =>
    (await jsonOf<{ error?: { code: string } }>(response)).error?.code ?? "done";

  it("design§Sessions need a login or a confirmed password within the last hour", async () => {
    const as = await makeSuperAdmin();
    const target = await makeUser();
    const switchTo = () => readCode(call("GET", `/switch/index/${target.id}`, { as }));
    const confirm = (currentPassword: string) =>
      call("POST", "/session/confirm", { as, body: { currentPassword } });
    await ageSession(as, freshLoginSeconds + 10);
    expect(await switchTo()).toBe("confirmationRequired");
    expect((await confirm("Wrong-1!")).status).toBe(422);
    expect(await switchTo()).toBe("confirmationRequired");
    expect((await confirm(testPassword)).status).toBe(200);
    expect(await switchTo()).toBe("done");
  });

  it("design§Sessions are permanent deletion, moving a customer, switching users and passkeys, and are refused before their input is read", async () => {
    const as = await makeSuperAdmin();
    await ageSession(as, freshLoginSeconds + 10);
    const finalEndpoints = [...mountedEndpoints.values()].filter(
      ({ requiresFreshLogin }) => requiresFreshLogin,
    );
    expect(finalEndpoints.map(({ path }) => path).sort()).toEqual([
      "/customer/move/{id}",
      "/documentation/deleteDocumentations",
      "/license/deleteLicenseAndTemplates/{id}",
      "/switch/index/{id}",
      "/user/addPasskey",
      "/user/passkeyOptions",
      "/user/removePasskey/{id}",
    ]);
    const deletableResources = resources.filter(({ requiresFreshLogin }) =>
      requiresFreshLogin?.includes("delete"),
    );
    expect(deletableResources.map(({ path }) => path).sort()).toEqual([
      "customers",
      "licenses",
      "templates",
      "users",
    ]);
    for (const { path } of deletableResources)
      expect(await readCode(call("DELETE", `/${path}/1`, { as }))).toBe("confirmationRequired");
    for (const { method, path, body } of finalEndpoints)
      expect(
        await readCode(call(method, path.replace(/\{\w+\}/, "1"), { as, ...(body && { body: {} }) })),
      ).toBe("confirmationRequired");
  });
});
