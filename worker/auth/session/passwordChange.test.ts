import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { consumeJob } from "#queues/consumers/jobs.ts";
import { domainChange, oneTimeCode, session, user } from "#worker/db/schema/index.ts";
import {
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

const newPassword = "Nytt-Lösenord-1!";
const distinctAddress = () => ({ "cf-connecting-ip": uniqueName("address") });
const logIn = (username: string, password: string) =>
  call("POST", "/login", { body: { username, password }, headers: distinctAddress() });
const request = (username: string) =>
  call("POST", "/resetPassword/requestPasswordChange", { body: { username }, headers: distinctAddress() });
const change = (token: string, password = newPassword, repeatPassword = password) =>
  call("POST", "/resetPassword/changePassword", {
    body: { token, password, repeatPassword },
    headers: distinctAddress(),
  });

/** Processes a request as the queue does, and returns the token of its mail. */
async function tokenFor(username: string, email: string, language: "en" | "sv" = "en") {
  await consumeJob(
    { kind: "requestPasswordChange", requestId: crypto.randomUUID(), username, language },
    env,
  );
  return /\/resetpassword\/([\w-]+)/.exec((await readLastMail(email))?.text ?? "")?.[1] ?? "";
}

const makeUserWithEmail = async () => {
  const email = `${uniqueName("mail")}@siteproof.example`;
  return { ...(await makeUser({ email })), email };
};

describe("forgot password", () => {
  it("1§4 gives the same response for an existing and an unknown user", async () => {
    const { username } = await makeUserWithEmail();
    const responses = await Promise.all([request(username), request(uniqueName("nobody"))]);
    for (const response of responses)
      expect([response.status, await jsonOf(response)]).toEqual([200, { success: true }]);
  });

  it("design§Sessions mails a link to the configured console, in the language of the request", async () => {
    const { username, email } = await makeUserWithEmail();
    await tokenFor(username, email, "sv");
    const mail = await readLastMail(email);
    expect(mail?.subject).toBe("Välj ett nytt lösenord");
    expect(mail?.text).toContain(`${env.CONSOLE_URL}/resetpassword/`);
    expect(mail?.html).toContain(username);
  });

  it("design§Jobs a message delivered twice sends one mail", async () => {
    const { username, email, id } = await makeUserWithEmail();
    const message = {
      kind: "requestPasswordChange",
      requestId: crypto.randomUUID(),
      username,
      language: "en",
    };
    await Promise.all([consumeJob(message, env), consumeJob(message, env)]);
    expect(await readLastMail(email)).toBeDefined();
    expect(await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, id))).toHaveLength(1);
  });

  it("1§4 locked, disabled and expired accounts get no mail", async () => {
    const email = `${uniqueName("mail")}@siteproof.example`;
    for (const input of [{ enabled: false }, { accountLocked: true }, { accountExpired: true }]) {
      const { username } = await makeUser({ ...input, email });
      expect(await tokenFor(username, email)).toBe("");
    }
  });

  it("design§Sessions too many requests are refused with the time to wait", async () => {
    const name = uniqueName("nobody");
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await request(name)).status).toBe(200);
    const refusedResponse = await request(name);
    expect([refusedResponse.status, Number(refusedResponse.headers.get("retry-after")) > 0]).toEqual([
      429,
      true,
    ]);
  });
});

