import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { freshLoginSeconds } from "#domain/access/sessionTimes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { OpenSession } from "#domain/endpoints/account/sessionList.ts";
import { resources } from "#domain/resources/index.ts";
import { mountedEndpoints } from "#worker/api/mount.ts";
import { session } from "#worker/db/schema/index.ts";
import { call, db, distinct, jsonOf, makeSuper, makeUser, testPassword } from "#worker/testing/factories.ts";

const logIn = async (username: string, userAgent = "Mozilla/5.0 Firefox/140.0") => {
  const record = await jsonOf<SessionRecord>(
    call("POST", "/login", {
      body: { username, password: testPassword },
      headers: { "cf-connecting-ip": distinct("address"), "user-agent": userAgent },
    }),
  );
  const sessionId = record.refresh_token.split(".")[0]!;
  return { token: record.access_token, sessionId, userId: record.userId, customerId: record.customerId };
};
type As = Awaited<ReturnType<typeof logIn>>;
const list = async (as: As) =>
  (await jsonOf<{ items: OpenSession[] }>(call("GET", "/session/list", { as }))).items;
const isOpen = async (as: As) => (await call("GET", "/products", { as })).status === 200;

describe("a user's sessions", () => {
  it("design§Sessions are listed with address and browser, the current one first, without those of others", async () => {
    const { username } = await makeUser();
    const [phone, desk] = [await logIn(username, "Phone"), await logIn(username, "Desk")];
    await logIn((await makeUser()).username);
    const sessions = await list(phone);
    expect(sessions.map(({ id, current, userAgent }) => [id, current, userAgent])).toEqual([
      [phone.sessionId, true, "Phone"],
      [desk.sessionId, false, "Desk"],
    ]);
    expect(sessions[0]).toMatchObject({ address: expect.stringContaining("address"), actingAs: null });
  });

  it("design§Sessions one can be ended; another user's is not found, and an ended one is gone", async () => {
    const { username } = await makeUser();
    const [phone, desk] = [await logIn(username), await logIn(username)];
    const stranger = await logIn((await makeUser()).username);
    const end = async (as: As, id: string) => (await call("DELETE", `/session/end/${id}`, { as })).status;
    expect(await end(phone, stranger.sessionId)).toBe(404);
    expect(await end(phone, desk.sessionId)).toBe(200);
    expect(await end(phone, desk.sessionId)).toBe(404);
    expect([await isOpen(phone), await isOpen(desk), await isOpen(stranger)]).toEqual([true, false, true]);
    expect(await list(phone)).toHaveLength(1);
  });

  it("design§Sessions all others can be ended at once", async () => {
    const { username } = await makeUser();
    const [here, ...others] = [await logIn(username), await logIn(username), await logIn(username)];
    expect(await jsonOf(call("POST", "/session/endOthers", { as: here }))).toEqual({
      success: true,
      count: 2,
    });
    expect(await isOpen(here)).toBe(true);
    for (const other of others) expect(await isOpen(other)).toBe(false);
  });

  it("design§Sessions a switched session shows the real user's, and ends none", async () => {
    const admin = await makeSuper();
    const target = await makeUser();
    const theirs = await logIn(target.username);
    const record = await jsonOf<SessionRecord>(call("GET", `/switch/index/${target.id}`, { as: admin }));
    const sessionId = record.refresh_token.split(".")[0]!;
    const switched = { ...admin, token: record.access_token, sessionId };
    expect((await list(switched)).map(({ id, actingAs }) => [id, actingAs])).toEqual([
      [sessionId, target.username],
    ]);
    expect((await list(theirs)).map(({ id }) => id)).toEqual([theirs.sessionId]);
    expect((await call("POST", "/session/endOthers", { as: switched })).status).toBe(422);
    expect((await call("DELETE", `/session/end/${theirs.sessionId}`, { as: switched })).status).toBe(422);
    expect(await isOpen(theirs)).toBe(true);
  });
});

describe("what is final", () => {
  const age = (as: { sessionId: string }, seconds: number) =>
    db()
      .update(session)
      .set({ dateCreated: addSeconds(-seconds) })
      .where(eq(session.id, as.sessionId));
  const codeOf = async (response: Promise<Response>) =>
    (await jsonOf<{ error?: { code: string } }>(response)).error?.code ?? "done";

  it("design§Sessions needs a login or a password of the last hour", async () => {
    const as = await makeSuper();
    const target = await makeUser();
    const switchTo = () => codeOf(call("GET", `/switch/index/${target.id}`, { as }));
    const confirm = (currentPassword: string) =>
      call("POST", "/session/confirm", { as, body: { currentPassword } });
    await age(as, freshLoginSeconds + 10);
    expect(await switchTo()).toBe("confirmationRequired");
    expect((await confirm("Wrong-1!")).status).toBe(422);
    expect(await switchTo()).toBe("confirmationRequired");
    expect((await confirm(testPassword)).status).toBe(200);
    expect(await switchTo()).toBe("done");
  });

  it("design§Sessions permanent deletion, moving a customer and switching users all need it, before their input is read", async () => {
    const as = await makeSuper();
    await age(as, freshLoginSeconds + 10);
    const final = [...mountedEndpoints.values()].filter(({ freshLogin }) => freshLogin);
    expect(final.map(({ path }) => path).sort()).toEqual([
      "/customer/move/{id}",
      "/documentation/deleteDocumentations",
      "/license/deleteLicenseAndTemplates/{id}",
      "/switch/index/{id}",
    ]);
    const deletable = resources.filter(({ freshLogin }) => freshLogin?.includes("delete"));
    expect(deletable.map(({ path }) => path).sort()).toEqual(["customers", "licenses", "templates", "users"]);
    for (const { path } of deletable)
      expect(await codeOf(call("DELETE", `/${path}/1`, { as }))).toBe("confirmationRequired");
    for (const { method, path, body } of final)
      expect(
        await codeOf(call(method, path.replace(/\{\w+\}/, "1"), { as, ...(body && { body: {} }) })),
      ).toBe("confirmationRequired");
  });
});
