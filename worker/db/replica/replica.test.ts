import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Env } from "#worker/env.ts";
import {
  call,
  db,
  distinct,
  jsonOf,
  makeCustomer,
  makeLicense,
  makeSuper,
  makeUser,
} from "#worker/testing/factories.ts";
import { secondDb, settleInSecond, twoDatabases } from "#worker/testing/twoDatabases.ts";
import { idParam } from "../ids.ts";
import { device, directoryChange, domainChange, license, user, userRole } from "../schema/index.ts";
import { replicate } from "./replicate.ts";

let two: Env;
const second = () => secondDb(two);
beforeAll(async () => {
  two = await twoDatabases();
});

const copyOf = (id: number) => second().select().from(user).where(eq(user.id, id)).get();

describe("copies of the directory", () => {
  it("design§D1 users come with their roles and without their secrets, and go again", async () => {
    const made = await makeUser({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await copyOf(made.id)).toBeUndefined();
    await replicate(two);
    expect(await copyOf(made.id)).toMatchObject({ username: made.username, password: "" });
    expect(await second().select().from(userRole).where(eq(userRole.userId, made.id))).toHaveLength(1);
    await db().delete(user).where(eq(user.id, made.id));
    await replicate(two);
    expect(await copyOf(made.id)).toBeUndefined();
  });

  it("design§D1 a call's change is there when it is answered", async () => {
    const as = await makeSuper();
    const { customerId } = await makeUser();
    const body = { name: distinct("licence"), licenseCode: distinct("CODE"), customerId };
    const made = await jsonOf<{ id: string }>(call("POST", "/licenses", { as, body, on: two }));
    expect(await second().select().from(license).where(eq(license.id, made.id)).get()).toMatchObject(body);
    expect(await db().$count(directoryChange)).toBe(0);
  });

  it("design§D1 two at once apply each change once", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => makeUser()));
    const applied = await Promise.all([replicate(two), replicate(two), replicate(two)]);
    expect(applied.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    for (const { id } of made) expect(await copyOf(id)).toBeDefined();
  });

  it("design§D1 a change that a copy refuses holds up no other, and is tried again", async () => {
    const kept = await makeLicense();
    await settleInSecond(two, kept.customerId);
    const template = await inSecond(kept.customerId, kept.id);
    await db().delete(license).where(eq(license.id, kept.id));
    const other = await makeUser();
    await replicate(two);
    expect(await copyOf(other.id)).toBeDefined();
    expect(await second().select().from(license).where(eq(license.id, kept.id))).toHaveLength(1);
    await second().delete(device).where(eq(device.id, template));
    await replicate(two);
    expect(await second().select().from(license).where(eq(license.id, kept.id))).toHaveLength(0);
  });

  it("design§D1 lines of the log go to where their customer's data is", async () => {
    const as = await makeSuper();
    const { id: customerId } = await makeCustomer();
    await settleInSecond(two, customerId);
    const body = { name: distinct("licence"), licenseCode: distinct("CODE"), customerId };
    const made = await jsonOf<{ id: string }>(call("POST", "/licenses", { as, body, on: two }));
    const lines = (of: ReturnType<typeof db>) =>
      of.select().from(domainChange).where(eq(domainChange.objectId, made.id));
    expect(await lines(second())).toMatchObject([{ action: "CREATE", customerId, userId: as.userId }]);
    expect(await lines(db())).toEqual([]);
  });

  it("3§2 what is used with a customer's data elsewhere is not deleted in the directory", async () => {
    const as = await makeSuper();
    const { id, customerId } = await makeLicense();
    await settleInSecond(two, customerId);
    await inSecond(customerId, id);
    const refused = await call("DELETE", `/licenses/${id}`, { as, on: two });
    expect(await jsonOf(refused)).toMatchObject({ error: { code: "inUse" } });
    expect(await db().select().from(license).where(eq(license.id, id))).toHaveLength(1);
    const kept = await call("DELETE", `/customers/${customerId}`, { as, on: two });
    expect(await jsonOf(kept)).toMatchObject({ error: { code: "inUse" } });
  });
});

/** A device of the second database that refers to a licence. */
async function inSecond(customerId: number, licenseId: string): Promise<string> {
  const id = crypto.randomUUID();
  await second().run(sql`INSERT INTO device (id, customer_id, device_id, current_license_id, date_created, last_updated)
    VALUES (${idParam(id)}, ${customerId}, 'phone', ${idParam(licenseId)}, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`);
  return id;
}
