import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { customer, domainChange, oneTimeCode, user } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  distinct,
  env,
  jsonOf,
  lastMail,
  makeCaller,
  makeCustomer,
  makeSuper,
  makeUser,
  testPassword,
} from "#worker/testing/factories.ts";

const logIn = (username: string, code?: string, on = env) =>
  call("POST", "/login", {
    body: { username, password: testPassword, ...(code !== undefined && { code }) },
    headers: { "cf-connecting-ip": distinct("address") },
    on,
  });
const codeOf = async (response: Response) =>
  response.ok ? "in" : (await jsonOf<{ error: { code: string } }>(response)).error.code;
const post = (as: Caller, path: string, body: object) => call("POST", `/user/${path}`, { as, body });
const self = async (as: Caller) => (await db().select().from(user).where(eq(user.id, as.userId)).get())!;

/** Turns on an authenticator as its owner. Returns its secret. */
async function turnOn(as: Caller): Promise<string> {
  const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as }));
  const activated = await post(as, "verifyTotp", { secret, code: await generate({ secret }) });
  expect(activated.status).toBe(200);
  return secret;
}
/** Lets the current code of an authenticator be used again. */
const allowCodeReuse = (as: Caller) =>
  db().update(user).set({ totpLastStep: null }).where(eq(user.id, as.userId));

const withAddress = async () => makeCaller({ email: `${distinct("owner")}@example.com` });

describe("a second factor of one's own", () => {
  it("3§4 users turn it on themselves, and are told by mail", async () => {
    const as = await withAddress();
    const { username, email } = await self(as);
    expect(await codeOf(await logIn(username))).toBe("in");
    const secret = await turnOn(as);
    expect(await codeOf(await logIn(username))).toBe("secondFactorRequired");
    await allowCodeReuse(as);
    expect(await codeOf(await logIn(username, await generate({ secret })))).toBe("in");
    expect((await lastMail(email!))!.text).toContain("An authenticator app was activated");
  });

  it("3§4 only with password and code do they turn off what they turned on", async () => {
    const as = await withAddress();
    const { username, email } = await self(as);
    const secret = await turnOn(as);
    await allowCodeReuse(as);
    const off = async (currentPassword: string, code: string) =>
      codeOf(await post(as, "turnOffSecondFactor", { currentPassword, code }));
    expect(await off("Wrong-1!", await generate({ secret }))).toBe("invalid");
    expect(await off(testPassword, "000000")).toBe("wrongCode");
    expect(await off(testPassword, await generate({ secret }))).toBe("in");
    expect(await off(testPassword, await generate({ secret }))).toBe("ruleBroken");
    expect(await codeOf(await logIn(username))).toBe("in");
    expect((await lastMail(email!))!.text).toContain("was turned off");
    const log = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(as.userId)));
    expect(log.map(({ params }) => params.twoFactorAuthenticationType)).toEqual([
      { before: "NONE", after: "TOTP" },
      { before: "TOTP", after: "NONE" },
    ]);
  });

  it("3§4 what an administrator turned on stays on", async () => {
    const as = await makeCaller({ twoFactorAuthenticationType: "TOTP", email: "a@example.com" });
    const secret = await turnOn(as);
    await allowCodeReuse(as);
    const body = { currentPassword: testPassword, code: await generate({ secret }) };
    expect(await codeOf(await post(as, "turnOffSecondFactor", body))).toBe("ruleBroken");
    const own = await withAddress();
    await turnOn(own);
    const { version } = await self(own);
    const changed = await call("PUT", `/users/${own.userId}`, {
      as: await makeSuper(),
      body: { twoFactorAuthenticationType: "EMAIL", version },
    });
    expect(changed.status).toBe(200);
    expect(await self(own)).toMatchObject({ secondFactorByOwner: false });
  });
});

describe("recovery codes", () => {
  it("design§Sessions each logs in once in place of a code, in any writing; new ones replace them", async () => {
    const as = await withAddress();
    const { username } = await self(as);
    const create = () => post(as, "createRecoveryCodes", { currentPassword: testPassword });
    expect(await codeOf(await create())).toBe("ruleBroken");
    await turnOn(as);
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
    const other = await withAddress();
    await turnOn(other);
    expect(await codeOf(await logIn((await self(other)).username, renewed.codes[2]))).toBe("loginFailed");
  });

  it("design§Sessions a reset by a super admin ends them", async () => {
    const as = await withAddress();
    await turnOn(as);
    await post(as, "createRecoveryCodes", { currentPassword: testPassword });
    await call("POST", `/user/resetTotp/${as.userId}`, { as: await makeSuper() });
    expect(await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId))).toEqual([]);
  });
});

describe("a required second factor", () => {
  const on = (SECOND_FACTOR: string) => ({ ...env, SECOND_FACTOR });
  const admin = () => makeUser({ roles: ["ROLE_SUPER_ADMIN"], email: `${distinct("admin")}@example.com` });

  it("design§Sessions super admins of a deployment get a code by mail unless they have another, others do not", async () => {
    const { username, email } = await admin();
    expect(await codeOf(await logIn(username))).toBe("codeMailed");
    const code = /\b\d{6}\b/.exec((await lastMail(email!))!.text)![0];
    expect(await codeOf(await logIn(username, code))).toBe("in");
    expect(await codeOf(await logIn(username, undefined, on("none")))).toBe("in");
    expect(
      await codeOf(await logIn(username, undefined, { ...env, CONSOLE_URL: "http://localhost:8788" })),
    ).toBe("in");
    const other = await makeUser({ email: `${distinct("other")}@example.com` });
    expect(await codeOf(await logIn(other.username))).toBe("in");
    expect(await codeOf(await logIn(other.username, undefined, on("everyone")))).toBe("codeMailed");
  });

  it("design§Sessions a customer requires it of its users, as far as they have an address", async () => {
    const { id: customerId } = await makeCustomer();
    await db().update(customer).set({ secondFactorRequired: true }).where(eq(customer.id, customerId));
    const reachable = await makeUser({ customerId, email: `${distinct("user")}@example.com` });
    const unreachable = await makeUser({ customerId });
    expect(await codeOf(await logIn(reachable.username))).toBe("codeMailed");
    expect(await codeOf(await logIn(unreachable.username))).toBe("in");
  });
});
