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

const readCode = async (response: Response | Promise<Response>) => {
  const resolvedResponse = await response;
  return resolvedResponse.ok
    ? "ok"
    : (await jsonOf<{ error: { code: string } }>(resolvedResponse)).error.code;
};
const post = (path: string, body?: object, as?: Caller, address = uniqueName("address")) =>
  call("POST", path, { as, body, headers: { "cf-connecting-ip": address } });
const findUser = async ({ userId }: Caller) =>
  (await db().select().from(user).where(eq(user.id, userId)).get())!;
const makeOwner = (options: Parameters<typeof makeCaller>[0] = {}) =>
  makeCaller({ email: `${uniqueName("owner")}@example.com`, ...options });

const fetchRegistrationChallenge = async (as: Caller) =>
  (await jsonOf<Options>(post("/user/passkeyOptions", undefined, as))).challenge;
const fetchLoginChallenge = async () => (await jsonOf<Options>(post("/login/passkeyOptions", {}))).challenge;
const postPasskey = async (as: Caller, response: object, name = "Phone") =>
  post("/user/addPasskey", { name, passkey: response }, as);

/** Adds a passkey to the user's account. Returns its authenticator. */
async function addPasskey(as: Caller): Promise<SoftAuthenticator> {
  const authenticator = await makeAuthenticator();
  const response = await authenticator.register(await fetchRegistrationChallenge(as));
  expect((await postPasskey(as, response)).status).toBe(201);
  return authenticator;
}
const logIn = async (authenticator: SoftAuthenticator) =>
  post("/login/passkey", { passkey: await authenticator.sign(await fetchLoginChallenge()) });
const logInWithPassword = async (as: Caller, factor: object = {}) =>
  readCode(post("/login", { username: (await findUser(as)).username, password: testPassword, ...factor }));
const fetchPasskeys = async (as: Caller) =>
  (
    await jsonOf<{ items: { id: string; name: string; lastUsed: string | null }[] }>(
      call("GET", "/user/listPasskeys", { as }),
    )
  ).items;