describe("reset password", () => {
  it("1§4 sets the password, ends all sessions of the user, and notifies the user", async () => {
    const { username, email, id } = await makeUserWithEmail();
    const earlierSession = await jsonOf<SessionRecord>(logIn(username, testPassword));
    const response = await change(await tokenFor(username, email));
    expect([response.status, await jsonOf(response)]).toEqual([200, { success: true }]);
    const [endedSession] = await db().select().from(session).where(eq(session.userId, id));
    expect(endedSession?.endReason).toBe("PASSWORD_CHANGED");
    const refreshResponse = await call("POST", "/accessToken/refreshToken", {
      body: { refresh_token: earlierSession.refresh_token },
    });
    expect(refreshResponse.status).toBe(401);
    expect((await logIn(username, testPassword)).status).toBe(401);
    expect((await logIn(username, newPassword)).status).toBe(200);
    expect((await readLastMail(email))?.subject).toBe("Your password was changed");
  });

  it("design§Sessions a token works once, even for two simultaneous uses, and voids the user's other tokens", async () => {
    const { username, email } = await makeUserWithEmail();
    const [earlierToken, token] = [await tokenFor(username, email), await tokenFor(username, email)];
    const responses = await Promise.all([change(token), change(token)]);
    const successes = await Promise.all(responses.map(async (response) => (await jsonOf(response)).success));
    expect(successes.sort()).toEqual([false, true]);
    expect(await jsonOf(change(earlierToken))).toEqual({ success: false });
  });

  it("design§Sessions a token lasts one hour", async () => {
    const { username, email, id } = await makeUserWithEmail();
    const token = await tokenFor(username, email);
    const [row] = await db().select().from(oneTimeCode).where(eq(oneTimeCode.userId, id));
    expect((Date.parse(row!.expiresAt) - Date.parse(row!.dateCreated)) / 60_000).toBeCloseTo(60, 1);
    expect(row?.codeHash).not.toContain(token);
    await db()
      .update(oneTimeCode)
      .set({ expiresAt: "2026-01-01T00:00:00Z" })
      .where(eq(oneTimeCode.userId, id));
    expect(await jsonOf(change(token))).toEqual({ success: false });
    expect(await jsonOf(change("made-up"))).toEqual({ success: false });
  });

  it.each([
    ["", "", { password: "required" }],
    ["Ab!4567", "Ab!4567", { password: "tooShort" }],
    ["Abcdefg!", "Abcdefg?", { repeatPassword: "noMatch" }],
    ["abcdefg!", "abcdefg!", { password: "noCapital" }],
    ["Abcdefgh", "Abcdefgh", { password: "noSpecial" }],
  ])("1§5 %j and %j: %j", async (password, repeatPassword, fields) => {
    const response = await change("token", password, repeatPassword);
    expect([response.status, await jsonOf(response)]).toMatchObject([422, { error: { fields } }]);
    const otherResponse = await call("PUT", "/user/updatePassword", {
      as: await makeCaller(),
      body: { currentPassword: testPassword, password, repeatPassword },
    });
    expect([otherResponse.status, await jsonOf(otherResponse)]).toMatchObject([422, { error: { fields } }]);
  });

  it("1§5 a password that can be guessed is refused wherever it is chosen, and the mailed link stays valid", async () => {
    const { username, email } = await makeUserWithEmail();
    const token = await tokenFor(username, email);
    const as = await makeCaller();
    const [ownRow] = await db().select().from(user).where(eq(user.id, as.userId));
    for (const [password, fault] of [
      ["Sommar2026!", "common"],
      ["P@ssword-1!", "common"],
      // Among the last of the hundred thousand most common.
      ["Abdullayev7!", "common"],
      ["!QAZ1qaz", "common"],
      [(name: string) => `X-${name}!`, "containsName"],
    ] as const) {
      const passwordFor = (name: string) => (typeof password === "string" ? password : password(name));
      const ownPassword = passwordFor(ownRow!.username);
      for (const response of [
        await change(token, passwordFor(username)),
        await call("PUT", "/user/updatePassword", {
          as,
          body: { currentPassword: testPassword, password: ownPassword, repeatPassword: ownPassword },
        }),
        await call("POST", "/users", {
          as: await makeSuperAdmin(),
          body: { customerId: ownRow!.customerId, username: "Ann Björk", password: passwordFor("björk") },
        }),
      ])
        expect([response.status, await jsonOf(response)]).toMatchObject([
          422,
          { error: { code: "invalid", fields: { password: fault } } },
        ]);
    }
    expect(await jsonOf(change(token))).toEqual({ success: true });
  });

  it("design§Sessions the change is in the audit log under the user, without the password", async () => {
    const { username, email, id } = await makeUserWithEmail();
    await change(await tokenFor(username, email));
    const [entry] = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(id)));
    expect(entry).toMatchObject({
      userId: id,
      objectClass: "siteproof.User",
      params: { password: { before: "•••", after: "•••" } },
    });
    expect(JSON.stringify(entry)).not.toContain(newPassword);
  });

  it("1§4 the mailed link unlocks a user who was locked out by wrong guesses", async () => {
    const { username, email } = await makeUserWithEmail();
    for (let guess = 0; guess < 10; guess += 1) await logIn(username, "wrong");
    expect((await logIn(username, testPassword)).status).toBe(429);
    await change(await tokenFor(username, email));
    expect((await logIn(username, newPassword)).status).toBe(200);
  });
});

