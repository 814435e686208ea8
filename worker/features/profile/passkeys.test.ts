import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { maxPasskeys } from "#domain/endpoints/account/passkeys.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { recordFailedLogin } from "#worker/auth/session/failedLogins.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  customer,
  domainChange,
  oneTimeCode,
  passkey,
  passkeyChallenge,
  rateLimitCounter,
  session,
  user,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  readLastMail,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeAuthenticator, type SoftAuthenticator } from "#worker/testing/softAuthenticator.ts";

type Options = { challenge: string; rpId?: string };

const codeOf = async (response: Response | Promise<Response>) => {
  const answered = await response;
  return answered.ok ? "ok" : (await jsonOf<{ error: { code: string } }>(answered)).error.code;
};
const post = (path: string, body?: object, as?: Caller, address = uniqueName("address")) =>
  call("POST", path, { as, body, headers: { "cf-connecting-ip": address } });
const findUser = async ({ userId }: Caller) =>
  (await db().select().from(user).where(eq(user.id, userId)).get())!;
const makeOwner = (options: Parameters<typeof makeCaller>[0] = {}) =>
  makeCaller({ email: `${uniqueName("owner")}@example.com`, ...options });

const registrationChallenge = async (as: Caller) =>
  (await jsonOf<Options>(post("/user/passkeyOptions", undefined, as))).challenge;
const loginChallenge = async () => (await jsonOf<Options>(post("/login/passkeyOptions", {}))).challenge;
const add = async (as: Caller, response: object, name = "Phone") =>
  post("/user/addPasskey", { name, passkey: response }, as);

/** A user's new passkey. */
async function addPasskey(as: Caller): Promise<SoftAuthenticator> {
  const authenticator = await makeAuthenticator();
  const response = await authenticator.register(await registrationChallenge(as));
  expect((await add(as, response)).status).toBe(201);
  return authenticator;
}
const logIn = async (authenticator: SoftAuthenticator) =>
  post("/login/passkey", { passkey: await authenticator.sign(await loginChallenge()) });
const logInWithPassword = async (as: Caller, factor: object = {}) =>
  codeOf(post("/login", { username: (await findUser(as)).username, password: testPassword, ...factor }));
const list = async (as: Caller) =>
  (
    await jsonOf<{ items: { id: string; name: string; lastUsed: string | null }[] }>(
      call("GET", "/user/listPasskeys", { as }),
    )
  ).items;
const changesOf = async ({ userId }: Caller) =>
  (
    await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(userId)))
  ).map(({ params }) => params);