const listAuditParams = async ({ userId }: Caller) =>
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
    const openedSession = await jsonOf<SessionRecord>(logIn(authenticator));
    expect(openedSession).toMatchObject({ userId: as.userId, customerId: as.customerId });
    expect((await fetchPasskeys(as))[0]).toMatchObject({ name: "Phone", lastUsed: expect.any(String) });
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("A passkey was added");
    expect(await listAuditParams(as)).toMatchObject([{ passkey: { before: null, after: "Phone" } }]);
  });

  it("design§Sessions accepts each challenge once, even in two simultaneous calls", async () => {
    const authenticator = await addPasskey(await makeOwner());
    const assertion = await authenticator.sign(await fetchLoginChallenge());
    const send = () => readCode(post("/login/passkey", { passkey: assertion }));
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
      const assertion = await signer.sign(challenge ?? (await fetchLoginChallenge()), overrides);
      const credential = { id: authenticator.id, rawId: authenticator.id };
      return readCode(post("/login/passkey", { passkey: { ...assertion, ...credential } }));
    };
    const expiredChallenge = await fetchLoginChallenge();
    await db()
      .update(passkeyChallenge)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(passkeyChallenge.challenge, expiredChallenge));
    expect(await attempt({ origin: "https://siteproof.example.attacker.example" })).toBe("loginFailed");
    expect(await attempt({ origin: new URL(env.CONSOLE_URL).origin.replace("https", "http") })).toBe(
      "loginFailed",
    );
    expect(await attempt({ rpId: "attacker.example" })).toBe("loginFailed");
    expect(await attempt({ type: "webauthn.create" })).toBe("loginFailed");
    expect(await attempt({ isUserVerified: false })).toBe("loginFailed");
    expect(await attempt({}, Buffer.alloc(32, 1).toString("base64url"))).toBe("loginFailed");
    expect(await attempt({}, expiredChallenge)).toBe("loginFailed");
    expect(await attempt({}, await fetchRegistrationChallenge(as))).toBe("loginFailed");
    expect(await attempt({}, undefined, other)).toBe("loginFailed");
    expect(await attempt({})).toBe("ok");
    expect(await readCode(await logIn(other))).toBe("loginFailed");
  });

  it("design§Sessions refuses a copied passkey whose signature count lags behind", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const attempt = async (count: number) =>
      readCode(
        post("/login/passkey", { passkey: await authenticator.sign(await fetchLoginChallenge(), { count }) }),
      );
    expect(await attempt(5)).toBe("ok");
    expect(await attempt(5)).toBe("loginFailed");
    expect(await attempt(6)).toBe("ok");
  });

  it("1§4 refuses closed accounts like an unknown passkey, and an expired password with an error of its own", async () => {
    for (const change of [{ enabled: false }, { accountLocked: true }, { accountExpired: true }]) {
      const as = await makeOwner();
      const authenticator = await addPasskey(as);
      await db().update(user).set(change).where(eq(user.id, as.userId));
      expect(await readCode(await logIn(authenticator))).toBe("loginFailed");
    }
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    await db().update(user).set({ passwordExpired: true }).where(eq(user.id, as.userId));
    expect(await readCode(await logIn(authenticator))).toBe("passwordExpired");
  });

  it("design§Sessions is logged with its address if it is refused", async () => {
    const as = await makeOwner();
    const { usernameKey } = await findUser(as);
    await recordFailedLogin(env, databaseOf(env), {
      ...{ attemptId: crypto.randomUUID(), usernameKey, failure: "passkey", address: "192.0.2.7" },
    });
    expect(await listAuditParams(as)).toMatchObject([
      { failedLogin: { after: "passkey" }, remoteAddr: { after: "192.0.2.7" } },
    ]);
  });

  it("design§Sessions is limited by the challenges per address, of which those used for a login do not count", async () => {
    const authenticator = await addPasskey(await makeOwner());
    const address = "192.0.2.99";
    const options = () => post("/login/passkeyOptions", {}, undefined, address);
    const { challenge } = await jsonOf<Options>(options());
    const counter = eq(rateLimitCounter.key, `passkey:address:${address}`);
    const countAttempts = async () =>
      (await db().select().from(rateLimitCounter).where(counter).get())?.attempts;
    expect(await countAttempts()).toBe(1);
    await post("/login/passkey", { passkey: await authenticator.sign(challenge) }, undefined, address);
    expect(await countAttempts()).toBe(0);
    await db().update(rateLimitCounter).set({ attempts: 399 }).where(counter);
    expect((await options()).status).toBe(200);
    expect((await options()).status).toBe(429);
    expect(
      (await post("/login/passkey", { passkey: await authenticator.sign(challenge) }, undefined, address))
        .status,
    ).toBe(429);
  });

  it("design§Sessions has challenges that are purged once they have expired", async () => {
    const challenge = await fetchLoginChallenge();
    await db()
      .update(passkeyChallenge)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(passkeyChallenge.challenge, challenge));
    await purgeEnded(env, databaseOf(env), new Date());
    const remainingChallenges = await db()
      .select()
      .from(passkeyChallenge)
      .where(eq(passkeyChallenge.challenge, challenge));
    expect(remainingChallenges).toEqual([]);
  });
});

