import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deviceTokenHeader } from "#domain/endpoints/capture/deviceToken.ts";
import { device, domainChange, license, rateLimitCounter } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeLicense,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { addressKey } from "./rateLimit.ts";

const randomAddress = () => `2001:db8:${uniqueName("").slice(-4)}:${uniqueName("").slice(-4)}::1`;

const settingsStatus = async (
  licenseCode: string,
  address: string,
  { as, token }: { as?: Caller; token?: string } = {},
) =>
  (
    await call("GET", `/device/getSettings?${new URLSearchParams({ licenseCode })}`, {
      as,
      headers: { "cf-connecting-ip": address, ...(token && { [deviceTokenHeader]: token }) },
    })
  ).status;

/** Sends wrong codes from an address until they are limited there. */
async function reachLimit(address: string): Promise<void> {
  for (let guess = 0; guess < 30; guess += 1)
    expect(await settingsStatus(uniqueName("wrong"), address)).toBe(401);
  expect(await settingsStatus(uniqueName("wrong"), address)).toBe(429);
}

const register = async (licenseCode: string, deviceId: string, body: object = {}, headers = {}) =>
  jsonOf<{ id: string; token: string | null }>(
    call("POST", "/device/saveWithLicenseCode", {
      body: { licenseCode, device: { deviceId }, ...body },
      headers: { "cf-connecting-ip": randomAddress(), ...headers },
    }),
  );

describe("past the limit on guessed licence codes", () => {
  it("design§Sessions a correct code gets the same response as a wrong one, so that guessing is pointless", async () => {
    const { licenseCode } = await makeLicense();
    const address = randomAddress();
    await reachLimit(address);
    expect(await settingsStatus(licenseCode, address)).toBe(429);
    expect(await settingsStatus(licenseCode, randomAddress())).toBe(200);
  });

  it("design§Sessions a code used before from the same network is accepted, also from that network's other addresses", async () => {
    const { licenseCode } = await makeLicense();
    const otherLicense = await makeLicense();
    const address = randomAddress();
    expect(await settingsStatus(licenseCode, address)).toBe(200);
    await reachLimit(address);
    expect(await settingsStatus(licenseCode, address)).toBe(200);
    expect(await settingsStatus(licenseCode, address.replace(/::1$/, "::2"))).toBe(200);
    expect(await settingsStatus(otherLicense.licenseCode, address)).toBe(429);
  });

  it("design§Sessions an expired code does not make its network trusted", async () => {
    const { licenseCode } = await makeLicense({ expireDate: "2020-01-01T00:00:00Z" });
    const address = randomAddress();
    expect(await settingsStatus(licenseCode, address)).toBe(401);
    await reachLimit(address);
    expect(await settingsStatus(licenseCode, address)).toBe(429);
  });

  it("design§Sessions a logged-in user can still capture", async () => {
    const { licenseCode, customerId } = await makeLicense();
    const as = await makeCaller({ customerId, roles: ["ROLE_CREATE_DOCUMENTATION"] });
    const address = randomAddress();
    await reachLimit(address);
    expect(await settingsStatus(licenseCode, address, { as })).toBe(200);
  });

  it("design§Sessions a device with its token is accepted, but only with codes of its customer", async () => {
    const { licenseCode } = await makeLicense();
    const otherLicense = await makeLicense();
    const { token } = await register(licenseCode, uniqueName("device"));
    const address = randomAddress();
    await reachLimit(address);
    expect(await settingsStatus(licenseCode, address, { token: token! })).toBe(200);
    expect(await settingsStatus(otherLicense.licenseCode, address, { token: token! })).toBe(429);
    for (const forgedToken of ["nonsense", `${token!.split("-")[0]}-${"A".repeat(43)}`])
      expect(await settingsStatus(otherLicense.licenseCode, address, { token: forgedToken })).toBe(429);
  });

  it("design§D1 a use is written at most once a day", async () => {
    const { licenseCode } = await makeLicense();
    const address = randomAddress();
    const uses = () =>
      db()
        .select()
        .from(rateLimitCounter)
        .then((rows) => rows.filter(({ key }) => key.startsWith(`license:used:${addressKey(address)}:`)));
    await settingsStatus(licenseCode, address);
    const [use] = await uses();
    await db()
      .update(rateLimitCounter)
      .set({ windowEnds: use!.windowEnds - 3600 })
      .where(eq(rateLimitCounter.key, use!.key));
    await settingsStatus(licenseCode, address);
    expect(await uses()).toMatchObject([{ windowEnds: use!.windowEnds - 3600 }]);
    await db()
      .update(rateLimitCounter)
      .set({ windowEnds: use!.windowEnds - 2 * 24 * 3600 })
      .where(eq(rateLimitCounter.key, use!.key));
    await settingsStatus(licenseCode, address);
    expect((await uses())[0]!.windowEnds).toBeGreaterThanOrEqual(use!.windowEnds);
  });
});

