import { and, desc, eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { TwoFactorAuthenticationType } from "#domain/resources/user.ts";
import { domainChange, oneTimeCode, user } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeSuperAdmin,
  makeUser,
  readLastMail,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";
import { totpUri } from "./authenticator.ts";

const logIn = (username: string, code?: string, password = testPassword, testEnv = env) =>
  call("POST", "/login", {
    env: testEnv,
    body: { username, password, ...(code !== undefined && { code }) },
    headers: { "cf-connecting-ip": uniqueName("address"), "accept-language": "sv-SE,sv" },
  });

const makeUserWithEmail = (type: TwoFactorAuthenticationType = "EMAIL") => {
  const email = `${uniqueName("mail")}@siteproof.example`;
  return makeUser({ twoFactorAuthenticationType: type, email }).then((row) => ({ ...row, email }));
};

const mailedCode = async (email: string) =>
  /\b\d{6}\b/.exec((await readLastMail(email))?.text ?? "")?.[0] ?? "";

describe("codes by mail", () => {
  it("1§4 the right password gets a 400, and a code is mailed in the caller's language, as text and HTML", async () => {
    const { username, email } = await makeUserWithEmail();
    const response = await logIn(username);
    expect([response.status, await jsonOf(response)]).toMatchObject([400, { error: { code: "codeMailed" } }]);
    const mail = await readLastMail(email);
    expect(mail?.subject).toBe("Din inloggningskod till Siteproof");
    expect(mail?.html).toContain(await mailedCode(email));
    expect((await logIn(username, await mailedCode(email))).status).toBe(200);
  });

  it("1§4 a wrong password mails nothing", async () => {
    const { username, email } = await makeUserWithEmail();
    expect((await logIn(username, undefined, "wrong")).status).toBe(401);
    expect(await readLastMail(email)).toBeUndefined();
  });

  it("design§Sessions a code works once", async () => {
    const { username, email } = await makeUserWithEmail();
    await logIn(username);
    const code = await mailedCode(email);
    const statuses = await Promise.all([logIn(username, code), logIn(username, code)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn(username, code)).status).toBe(401);
  });

  it("design§Sessions a code is valid for ten minutes", async () => {
    const { id, username, email } = await makeUserWithEmail();
    await logIn(username);
    const [row] = await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, id));
    const minutes = (Date.parse(row!.expiresAt) - Date.parse(row!.dateCreated)) / 60_000;
    expect(minutes).toBeCloseTo(10, 1);
    await db()
      .update(oneTimeCode)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(oneTimeCode.userId, id));
    expect((await logIn(username, await mailedCode(email))).status).toBe(401);
  });

  it("design§Sessions a new code replaces the previous one", async () => {
    const { username, email } = await makeUserWithEmail();
    await logIn(username);
    const earlierCode = await mailedCode(email);
    await logIn(username);
    const code = await mailedCode(email);
    if (earlierCode !== code) expect((await logIn(username, earlierCode)).status).toBe(401);
    expect((await logIn(username, code)).status).toBe(200);
  });

  it("design§Sessions another user's code or a malformed code does not log in", async () => {
    const [ownUser, otherUser] = [await makeUserWithEmail(), await makeUserWithEmail()];
    await Promise.all([logIn(ownUser.username), logIn(otherUser.username)]);
    for (const code of [await mailedCode(otherUser.email), "", "000 000 0", "١٢٣٤٥٦", "abcdef"])
      expect([code, (await logIn(ownUser.username, code)).status]).toEqual([code, 401]);
  });

  it("1§4 guessing codes locks the user out, even if the right code follows", async () => {
    const { username, email } = await makeUserWithEmail();
    await logIn(username);
    const code = await mailedCode(email);
    const wrongCode = code === "000000" ? "000001" : "000000";
    for (let guess = 0; guess < 10; guess += 1) expect((await logIn(username, wrongCode)).status).toBe(401);
    expect((await logIn(username, code)).status).toBe(429);
  });

  it("design§Sessions someone who knows the password cannot flood the mailbox", async () => {
    const { username } = await makeUserWithEmail();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) statuses.push((await logIn(username)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });
});