describe("a passkey as a second factor", () => {
  it("design§Sessions is asked for after the password, and another user's passkey is refused", async () => {
    const as = await makeOwner();
    expect(await logInWithPassword(as)).toBe("ok");
    const authenticator = await addPasskey(as);
    expect(await logInWithPassword(as)).toBe("passkeyRequired");
    const otherAuthenticator = await addPasskey(await makeOwner());
    const signPasskey = async (signer: SoftAuthenticator) => ({
      passkey: await signer.sign(await fetchLoginChallenge()),
    });
    expect(await logInWithPassword(as, await signPasskey(otherAuthenticator))).toBe("loginFailed");
    const passkeyFactor = await signPasskey(authenticator);
    expect(await logInWithPassword(as, passkeyFactor)).toBe("ok");
    expect(await logInWithPassword(as, passkeyFactor)).toBe("loginFailed");
    expect(await logInWithPassword(as, { code: "123456" })).toBe("loginFailed");
  });

  it("design§Sessions satisfies a customer's requirement of a second factor, without a mailed code", async () => {
    const { id: customerId } = await makeCustomer();
    await db().update(customer).set({ secondFactorRequired: true }).where(eq(customer.id, customerId));
    const as = await makeOwner({ customerId });
    expect(await logInWithPassword(as)).toBe("codeMailed");
    const authenticator = await addPasskey(as);
    expect(await logInWithPassword(as)).toBe("passkeyRequired");
    expect(
      await logInWithPassword(as, { passkey: await authenticator.sign(await fetchLoginChallenge()) }),
    ).toBe("ok");
  });

  it("design§Sessions can replace an authenticator app, and mailed codes that an administrator turned on", async () => {
    const [totpUser, mailUser] = [
      await makeOwner(),
      await makeOwner({ twoFactorAuthenticationType: "EMAIL" }),
    ];
    const { secret } = await jsonOf<{ secret: string }>(call("GET", "/user/getTotpSecret", { as: totpUser }));
    await post("/user/verifyTotp", { secret, code: await generate({ secret }) }, totpUser);
    for (const [as, expectedCode] of [
      [totpUser, "secondFactorRequired"],
      [mailUser, "codeMailed"],
    ] as const) {
      const authenticator = await addPasskey(as);
      expect(await logInWithPassword(as)).toBe(expectedCode);
      expect(
        await logInWithPassword(as, { passkey: await authenticator.sign(await fetchLoginChallenge()) }),
      ).toBe("ok");
    }
  });

  it("design§Sessions can be replaced by recovery codes, which are removed with the last second factor", async () => {
    const as = await makeOwner();
    await addPasskey(as);
    const authenticator = await makeAuthenticator();
    await postPasskey(as, await authenticator.register(await fetchRegistrationChallenge(as)), "Key");
    const { codes } = await jsonOf<{ codes: string[] }>(
      post("/user/createRecoveryCodes", { currentPassword: testPassword }, as),
    );
    expect(await logInWithPassword(as, { code: codes[0] })).toBe("ok");
    const remove = async (name: string) => {
      const { id } = (await fetchPasskeys(as)).find((item) => item.name === name)!;
      return (await call("DELETE", `/user/removePasskey/${id}`, { as })).status;
    };
    expect(await remove("Key")).toBe(200);
    expect(await readCode(await logIn(authenticator))).toBe("loginFailed");
    expect(await logInWithPassword(as, { code: codes[1] })).toBe("ok");
    expect(await remove("Phone")).toBe(200);
    expect(await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, as.userId))).toEqual([]);
    expect(await logInWithPassword(as)).toBe("ok");
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("was removed");
  });

  it("3§4 stays required when the authenticator app is turned off, and the mail says so", async () => {
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

  it("design§Sessions is removed by a super admin's reset, which ends sessions and is logged and mailed", async () => {
    const as = await makeOwner();
    const authenticator = await addPasskey(as);
    const superAdmin = await makeSuperAdmin();
    expect(await jsonOf(call("GET", `/users/${as.userId}`, { as: superAdmin }))).toMatchObject({
      hasPasskey: true,
      hasSecret: false,
    });
    expect((await post(`/user/resetTotp/${as.userId}`, undefined, superAdmin)).status).toBe(200);
    expect(await readCode(await logIn(authenticator))).toBe("loginFailed");
    expect((await call("GET", "/user/listPasskeys", { as })).status).toBe(401);
    expect((await listAuditParams(as)).at(-1)).toMatchObject({ passkey: { before: "Phone", after: null } });
    expect((await readLastMail((await findUser(as)).email!))!.text).toContain("passkeys");
  });
});