describe("a login with a passkey", () => {
  it("design§Sessions opens a session of the passkey's user, without password or code", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const opened = await jsonOf<SessionRecord>(logIn(authenticator));
    expect(opened).toMatchObject({ userId: as.userId, customerId: as.customerId });
    expect((await list(as))[0]).toMatchObject({ name: "Phone", lastUsed: expect.any(String) });
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("A passkey was added");
    expect(await changesOf(as)).toMatchObject([{ passkey: { before: null, after: "Phone" } }]);
  });

  it("design§Sessions takes each challenge once, also of two calls at once", async () => {
    const authenticator = await addPasskey(await makeOwner());
    const assertion = await authenticator.sign(await loginChallenge());
    const send = () => codeOf(post("/login/passkey", { passkey: assertion }));
    expect((await Promise.all([send(), send()])).sort()).toEqual(["loginFailed", "ok"]);
    expect(await send()).toBe("loginFailed");
  });

  it("design§Sessions refuses other sites, other keys, made-up challenges and users who were not verified", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const other = await makeAuthenticator();
    const attempt = async (
      overrides: Parameters<SoftAuthenticator["sign"]>[1],
      challenge?: string,
      signer = authenticator,
    ) => {
      const signed = await signer.sign(challenge ?? (await loginChallenge()), overrides);
      const credential = { id: authenticator.id, rawId: authenticator.id };
      return codeOf(post("/login/passkey", { passkey: { ...signed, ...credential } }));
    };
    const expired = await loginChallenge();
    await db()
      .update(passkeyChallenge)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(passkeyChallenge.challenge, expired));
    expect(await attempt({ origin: "https://siteproof.example.attacker.example" })).toBe("loginFailed");
    expect(await attempt({ origin: new URL(env.CONSOLE_URL).origin.replace("https", "http") })).toBe(
      "loginFailed",
    );
    expect(await attempt({ rpId: "attacker.example" })).toBe("loginFailed");
    expect(await attempt({ type: "webauthn.create" })).toBe("loginFailed");
    expect(await attempt({ isUserVerified: false })).toBe("loginFailed");
    expect(await attempt({}, Buffer.alloc(32, 1).toString("base64url"))).toBe("loginFailed");
    expect(await attempt({}, expired)).toBe("loginFailed");
    expect(await attempt({}, await registrationChallenge(as))).toBe("loginFailed");
    expect(await attempt({}, undefined, other)).toBe("loginFailed");
    expect(await attempt({})).toBe("ok");
    expect(await codeOf(await logIn(other))).toBe("loginFailed");
  });

  it("design§Sessions refuses a copy whose count of signatures lags behind", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const attempt = async (count: number) =>
      codeOf(
        post("/login/passkey", { passkey: await authenticator.sign(await loginChallenge(), { count }) }),
      );
    expect(await attempt(5)).toBe("ok");
    expect(await attempt(5)).toBe("loginFailed");
    expect(await attempt(6)).toBe("ok");
  });

  it("1§4 refuses closed accounts as an unknown passkey, and an expired password with its name", async () => {
    for (const change of [{ enabled: false }, { accountLocked: true }, { accountExpired: true }]) {
      const as = await makeOwner();
      const authenticator = await addPasskey(as);
      await db().update(user).set(change).where(eq(user.id, as.userId));
      expect(await codeOf(await logIn(authenticator))).toBe("loginFailed");
    }
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    await db().update(user).set({ passwordExpired: true }).where(eq(user.id, as.userId));
    expect(await codeOf(await logIn(authenticator))).toBe("passwordExpired");
  });

  it("design§Sessions a refused passkey is logged with its address", async () => {
    const as = await makeOwner();
    const { usernameKey } = await findUser(as);
    await recordFailedLogin(env, databaseOf(env), {
      ...{ attemptId: crypto.randomUUID(), usernameKey, failure: "passkey", address: "192.0.2.7" },
    });
    expect(await changesOf(as)).toMatchObject([
      { failedLogin: { after: "passkey" }, remoteAddr: { after: "192.0.2.7" } },
    ]);
  });

  it("design§Sessions one address can request a bounded number of challenges, and logins do not count", async () => {
    const authenticator = await addPasskey(await makeOwner());
    const address = "192.0.2.99";
    const options = () => post("/login/passkeyOptions", {}, undefined, address);
    const { challenge } = await jsonOf<Options>(options());
    const counter = eq(rateLimitCounter.key, `passkey:address:${address}`);
    const attempts = async () => (await db().select().from(rateLimitCounter).where(counter).get())?.attempts;
    expect(await attempts()).toBe(1);
    await post("/login/passkey", { passkey: await authenticator.sign(challenge) }, undefined, address);
    expect(await attempts()).toBe(0);
    await db().update(rateLimitCounter).set({ attempts: 399 }).where(counter);
    expect((await options()).status).toBe(200);
    expect((await options()).status).toBe(429);
    expect(
      (await post("/login/passkey", { passkey: await authenticator.sign(challenge) }, undefined, address))
        .status,
    ).toBe(429);
  });

  it("design§Sessions unused challenges are purged", async () => {
    const challenge = await loginChallenge();
    await db()
      .update(passkeyChallenge)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(passkeyChallenge.challenge, challenge));
    await purgeEnded(env, databaseOf(env), new Date());
    const left = await db().select().from(passkeyChallenge).where(eq(passkeyChallenge.challenge, challenge));
    expect(left).toEqual([]);
  });
});

