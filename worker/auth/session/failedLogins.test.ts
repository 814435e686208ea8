import { eq } from "drizzle-orm";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { consumeJob } from "#queues/consumers/jobs.ts";
import { domainChange, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  call,
  db,
  env,
  makeCaller,
  makeSuperAdmin,
  makeUser,
  readLastMail,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

const address = "192.0.2.77";

/** Logs in, and consumes the messages of the call, each twice as a queue may deliver them. */
async function logIn(username: string, password: string, code?: string) {
  const messages: unknown[] = [];
  const envWithQueue: Env = Object.assign(Object.create(env), {
    JOBS: { send: async (message: unknown) => messages.push(message) },
  });
  const body = { username, password, ...(code !== undefined && { code }) };
  const response = await call("POST", "/login", {
    body,
    headers: { "cf-connecting-ip": address },
    env: envWithQueue,
  });
  for (const message of [...messages, ...messages]) await consumeJob(message, env);
  return response.status;
}
const failuresOf = async (id: number) =>
  (
    await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(id)))
  )
    .filter(({ params }) => params.failedLogin)
    .map(({ userId, params }) => [userId, params.failedLogin?.after, params.remoteAddr?.after]);
const makeOwner = () => makeUser({ email: `${uniqueName("owner")}@example.com` });

describe("a failed login", () => {
  it("design§Sessions is logged once with its address, and the fifth of a day is mailed to the owner", async () => {
    const { id, username, email } = await makeOwner();
    for (let attempt = 1; attempt <= 4; attempt += 1) expect(await logIn(username, "Wrong-1!")).toBe(401);
    expect(await failuresOf(id)).toEqual(Array(4).fill([-1, "password", address]));
    expect(await readLastMail(email!)).toBeUndefined();
    await logIn(username, "Wrong-1!");
    const mail = await readLastMail(email!);
    expect(mail?.subject).toBe("Several failed attempts to log in");
    expect(mail?.text).toContain(address);
    await logIn(username, "Wrong-1!");
    expect((await readLastMail(email!))?.id).toBe(mail?.id);
  });

  it("design§Sessions three wrong codes after the right password are mailed, because the password is known", async () => {
    const as = await makeCaller({ email: `${uniqueName("owner")}@example.com` });
    const { username, email } = (await db().select().from(user).where(eq(user.id, as.userId)).get())!;
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    await call("POST", "/user/verifyTotp", { as, body: { secret, code: await generate({ secret }) } });
    for (const code of ["000000", "000001", "000002"])
      expect(await logIn(username, testPassword, code)).toBe(401);
    expect((await failuresOf(as.userId)).map(([, failure]) => failure)).toEqual(["code", "code", "code"]);
    expect((await readLastMail(email!))?.subject).toBe("Someone with your password failed to log in");
  });

  it("design§Sessions of a name that no user has is not recorded", async () => {
    expect(await logIn(uniqueName("nobody"), "Wrong-1!")).toBe(401);
  });
});

describe("a change by a super admin", () => {
  it("design§Sessions of the factor or the address is mailed to the former address and logged with the admin's address", async () => {
    const { id, email, version } = await makeOwner();
    const as = await makeSuperAdmin();
    const headers = { "cf-connecting-ip": address };
    const change = (body: object) => call("PUT", `/users/${id}`, { as, body, headers });
    expect((await change({ email: "new@example.com", version })).status).toBe(200);
    expect((await readLastMail(email!))?.subject).toBe("Your email address was changed");
    expect((await change({ twoFactorAuthenticationType: "EMAIL", version: version + 1 })).status).toBe(200);
    expect((await readLastMail("new@example.com"))?.subject).toBe(
      "Your two-factor authentication was changed",
    );
    const log = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, String(id)));
    expect(log.map(({ params }) => [Object.keys(params), params.remoteAddr?.after])).toEqual([
      [["email", "remoteAddr"], address],
      [["twoFactorAuthenticationType", "remoteAddr"], address],
    ]);
    expect((await call("POST", `/user/resetTotp/${id}`, { as, headers })).status).toBe(200);
    expect((await readLastMail("new@example.com"))?.subject).toBe("Your two-factor authentication was reset");
  });
});