describe("a passkey instead of the password, before a final action", () => {
  const confirmationChallenge = async (as: Caller) =>
    (await jsonOf<Options>(post("/session/passkeyOptions", undefined, as))).challenge;
  const confirm = async (as: Caller, authenticator: SoftAuthenticator, challenge?: string, overrides = {}) =>
    readCode(
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
  const tryFinalAction = (as: Caller) => readCode(post("/user/passkeyOptions", undefined, as));

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
    expect(await confirm(as, authenticator, await fetchLoginChallenge())).toBe("passkeyRefused");
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
    // A confirmation of a session cannot be used to log in.
    const assertion = { passkey: await authenticator.sign(await confirmationChallenge(as)) };
    expect(await readCode(post("/login/passkey", assertion))).toBe("loginFailed");
  });

  it("design§Sessions takes the real user's passkey while acting as somebody else", async () => {
    const [as, superAdmin] = [await makeOwner(), await makeSuperAdmin()];
    const [userPasskey, adminPasskey] = [await addPasskey(as), await addPasskey(superAdmin)];
    const switchedSession = await jsonOf<SessionRecord>(
      call("GET", `/switch/index/${as.userId}`, { as: superAdmin }),
    );
    const actingCaller = { ...as, token: switchedSession.access_token };
    expect(await confirm(actingCaller, userPasskey)).toBe("passkeyRefused");
    expect(await confirm(actingCaller, adminPasskey)).toBe("ok");
  });
});