describe("a passkey as a second factor", () => {
  it("design§Sessions is asked for after the password, and only its user's is accepted", async () => {
    const as = await makeOwner();
    expect(await logInWithPassword(as)).toBe("ok");
    const authenticator = await addPasskey(as);
    expect(await logInWithPassword(as)).toBe("passkeyRequired");
    const others = await addPasskey(await makeOwner());
    const passkeyOf = async (signer: SoftAuthenticator) => ({
      passkey: await signer.sign(await loginChallenge()),
    });
    expect(await logInWithPassword(as, await passkeyOf(others))).toBe("loginFailed");
    const right = await passkeyOf(authenticator);
    expect(await logInWithPassword(as, right)).toBe("ok");
    expect(await logInWithPassword(as, right)).toBe("loginFailed");
    expect(await logInWithPassword(as, { code: "123456" })).toBe("loginFailed");
  });

  it("design§Sessions satisfies what a customer requires, without a mailed code", async () => {
    const { id: customerId } = await makeCustomer();
    await db().update(customer).set({ secondFactorRequired: true }).where(eq(customer.id, customerId));
    const as = await makeOwner({ customerId });
    expect(await logInWithPassword(as)).toBe("codeMailed");
    const authenticator = await addPasskey(as);
    expect(await logInWithPassword(as)).toBe("passkeyRequired");
    expect(await logInWithPassword(as, { passkey: await authenticator.sign(await loginChallenge()) })).toBe(
      "ok",
    );
  });

  it("design§Sessions stands in for an authenticator app, and for codes that an administrator set", async () => {
    const [totp, mail] = [await makeOwner(), await makeOwner({ twoFactorAuthenticationType: "EMAIL" })];
    const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as: totp }));
    await post("/user/verifyTotp", { secret, code: await generate({ secret }) }, totp);
    for (const [as, request] of [
      [totp, "secondFactorRequired"],
      [mail, "codeMailed"],
    ] as const) {
      const authenticator = await addPasskey(as);
      expect(await logInWithPassword(as)).toBe(request);
      expect(await logInWithPassword(as, { passkey: await authenticator.sign(await loginChallenge()) })).toBe(
        "ok",
      );
    }
  });

  it("design§Sessions recovery codes replace it, and go with the last second factor", async () => {
    const as = await makeOwner();
    await addPasskey(as);
    const authenticator = await makeAuthenticator();
    await add(as, await authenticator.register(await registrationChallenge(as)), "Key");
    const { codes } = await jsonOf<{ codes: string[] }>(
      post("/user/createRecoveryCodes", { currentPassword: testPassword }, as),
    );
    expect(await logInWithPassword(as, { code: codes[0] })).toBe("ok");
    const remove = async (name: string) => {
      const { id } = (await list(as)).find((item) => item.name === name)!;
      return (await call("DELETE", `/user/removePasskey/${id}`, { as })).status;
    };
    expect(await remove("Key")).toBe(200);
    expect(await codeOf(await logIn(authenticator))).toBe("loginFailed");
    expect(await logInWithPassword(as, { code: codes[1] })).toBe("ok");
    expect(await remove("Phone")).toBe(200);
    expect(await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId))).toEqual([]);
    expect(await logInWithPassword(as)).toBe("ok");
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("was removed");
  });

  it("3§4 turning off the authenticator app leaves passkeys required, and says so by mail", async () => {
    const as = await makeOwner();
    const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as }));
    await post("/user/verifyTotp", { secret, code: await generate({ secret }) }, as);
    await addPasskey(as);
    await post("/user/createRecoveryCodes", { currentPassword: testPassword }, as);
    await db().update(user).set({ totpLastStep: null }).where(eq(user.id, as.userId));
    const body = { currentPassword: testPassword, code: await generate({ secret }) };
    expect((await post("/user/turnOffSecondFactor", body, as)).status).toBe(200);
    expect(await logInWithPassword(as)).toBe("passkeyRequired");
    expect(await db().$count(oneTimeCode, eq(oneTimeCode.userId, as.userId))).toBe(10);
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("still requires a passkey");
  });

  it("design§Sessions a super admin's reset removes passkeys, ends sessions, and is logged and mailed", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const admin = await makeSuperAdmin();
    expect(await jsonOf(call("GET", `/users/${as.userId}`, { as: admin }))).toMatchObject({
      hasPasskey: true,
      hasSecret: false,
    });
    expect((await post(`/user/resetTotp/${as.userId}`, undefined, admin)).status).toBe(200);
    expect(await codeOf(await logIn(authenticator))).toBe("loginFailed");
    expect((await call("GET", "/user/listPasskeys", { as })).status).toBe(401);
    expect((await changesOf(as)).at(-1)).toMatchObject({ passkey: { before: "Phone", after: null } });
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("passkeys");
  });
});