describe("authenticators", () => {
  const as = (record: SessionRecord): Caller => ({
    token: record.access_token,
    sessionId: "",
    userId: record.userId,
    customerId: record.customerId,
  });

  /** A user with an activated authenticator, and its secret. */
  async function makeUserWithAuthenticator() {
    const { username, email, id } = await makeUserWithEmail("TOTP");
    await logIn(username);
    const session = as(await jsonOf<SessionRecord>(logIn(username, await mailedCode(email))));
    const { secret, uri } = await jsonOf<{ secret: string; uri: string }>(
      call("GET", "/user/getTotpSecret", { as: session }),
    );
    const code = await generate({ secret });
    const verification = await call("POST", "/user/verifyTotp", { as: session, body: { secret, code } });
    return { id, username, email, secret, uri, session, answer: verification, code };
  }
  const createCode = (secret: string, seconds: number) =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });

  it.for([
    ["staff:north", "Siteproof:staff%20north"],
    [": a :: b:", "Siteproof:a%20b"],
    ["n：ord", "Siteproof:n%20ord"],
    ["åsa@example.test", "Siteproof:%C3%A5sa%40example.test"],
    ["::", "Siteproof:"],
  ] as const)("C4 keycloak#32833 the label of %s has no colon but the issuer's", ([username, label]) => {
    const uri = totpUri(username, "JBSWY3DPEHPK3PXP");
    expect(uri.split("?")[0]).toBe(`otpauth://totp/${label}`);
    expect(new URL(uri).searchParams.get("issuer")).toBe("Siteproof");
  });

  it("3§5 the first code activates it, and it is required from then on", async () => {
    const { id, username, secret, uri, session, answer } = await makeUserWithAuthenticator();
    expect([answer.status, await answer.json()]).toEqual([200, "OK"]);
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Siteproof:.*secret=${secret}`));
    expect(
      await jsonOf(call("GET", "/user/getTwoFactorAuthenticationValues", { as: session })),
    ).toMatchObject({
      type: "TOTP",
      hasSecret: true,
    });
    const [row] = await db().select().from(user).where(eq(user.id, id));
    expect(row?.totpSecret).not.toContain(secret);
    expect((await logIn(username)).status).toBe(400);
    expect((await logIn(username, await createCode(secret, 30))).status).toBe(200);
  });

  it("design§Sessions a used code is refused, as is a code of an earlier step or of one several steps away", async () => {
    const { username, secret, code } = await makeUserWithAuthenticator();
    expect((await logIn(username, code)).status).toBe(401);
    const nextCode = await createCode(secret, 30);
    expect((await logIn(username, nextCode)).status).toBe(200);
    expect((await logIn(username, nextCode)).status).toBe(401);
    expect((await logIn(username, await createCode(secret, 90))).status).toBe(401);
    expect((await logIn(username, await createCode(secret, -120))).status).toBe(401);
  });

  it("design§Sessions one of two simultaneous logins with the same code succeeds", async () => {
    const { username, secret } = await makeUserWithAuthenticator();
    const code = await createCode(secret, 30);
    const statuses = await Promise.all([logIn(username, code), logIn(username, code)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("3§4 an authenticator that was activated with another SECRETS_KEY gets a separate problem code until a super admin resets it", async () => {
    const { id, username, email, secret } = await makeUserWithAuthenticator();
    const otherEnv = { ...env, SECRETS_KEY: "another-secrets-key-0123456789abcdefgh" };
    expect((await logIn(username, undefined, testPassword, otherEnv)).status).toBe(400);
    const code = await createCode(secret, 30);
    const refusedResponse = await logIn(username, code, testPassword, otherEnv);
    expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
      401,
      { error: { code: "authenticatorUnreadable" } },
    ]);
    // Only someone who knows the password learns of it.
    const response = await logIn(username, code, "Wrong-password-1!", otherEnv);
    expect(await jsonOf(response)).toMatchObject({ error: { code: "loginFailed" } });
    const reset = await call("POST", `/user/resetTotp/${id}`, { as: await makeSuperAdmin(), env: otherEnv });
    expect(reset.status).toBe(200);
    expect(await jsonOf(logIn(username, undefined, testPassword, otherEnv))).toMatchObject({
      error: { code: "codeMailed" },
    });
    expect((await logIn(username, await mailedCode(email), testPassword, otherEnv)).status).toBe(200);
  });

  it("3§8 a wrong first code is refused and activates nothing", async () => {
    const { username, email } = await makeUserWithEmail("TOTP");
    await logIn(username);
    const session = as(await jsonOf<SessionRecord>(logIn(username, await mailedCode(email))));
    const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as: session }));
    for (const code of ["000000", "abc", "1234567890"]) {
      if (code === (await generate({ secret }))) continue;
      const response = await call("POST", "/user/verifyTotp", { as: session, body: { secret, code } });
      expect([response.status, await jsonOf(response)]).toMatchObject([
        422,
        { error: { code: "wrongCode" } },
      ]);
    }
    expect(
      await jsonOf(call("GET", "/user/getTwoFactorAuthenticationValues", { as: session })),
    ).toMatchObject({
      hasSecret: false,
    });
  });

  it("design§Sessions a user cannot replace an active authenticator; a super admin can reset it, which is audited and ends the user's sessions", async () => {
    const { id, username, email, session } = await makeUserWithAuthenticator();
    expect((await call("GET", "/user/getTotpSecret", { as: session })).status).toBe(422);
    const admin = await makeSuperAdmin();
    expect((await call("POST", `/user/resetTotp/${id}`, { as: session })).status).toBe(403);
    expect((await call("POST", `/user/resetTotp/${id}`, { as: admin })).status).toBe(200);
    expect((await call("GET", "/products", { as: session })).status).toBe(401);
    const [entry] = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectId, String(id)), eq(domainChange.userId, admin.userId)))
      .orderBy(desc(domainChange.id));
    expect(entry).toMatchObject({
      objectClass: "siteproof.User",
      params: { totpSecret: { before: "•••", after: null } },
    });
    expect((await logIn(username)).status).toBe(400);
    expect((await logIn(username, await mailedCode(email))).status).toBe(200);
  });

  it("3§4 a user without a second factor can turn one on", async () => {
    const caller = await makeCaller();
    expect(await jsonOf(call("GET", "/user/getTwoFactorAuthenticationValues", { as: caller }))).toMatchObject(
      {
        type: "NONE",
        hasSecret: false,
      },
    );
    expect((await call("GET", "/user/getTotpSecret", { as: caller })).status).toBe(200);
  });
});