describe("adding and removing passkeys", () => {
  it("design§Sessions needs a fresh login, and is refused while acting as somebody else", async () => {
    const as = await makeOwner();
    const challenge = await fetchRegistrationChallenge(as);
    await addPasskey(as);
    const [{ id } = { id: "" }] = await fetchPasskeys(as);
    const response = await (await makeAuthenticator()).register(challenge);
    await db()
      .update(session)
      .set({ dateCreated: "2026-01-01T00:00:00Z" })
      .where(eq(session.id, as.sessionId));
    const makeCalls = () => [
      readCode(post("/user/passkeyOptions", undefined, as)),
      readCode(postPasskey(as, response)),
      readCode(call("DELETE", `/user/removePasskey/${id}`, { as })),
    ];
    expect(new Set(await Promise.all(makeCalls()))).toEqual(new Set(["confirmationRequired"]));
    await post("/session/confirm", { currentPassword: testPassword }, as);
    const superAdmin = await makeSuperAdmin();
    const switchedSession = await jsonOf<SessionRecord>(
      call("GET", `/switch/index/${as.userId}`, { as: superAdmin }),
    );
    const actingCaller = { ...as, token: switchedSession.access_token };
    for (const refusedResponse of [
      post("/user/passkeyOptions", undefined, actingCaller),
      postPasskey(actingCaller, response),
      call("DELETE", `/user/removePasskey/${id}`, { as: actingCaller }),
    ])
      expect(await readCode(refusedResponse)).toBe("switchedSession");
    expect(await readCode(postPasskey(as, response))).toBe("ok");
  });

  it("design§Sessions a passkey is renamed by its user alone, and the change is logged", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await addPasskey(as);
    const [{ id } = { id: "" }] = await fetchPasskeys(as);
    const rename = (name: string, caller = as) =>
      readCode(call("PUT", `/user/renamePasskey/${id}`, { as: caller, body: { name } }));
    expect(await rename("Stolen", other)).toBe("notFound");
    expect(await rename(" ")).toBe("invalid");
    expect(await rename("Laptop")).toBe("ok");
    expect(await fetchPasskeys(as)).toMatchObject([{ id, name: "Laptop" }]);
    expect((await listAuditParams(as)).at(-1)).toMatchObject({
      passkey: { before: "Phone", after: "Laptop" },
    });
    const switchedSession = await jsonOf<SessionRecord>(
      call("GET", `/switch/index/${as.userId}`, { as: await makeSuperAdmin() }),
    );
    expect(await rename("Theirs", { ...as, token: switchedSession.access_token })).toBe("switchedSession");
    expect(await readCode(await logIn(authenticator))).toBe("ok");
  });

  it("design§Sessions accepts a challenge once, in the session that requested it, and from the console's origin", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await makeAuthenticator();
    const response = await authenticator.register(await fetchRegistrationChallenge(as));
    expect(await readCode(postPasskey(other, response))).toBe("passkeyRefused");
    expect(await readCode(postPasskey(as, response))).toBe("ok");
    expect(await readCode(postPasskey(as, response))).toBe("passkeyRefused");
    const attempt = async (overrides: Parameters<SoftAuthenticator["register"]>[1]) =>
      readCode(
        postPasskey(
          as,
          await (await makeAuthenticator()).register(await fetchRegistrationChallenge(as), overrides),
        ),
      );
    expect(await attempt({ origin: "https://attacker.example" })).toBe("passkeyRefused");
    expect(await attempt({ rpId: "attacker.example" })).toBe("passkeyRefused");
    expect(await attempt({ isUserVerified: false })).toBe("passkeyRefused");
    expect(await attempt({ type: "webauthn.get" })).toBe("passkeyRefused");
    const loginResponse = await (await makeAuthenticator()).register(await fetchLoginChallenge());
    expect(await readCode(postPasskey(as, loginResponse))).toBe("passkeyRefused");
  });

  it("design§Sessions cannot take over or remove another user's passkey", async () => {
    const [as, other] = [await makeOwner(), await makeOwner()];
    const authenticator = await addPasskey(as);
    const secondResponse = await authenticator.register(await fetchRegistrationChallenge(other));
    expect(await readCode(postPasskey(other, secondResponse))).toBe("passkeyRefused");
    const [{ id } = { id: "" }] = await fetchPasskeys(as);
    expect((await call("DELETE", `/user/removePasskey/${id}`, { as: other })).status).toBe(404);
    expect(await fetchPasskeys(as)).toHaveLength(1);
    expect(await fetchPasskeys(other)).toEqual([]);
  });

  it("design§Sessions refuses malformed and hostile responses", async () => {
    const as = await makeOwner();
    const validResponse = (await (
      await makeAuthenticator()
    ).register(await fetchRegistrationChallenge(as))) as {
      response: { clientDataJSON: string };
    };
    // 20 000 nested CBOR arrays.
    const nestedArrays = Buffer.alloc(20_000, 0x81).toString("base64url");
    for (const attestationObject of ["AA", "oA", nestedArrays]) {
      const response = { ...validResponse.response, attestationObject };
      expect(await readCode(postPasskey(as, { ...validResponse, response }))).toBe("passkeyRefused");
    }
    for (const clientDataJSON of [
      "AA",
      Buffer.from("[]").toString("base64url"),
      Buffer.from('{"challenge":{}}').toString("base64url"),
    ])
      expect(
        await readCode(
          post("/login/passkey", {
            passkey: {
              ...{ id: "AA", rawId: "AA", type: "public-key" },
              response: { clientDataJSON, authenticatorData: "AA", signature: "AA" },
            },
          }),
        ),
      ).toBe("loginFailed");
  });

  it(`design§Sessions allows at most ${maxPasskeys} per user`, async () => {
    const as = await makeOwner();
    for (let index = 0; index < maxPasskeys; index += 1)
      await db()
        .insert(passkey)
        .values({
          ...{ userId: as.userId, name: String(index), publicKey: "AA", signatureCount: 0 },
          credentialId: uniqueName("credential"),
        });
    const response = await (await makeAuthenticator()).register(await fetchRegistrationChallenge(as));
    expect(await readCode(postPasskey(as, response))).toBe("tooManyPasskeys");
  });
});