describe("a passkey instead of the password, before a final action", () => {
  const confirmationChallenge = async (as: Caller) =>
    (await jsonOf<Options>(post("/session/passkeyOptions", undefined, as))).challenge;
  const confirm = async (as: Caller, authenticator: SoftAuthenticator, challenge?: string, overrides = {}) =>
    codeOf(
      post(
        "/session/confirmWithPasskey",
        { passkey: await authenticator.sign(challenge ?? (await confirmationChallenge(as)), overrides) },
        as,
      ),
    );
  const age = ({ sessionId }: Caller) =>
    db()
      .update(session)
      .set({ dateCreated: "2026-01-01T00:00:00Z", confirmedAt: null })
      .where(eq(session.id, sessionId));
  const tryFinalAction = (as: Caller) => codeOf(post("/user/passkeyOptions", undefined, as));

  it("design§Sessions confirms the session with a passkey of its user, in answer to the session's own challenge, once", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const [other, otherSession] = [await makeOwner(), await makeOwner()];
    const stranger = await addPasskey(other);
    await age(as);
    const options = await jsonOf<Options & { allowCredentials: { id: string }[] }>(
      post("/session/passkeyOptions", undefined, as),
    );
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    expect(await confirm(as, stranger)).toBe("passkeyRefused");
    expect(await confirm(as, authenticator, await loginChallenge())).toBe("passkeyRefused");
    expect(await confirm(as, authenticator, await confirmationChallenge(otherSession))).toBe(
      "passkeyRefused",
    );
    expect(await confirm(as, authenticator, undefined, { isUserVerified: false })).toBe("passkeyRefused");
    expect(await confirm(as, authenticator, undefined, { origin: "https://attacker.example" })).toBe(
      "passkeyRefused",
    );
    expect(await tryFinalAction(as)).toBe("confirmationRequired");
    const challenge = await confirmationChallenge(as);
    expect(await confirm(as, authenticator, challenge)).toBe("ok");
    expect(await tryFinalAction(as)).toBe("ok");
    await age(as);
    expect(await confirm(as, authenticator, challenge)).toBe("passkeyRefused");
    expect(await tryFinalAction(as)).toBe("confirmationRequired");
    // What confirms a session opens none.
    const assertion = { passkey: await authenticator.sign(await confirmationChallenge(as)) };
    expect(await codeOf(post("/login/passkey", assertion))).toBe("loginFailed");
  });

  it("design§Sessions takes the real user's passkey while acting as somebody else", async () => {
    const [as, admin] = [await makeOwner(), await makeSuperAdmin()];
    const [theirs, own] = [await addPasskey(as), await addPasskey(admin)];
    const switched = await jsonOf<SessionRecord>(call("GET", `/switch/index/${as.userId}`, { as: admin }));
    const acting = { ...as, token: switched.access_token };
    expect(await confirm(acting, theirs)).toBe("passkeyRefused");
    expect(await confirm(acting, own)).toBe("ok");
  });
});

