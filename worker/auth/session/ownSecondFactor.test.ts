import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { customer, domainChange, oneTimeCode, user, userCustomer } from "#worker/db/schema/index.ts";
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
    env: testEnv,
  });
const codeOf = async (response: Response) =>
  response.ok ? "in" : (await jsonOf<{ error: { code: string } }>(response)).error.code;
const post = (as: Caller, path: string, body: object) => call("POST", `/user/${path}`, { as, body });
const findUser = async (as: Caller) => (await db().select().from(user).where(eq(user.id, as.userId)).get())!;

/** Turns on an authenticator as its owner. Returns its secret. */
async function activateAuthenticator(as: Caller): Promise<string> {
  const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as }));
  const response = await post(as, "verifyTotp", { secret, code: await generate({ secret }) });
  expect(response.status).toBe(200);
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
    const updateResponse = await call("PUT", `/users/${ownerActivated.userId}`, {
      as: await makeSuperAdmin(),
      body: { twoFactorAuthenticationType: "EMAIL", version },
    });
    expect(updateResponse.status).toBe(200);
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
    const storedCodes = await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId));
    for (const code of codes) expect(JSON.stringify(storedCodes)).not.toContain(code.replace("-", ""));
    expect(await codeOf(await logIn(username, codes[0]!.toLowerCase().replace("-", " ")))).toBe("in");
    expect(await codeOf(await logIn(username, codes[0]))).toBe("loginFailed");
    expect(await jsonOf(call("GET", "/user/getTwoFactorAuthenticationValues", { as }))).toMatchObject({
      recoveryCodes: 9,
      canTurnOff: true,
    });
    const replacement = await jsonOf<{ codes: string[] }>(create());
    expect(await codeOf(await logIn(username, codes[1]))).toBe("loginFailed");
    expect(await codeOf(await logIn(username, replacement.codes[1]))).toBe("in");
    const otherUser = await makeUserWithAddress();
    await activateAuthenticator(otherUser);
    expect(await codeOf(await logIn((await findUser(otherUser)).username, replacement.codes[2]))).toBe(
      "loginFailed",
    );
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
    const otherUser = await makeUser({ email: `${uniqueName("other")}@example.com` });
    expect(await codeOf(await logIn(otherUser.username))).toBe("in");
    expect(await codeOf(await logIn(otherUser.username, undefined, testEnv("everyone")))).toBe("codeMailed");
  });

  /** A customer that requires it. */
  async function makeRequiringCustomer(): Promise<number> {
    const { id } = await makeCustomer();
    await db().update(customer).set({ secondFactorRequired: true }).where(eq(customer.id, id));
    return id;
  }
  const logInWith = (username: string, authenticator: { secret: string; code: string }) =>
    call("POST", "/login", { body: { username, password: testPassword, authenticator } });
  const newSecret = async (username: string) =>
    (await jsonOf<{ secret: string }>(call("POST", "/login/newAuthenticator", { body: { username } })))
      .secret;

  it("design§Sessions a customer can require it of all its users", async () => {
    const customerId = await makeRequiringCustomer();
    const { username } = await makeUser({ customerId, email: `${uniqueName("user")}@example.com` });
    expect(await codeOf(await logIn(username))).toBe("codeMailed");
  });

  it("design§Sessions a user without an address for codes can only log in by setting up an authenticator", async () => {
    const { id, username } = await makeUser({ customerId: await makeRequiringCustomer() });
    expect(await codeOf(await logIn(username))).toBe("secondFactorSetupRequired");
    expect(await codeOf(await logIn(username, "000000"))).toBe("secondFactorSetupRequired");
    const secret = await newSecret(username);
    expect(await codeOf(await logInWith(username, { secret, code: "000000" }))).toBe("loginFailed");
    expect((await db().select().from(user).where(eq(user.id, id)).get())!.totpSecret).toBeNull();
    const code = await generate({ secret });
    const wrongPassword = call("POST", "/login", {
      body: { username, password: "Wrong-1!", authenticator: { secret, code } },
    });
    expect(await codeOf(await wrongPassword)).toBe("loginFailed");
    expect(await codeOf(await logInWith(username, { secret, code }))).toBe("in");
    expect(await codeOf(await logIn(username))).toBe("secondFactorRequired");
    const log = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(id)));
    expect(log.at(-1)).toMatchObject({
      userId: id,
      params: { twoFactorAuthenticationType: { before: "NONE", after: "TOTP" } },
    });
    // A set-up is only accepted while the user has no factor, so it cannot replace one.
    const otherUser = await newSecret(username);
    const replacementResponse = await logInWith(username, {
      secret: otherUser,
      code: await generate({ secret: otherUser }),
    });
    expect(await codeOf(replacementResponse)).toBe("secondFactorRequired");
  });

  it("design§Sessions one of two concurrent set-ups succeeds", async () => {
    const { username } = await makeUser({ customerId: await makeRequiringCustomer() });
    const attempts = await Promise.all(
      [1, 2].map(async () => {
        const secret = await newSecret(username);
        return codeOf(await logInWith(username, { secret, code: await generate({ secret }) }));
      }),
    );
    expect(attempts.filter((result) => result === "in")).toHaveLength(1);
  });

  it("design§Sessions a set-up is refused to users who have another second factor or need none", async () => {
    const userWithoutFactor = await makeUser();
    const secret = await newSecret(userWithoutFactor.username);
    const body = { secret, code: await generate({ secret }) };
    expect(await codeOf(await logInWith(userWithoutFactor.username, body))).toBe("in");
    expect(
      (await db().select().from(user).where(eq(user.id, userWithoutFactor.id)).get())!.totpSecret,
    ).toBeNull();
    const userWithCodes = await makeUser({
      customerId: await makeRequiringCustomer(),
      email: `${uniqueName("mailed")}@example.com`,
    });
    expect(await codeOf(await logInWith(userWithCodes.username, body))).toBe("codeMailed");
  });

  it("1§4 a customer that a user can switch to can require it too", async () => {
    const requiringCustomerId = await makeRequiringCustomer();
    const switchingUser = await makeUser({ roles: ["ROLE_SWITCH_CUSTOMER"] });
    const otherUser = await makeUser();
    for (const { id: userId } of [switchingUser, otherUser])
      await db().insert(userCustomer).values({ userId, customerId: requiringCustomerId });
    expect(await codeOf(await logIn(switchingUser.username))).toBe("secondFactorSetupRequired");
    expect(await codeOf(await logIn(otherUser.username))).toBe("in");
  });
});