describe("the profile's password", () => {
  it("3§5 a user changes it: this session continues, the others end", async () => {
    const { username } = await makeUser();
    const [currentSession, otherSession] = [
      await jsonOf<SessionRecord>(logIn(username, testPassword)),
      await jsonOf<SessionRecord>(logIn(username, testPassword)),
    ];
    const caller = { token: currentSession.access_token, sessionId: "", userId: 0, customerId: 0 };
    const response = await call("PUT", "/user/updatePassword", {
      as: caller,
      body: { currentPassword: testPassword, password: newPassword, repeatPassword: newPassword },
    });
    expect(response.status).toBe(200);
    expect((await call("GET", "/products", { as: caller })).status).toBe(200);
    const otherResponse = await call("POST", "/accessToken/refreshToken", {
      body: { refresh_token: otherSession.refresh_token },
    });
    expect(otherResponse.status).toBe(401);
    expect((await logIn(username, newPassword)).status).toBe(200);
  });

  it("3§5 the current password is required: a wrong one is a field error and changes nothing, and at most ten are allowed", async () => {
    const { id, username, password } = await makeUser();
    const { access_token: token } = await jsonOf<SessionRecord>(logIn(username, testPassword));
    const change = (currentPassword?: string) =>
      call("PUT", "/user/updatePassword", {
        as: { token, sessionId: "", userId: 0, customerId: 0 },
        body: { currentPassword, password: newPassword, repeatPassword: newPassword },
      });
    for (const [currentPassword, fieldError] of [
      [undefined, "required"],
      ["Wrong-1!", "invalid"],
    ] as const) {
      const response = await change(currentPassword);
      expect([response.status, await jsonOf(response)]).toMatchObject([
        422,
        { error: { code: "invalid", fields: { currentPassword: fieldError } } },
      ]);
    }
    for (let guess = 1; guess < 10; guess += 1) await change("Wrong-1!");
    const response = await change(testPassword);
    expect([response.status, await jsonOf(response)]).toMatchObject([
      422,
      { error: { code: "attemptsExhausted" } },
    ]);
    expect((await logIn(username, testPassword)).status).toBe(200);
    const [row] = await db().select().from(user).where(eq(user.id, id));
    expect(row?.password).toBe(password);
  });

  it("design§Sessions a switched session can neither change it nor activate an authenticator", async () => {
    const admin = await makeSuperAdmin();
    const target = await makeUser({ twoFactorAuthenticationType: "TOTP", email: "t@siteproof.example" });
    const switchedSession = await jsonOf<SessionRecord>(
      call("GET", `/switch/index/${target.id}`, { as: admin }),
    );
    const as = { token: switchedSession.access_token, sessionId: "", userId: 0, customerId: 0 };
    for (const [method, path, body] of [
      [
        "PUT",
        "/user/updatePassword",
        { currentPassword: testPassword, password: newPassword, repeatPassword: newPassword },
      ],
      ["GET", "/user/getTotpSecret", undefined],
      ["POST", "/user/verifyTotp", { secret: "A".repeat(32), code: "123456" }],
    ] as const) {
      const response = await call(method, path, { as, body });
      expect([path, response.status, await jsonOf(response)]).toMatchObject([
        path,
        422,
        { error: { code: "switchedSession" } },
      ]);
    }
    const [row] = await db().select().from(user).where(eq(user.id, target.id));
    expect(row?.password).toBe(target.password);
  });
});