describe("adding and removing passkeys", () => {
  it("design§Sessions needs a fresh login, and is refused while acting as somebody else", async () => {
    const as = await makeOwner();
    const challenge = await registrationChallenge(as);
    await addPasskey(as);
    const [{ id } = { id: "" }] = await list(as);
    const response = await (await makeAuthenticator()).register(challenge);
    await db()
      .update(session)
      .set({ dateCreated: "2026-01-01T00:00:00Z" })
      .where(eq(session.id, as.sessionId));
    const calls = () => [
      codeOf(post("/user/passkeyOptions", undefined, as)),
      codeOf(add(as, response)),
      codeOf(call("DELETE", `/user/removePasskey/${id}`, { as })),
    ];
    expect(new Set(await Promise.all(calls()))).toEqual(new Set(["confirmationRequired"]));
    await post("/session/confirm", { currentPassword: testPassword }, as);
    const admin = await makeSuperAdmin();
    const switched = await jsonOf<SessionRecord>(call("GET", `/switch/index/${as.userId}`, { as: admin }));
    const acting = { ...as, token: switched.access_token };
    for (const refused of [
      post("/user/passkeyOptions", undefined, acting),
      add(acting, response),
      call("DELETE", `/user/removePasskey/${id}`, { as: acting }),
    ])
      expect(await codeOf(refused)).toBe("switchedSession");
    expect(await codeOf(add(as, response))).toBe("ok");
  });

  it("design§Sessions a passkey is renamed by its user alone, and the change is logged", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await addPasskey(as);
    const [{ id } = { id: "" }] = await list(as);
    const rename = (name: string, caller = as) =>
      codeOf(call("PUT", `/user/renamePasskey/${id}`, { as: caller, body: { name } }));
    expect(await rename("Stolen", other)).toBe("notFound");
    expect(await rename(" ")).toBe("invalid");
    expect(await rename("Laptop")).toBe("ok");
    expect(await list(as)).toMatchObject([{ id, name: "Laptop" }]);
    expect((await changesOf(as)).at(-1)).toMatchObject({ passkey: { before: "Phone", after: "Laptop" } });
    const switched = await jsonOf<SessionRecord>(
      call("GET", `/switch/index/${as.userId}`, { as: await makeSuperAdmin() }),
    );
    expect(await rename("Theirs", { ...as, token: switched.access_token })).toBe("switchedSession");
    expect(await codeOf(await logIn(authenticator))).toBe("ok");
  });

  it("design§Sessions takes a challenge once, in the session it was made for, from the console's address", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await makeAuthenticator();
    const response = await authenticator.register(await registrationChallenge(as));
    expect(await codeOf(add(other, response))).toBe("passkeyRefused");
    expect(await codeOf(add(as, response))).toBe("ok");
    expect(await codeOf(add(as, response))).toBe("passkeyRefused");
    const attempt = async (overrides: Parameters<SoftAuthenticator["register"]>[1]) =>
      codeOf(add(as, await (await makeAuthenticator()).register(await registrationChallenge(as), overrides)));
    expect(await attempt({ origin: "https://attacker.example" })).toBe("passkeyRefused");
    expect(await attempt({ rpId: "attacker.example" })).toBe("passkeyRefused");
    expect(await attempt({ isUserVerified: false })).toBe("passkeyRefused");
    expect(await attempt({ type: "webauthn.get" })).toBe("passkeyRefused");
    const loginResponse = await (await makeAuthenticator()).register(await loginChallenge());
    expect(await codeOf(add(as, loginResponse))).toBe("passkeyRefused");
  });

  it("design§Sessions another user's passkey is neither taken over nor removed", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await addPasskey(as);
    const again = await authenticator.register(await registrationChallenge(other));
    expect(await codeOf(add(other, again))).toBe("passkeyRefused");
    const [{ id } = { id: "" }] = await list(as);
    expect((await call("DELETE", `/user/removePasskey/${id}`, { as: other })).status).toBe(404);
    expect(await list(as)).toHaveLength(1);
    expect(await list(other)).toEqual([]);
  });

  it("design§Sessions malformed and hostile responses are refused", async () => {
    const as = await makeOwner();
    const valid = (await (await makeAuthenticator()).register(await registrationChallenge(as))) as {
      response: { clientDataJSON: string };
    };
    // 20 000 nested CBOR arrays.
    const nested = Buffer.alloc(20_000, 0x81).toString("base64url");
    for (const attestationObject of ["AA", "oA", nested]) {
      const response = { ...valid.response, attestationObject };
      expect(await codeOf(add(as, { ...valid, response }))).toBe("passkeyRefused");
    }
    for (const clientDataJSON of [
      "AA",
      Buffer.from("[]").toString("base64url"),
      Buffer.from('{"challenge":{}}').toString("base64url"),
    ])
      expect(
        await codeOf(
          post("/login/passkey", {
            passkey: {
              ...{ id: "AA", rawId: "AA", type: "public-key" },
              response: { clientDataJSON, authenticatorData: "AA", signature: "AA" },
            },
          }),
        ),
      ).toBe("loginFailed");
  });

  it(`design§Sessions a user has at most ${maxPasskeys}`, async () => {
    const as = await makeOwner();
    for (let index = 0; index < maxPasskeys; index += 1)
      await db()
        .insert(passkey)
        .values({
          ...{ userId: as.userId, name: String(index), publicKey: "AA", signatureCount: 0 },
          credentialId: uniqueName("credential"),
        });
    const response = await (await makeAuthenticator()).register(await registrationChallenge(as));
    expect(await codeOf(add(as, response))).toBe("tooManyPasskeys");
  });
});
