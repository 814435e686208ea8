import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { customer, domainChange, oneTimeCode, user } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  makeUser,
  readLastMail,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

const logIn = (username: string, code?: string, testEnv = env) =>
  call("POST", "/login", {
    body: { username, password: testPassword, ...(code !== undefined && { code }) },
    headers: { "cf-connecting-ip": uniqueName("address") },
    on: testEnv,
  });
const codeOf = async (response: Response) =>
  response.ok ? "in" : (await jsonOf<{ error: { code: string } }>(response)).error.code;
const post = (as: Caller, path: string, body: object) => call("POST", `/user/${path}`, { as, body });
const findUser = async (as: Caller) => (await db().select().from(user).where(eq(user.id, as.userId)).get())!;

/** Turns on an authenticator as its owner. Returns its secret. */
async function activateAuthenticator(as: Caller): Promise<string> {
  const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as }));
  const activated = await post(as, "verifyTotp", { secret, code: await generate({ secret }) });
  expect(activated.status).toBe(200);
  return secret;
}
/** Lets the current code of an authenticator be used again. */
const allowCodeReuse = (as: Caller) =>
  db().update(user).set({ totpLastStep: null }).where(eq(user.id, as.userId));

const makeUserWithAddress = async () => makeCaller({ email: `${uniqueName("owner")}@example.com` });

describe("a second factor that users turn on themselves", () => {
  it("3§4 is turned on by its user, who is notified by mail", async () => {
    const as = await makeUserWithAddress();
    const { username, email } = await findUser(as);
    expect(await codeOf(await logIn(username))).toBe("in");
    const secret = await activateAuthenticator(as);
    expect(await codeOf(await logIn(username))).toBe("secondFactorRequired");
    await allowCodeReuse(as);
    expect(await codeOf(await logIn(username, await generate({ secret })))).toBe("in");
    expect((await readLastMail(email!))!.text).toContain("An authenticator app was activated");
  });

  it("3§4 can be turned off by its user, only with password and code", async () => {
    const as = await makeUserWithAddress();
    const { username, email } = await findUser(as);
    const secret = await activateAuthenticator(as);
    await allowCodeReuse(as);
    const turnOff = async (currentPassword: string, code: string) =>
      codeOf(await post(as, "turnOffSecondFactor", { currentPassword, code }));
    expect(await turnOff("Wrong-1!", await generate({ secret }))).toBe("invalid");
    expect(await turnOff(testPassword, "000000")).toBe("wrongCode");
    expect(await turnOff(testPassword, await generate({ secret }))).toBe("in");
    expect(await turnOff(testPassword, await generate({ secret }))).toBe("ruleBroken");
    expect(await codeOf(await logIn(username))).toBe("in");
    expect((await readLastMail(email!))!.text).toContain("was turned off");
    const log = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(as.userId)));
    expect(log.map(({ params }) => params.twoFactorAuthenticationType)).toEqual([
      { before: "NONE", after: "TOTP" },
      { before: "TOTP", after: "NONE" },
    ]);
  });

  it("3§4 cannot be turned off by its user if an administrator turned it on", async () => {
    const as = await makeCaller({ twoFactorAuthenticationType: "TOTP", email: "a@example.com" });
    const secret = await activateAuthenticator(as);
    await allowCodeReuse(as);
    const body = { currentPassword: testPassword, code: await generate({ secret }) };
    expect(await codeOf(await post(as, "turnOffSecondFactor", body))).toBe("ruleBroken");
    const ownerActivated = await makeUserWithAddress();
    await activateAuthenticator(ownerActivated);
    const { version } = await findUser(ownerActivated);
    const changed = await call("PUT", `/users/${ownerActivated.userId}`, {
      as: await makeSuperAdmin(),
      body: { twoFactorAuthenticationType: "EMAIL", version },
    });
    expect(changed.status).toBe(200);
    expect(await findUser(ownerActivated)).toMatchObject({ secondFactorByOwner: false });
  });
});

describe("recovery codes", () => {
  it("design§Sessions each works once in place of a code, in any spelling; new ones replace the old", async () => {
    const as = await makeUserWithAddress();
    const { username } = await findUser(as);
    const create = () => post(as, "createRecoveryCodes", { currentPassword: testPassword });
    expect(await codeOf(await create())).toBe("ruleBroken");
    await activateAuthenticator(as);
    expect(await codeOf(await post(as, "createRecoveryCodes", { currentPassword: "Wrong-1!" }))).toBe(
      "invalid",
    );
    const { codes } = await jsonOf<{ codes: string[] }>(create());
    expect(new Set(codes).size).toBe(10);
    const stored = await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId));
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code.replace("-", ""));
    expect(await codeOf(await logIn(username, codes[0]!.toLowerCase().replace("-", " ")))).toBe("in");
    expect(await codeOf(await logIn(username, codes[0]))).toBe("loginFailed");
    expect(await jsonOf(call("GET", "/user/getTwoFactorAuthenticationValues", { as }))).toMatchObject({
      recoveryCodes: 9,
      canTurnOff: true,
    });
    const renewed = await jsonOf<{ codes: string[] }>(create());
    expect(await codeOf(await logIn(username, codes[1]))).toBe("loginFailed");
    expect(await codeOf(await logIn(username, renewed.codes[1]))).toBe("in");
    const other = await makeUserWithAddress();
    await activateAuthenticator(other);
    expect(await codeOf(await logIn((await findUser(other)).username, renewed.codes[2]))).toBe("loginFailed");
  });

  it("design§Sessions a reset by a super admin deletes them", async () => {
    const as = await makeUserWithAddress();
    await activateAuthenticator(as);
    await post(as, "createRecoveryCodes", { currentPassword: testPassword });
    await call("POST", `/user/resetTotp/${as.userId}`, { as: await makeSuperAdmin() });
    expect(await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId))).toEqual([]);
  });
});

describe("a required second factor", () => {
  const testEnv = (SECOND_FACTOR: string) => ({ ...env, SECOND_FACTOR });
  const admin = () => makeUser({ roles: ["ROLE_SUPER_ADMIN"], email: `${uniqueName("admin")}@example.com` });

  it("design§Sessions super admins of a deployment get a code by mail unless they have another, others do not", async () => {
    const { username, email } = await admin();
    expect(await codeOf(await logIn(username))).toBe("codeMailed");
    const code = /\b\d{6}\b/.exec((await readLastMail(email!))!.text)![0];
    expect(await codeOf(await logIn(username, code))).toBe("in");
    expect(await codeOf(await logIn(username, undefined, testEnv("none")))).toBe("in");
    expect(
      await codeOf(await logIn(username, undefined, { ...env, CONSOLE_URL: "http://localhost:8788" })),
    ).toBe("in");
    const other = await makeUser({ email: `${uniqueName("other")}@example.com` });
    expect(await codeOf(await logIn(other.username))).toBe("in");
    expect(await codeOf(await logIn(other.username, undefined, testEnv("everyone")))).toBe("codeMailed");
  });

  it("design§Sessions a customer can require it of all its users who have an address", async () => {
    const { id: customerId } = await makeCustomer();
    await db().update(customer).set({ secondFactorRequired: true }).where(eq(customer.id, customerId));
    const reachable = await makeUser({ customerId, email: `${uniqueName("user")}@example.com` });
    const unreachable = await makeUser({ customerId });
    expect(await codeOf(await logIn(reachable.username))).toBe("codeMailed");
    expect(await codeOf(await logIn(unreachable.username))).toBe("in");
  });
});