describe("the token of a device", () => {
  it("design§Tenancy is returned once, stored as a hash, and replaced only on request", async () => {
    const { licenseCode } = await makeLicense();
    const deviceId = uniqueName("device");
    const { id, token } = await register(licenseCode, deviceId);
    expect(token).toMatch(/^[0-9a-z]+-[\w-]{43}$/);
    expect(await register(licenseCode, deviceId)).toMatchObject({ id, token: null });
    const [row] = await db().select().from(device).where(eq(device.id, id));
    expect(JSON.stringify(row)).not.toContain(token);
    const renewedDevice = await register(licenseCode, deviceId, { renewToken: true });
    expect(renewedDevice.token).not.toBeNull();
    expect(renewedDevice.token).not.toBe(token);
    const log = await db().select().from(domainChange).where(eq(domainChange.objectId, id));
    expect(JSON.stringify(log)).toContain("tokenIssuedAt");
    expect(JSON.stringify(log)).not.toContain(row!.tokenHash);
  });

  it("design§Tenancy once revoked, is refused, and the device gets a new one only when staff allow it", async () => {
    const as = await makeSuperAdmin();
    const { licenseCode, customerId } = await makeLicense();
    const deviceId = uniqueName("device");
    const { id, token } = await register(licenseCode, deviceId);
    const address = randomAddress();
    expect(await settingsStatus(licenseCode, address, { token: token! })).toBe(200);
    expect((await call("POST", `/device/revokeToken/${id}`, { as })).status).toBe(200);
    expect(await jsonOf(call("GET", `/devices/${id}`, { as }))).toMatchObject({
      tokenRevokedAt: expect.any(String),
    });
    expect(await settingsStatus(licenseCode, address, { token: token! })).toBe(401);
    expect(await settingsStatus(licenseCode, address)).toBe(200);
    expect(await register(licenseCode, deviceId, { renewToken: true })).toMatchObject({ token: null });
    expect((await call("POST", `/device/allowToken/${id}`, { as })).status).toBe(200);
    expect((await register(licenseCode, deviceId)).token).not.toBeNull();
    expect(await settingsStatus(licenseCode, address, { token: token! })).toBe(200);
    const staff = await makeCaller({ customerId, roles: ["ROLE_LICENSE_READ"] });
    expect((await call("POST", `/device/revokeToken/${id}`, { as: staff })).status).toBe(403);
    expect((await call("POST", `/device/revokeToken/${crypto.randomUUID()}`, { as })).status).toBe(404);
  });
});

describe("a licence that ends while a crew uploads", () => {
  type LicenseChange = (id: string) => Promise<unknown>;
  const expire: LicenseChange = (id) =>
    db().update(license).set({ expireDate: "2020-01-01T00:00:00Z" }).where(eq(license.id, id));
  const remove: LicenseChange = async (id) => {
    await db().update(device).set({ currentLicenseId: null }).where(eq(device.currentLicenseId, id));
    await db().delete(license).where(eq(license.id, id));
  };
  const renew: LicenseChange = (id) =>
    db()
      .update(license)
      .set({ licenseCode: uniqueName("renewed") })
      .where(eq(license.id, id));
  const changes: [string, LicenseChange, string][] = [
    ["expired", expire, "licenseExpired"],
    ["deleted", remove, "licenseUnknown"],
    ["renewed with another code", renew, "licenseUnknown"],
  ];
  const refusal = async (licenseCode: string, address: string, token?: string | null) => {
    const response = await call("POST", "/photo/saveWithLicenseCode", {
      body: {
        licenseCode,
        photo: { id: crypto.randomUUID(), documentationId: crypto.randomUUID(), name: "1", creator: "field" },
      },
      headers: { "cf-connecting-ip": address, ...(token && { [deviceTokenHeader]: token }) },
    });
    const { error } = await jsonOf<{ error: { code: string; fields?: object } }>(response);
    return [response.status, error.code, ...(error.fields ? [error.fields] : [])];
  };

  it.each(changes)(
    "F12 getodk#173 collect#6800 and is %s: the device is told why by network and by token, a stranger is not",
    async (_, change, code) => {
      const { id, licenseCode } = await makeLicense();
      const address = randomAddress();
      expect(await settingsStatus(licenseCode, address)).toBe(200);
      const { token } = await register(licenseCode, uniqueName("device"));
      await change(id);
      expect(await refusal(licenseCode, address)).toEqual([401, code]);
      expect(await refusal(licenseCode, randomAddress(), token)).toEqual([401, code]);
      expect(await refusal(licenseCode, randomAddress())).toEqual([401, "licenseRefused"]);
      expect(
        await refusal(licenseCode, randomAddress(), `${token!.split("-")[0]}-${"A".repeat(43)}`),
      ).toEqual([401, "licenseRefused"]);
    },
  );

  it("F12 collect#6800 a device that repeats its calls is not treated as guessing, and gets the reason beyond the limit", async () => {
    const { id, licenseCode } = await makeLicense();
    const address = randomAddress();
    await settingsStatus(licenseCode, address);
    await remove(id);
    for (let attempt = 0; attempt < 35; attempt += 1)
      expect(await refusal(licenseCode, address)).toEqual([401, "licenseUnknown"]);
    await reachLimit(address);
    expect(await refusal(licenseCode, address)).toEqual([401, "licenseUnknown"]);
  });

  it("F12 collect#6800 a device of another customer cannot tell an expired code from an unknown one", async () => {
    const { licenseCode } = await makeLicense();
    const { token } = await register(licenseCode, uniqueName("device"));
    const expiredLicense = await makeLicense({ expireDate: "2020-01-01T00:00:00Z" });
    const unknownCode = await refusal(uniqueName("wrong"), randomAddress(), token);
    expect(await refusal(expiredLicense.licenseCode, randomAddress(), token)).toEqual(unknownCode);
    const address = randomAddress();
    await reachLimit(address);
    expect(await settingsStatus(expiredLicense.licenseCode, address, { token: token! })).toBe(429);
    expect(await settingsStatus(uniqueName("wrong"), address, { token: token! })).toBe(429);
  });
});
