import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Env } from "#worker/env.ts";
import {
  call,
  db,
  jsonOf,
  makeCustomer,
  makeLicense,
  makeSuperAdmin,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";
import { assignToSecondDb, makeTwoDbEnv, secondDb } from "#worker/testing/twoDatabases.ts";
import { idParam } from "../ids.ts";
import {
  device,
  directoryChange,
  domainChange,
  exportDocumentConfiguration,
  exportDocumentNode,
  license,
  user,
  userRole,
} from "../schema/index.ts";
import { copyReplica } from "./copyReplica.ts";
import { replicate } from "./replicate.ts";

let twoDbEnv: Env;
const openSecondDb = () => secondDb(twoDbEnv);
beforeAll(async () => {
  twoDbEnv = await makeTwoDbEnv();
});

const findCopy = (id: number) => openSecondDb().select().from(user).where(eq(user.id, id)).get();

describe("replicas of the directory", () => {
  it("design§D1 users are copied with their roles and without their secrets, and their copies are deleted with them", async () => {
    const createdRow = await makeUser({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await findCopy(createdRow.id)).toBeUndefined();
    await replicate(twoDbEnv);
    expect(await findCopy(createdRow.id)).toMatchObject({ username: createdRow.username, password: "" });
    expect(
      await openSecondDb().select().from(userRole).where(eq(userRole.userId, createdRow.id)),
    ).toHaveLength(1);
    await db().delete(user).where(eq(user.id, createdRow.id));
    await replicate(twoDbEnv);
    expect(await findCopy(createdRow.id)).toBeUndefined();
  });

  it("design§D1 a request's change is in the replica when the response arrives", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = await makeUser();
    const body = { name: uniqueName("licence"), licenseCode: `CODE-${crypto.randomUUID()}`, customerId };
    const createdRow = await jsonOf<{ id: string }>(call("POST", "/licenses", { as, body, env: twoDbEnv }));
    expect(
      await openSecondDb().select().from(license).where(eq(license.id, createdRow.id)).get(),
    ).toMatchObject(body);
    expect(await db().$count(directoryChange)).toBe(0);
  });

  it("design§D1 large layouts are copied to a new database in batches that fit an isolate", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b"]) {
      const [layout] = await db()
        .insert(exportDocumentConfiguration)
        .values({ name: uniqueName(name), type: "WORD" })
        .returning();
      ids.push(layout!.id);
      const [file] = await db()
        .insert(exportDocumentNode)
        .values({ exportDocumentConfigurationId: layout!.id, type: "OFFICE_FILE" })
        .returning();
      for (let position = 0; position < 3; position += 1)
        await db()
          .insert(exportDocumentNode)
          .values({
            ...{ exportDocumentConfigurationId: layout!.id, parentId: file!.id, position },
            ...{ type: "OFFICE_FILE_PART", params: { DATA: name.repeat(1_000_000) } },
          });
    }
    const batchSizes: number[] = [];
    const directory = new Proxy(db(), {
      get: (target, key) =>
        key === "all"
          ? async (query: SQL) => {
              const rows = await target.all<{ params?: string }>(query);
              batchSizes.push(rows.reduce((sum, { params }) => sum + (params?.length ?? 0), 0));
              return rows;
            }
          : Reflect.get(target, key),
    });
    await copyReplica(directory, openSecondDb());
    expect(Math.max(...batchSizes)).toBeGreaterThan(3_000_000);
    expect(Math.max(...batchSizes)).toBeLessThan(4_100_000);
    const copies = await openSecondDb()
      .select()
      .from(exportDocumentNode)
      .where(inArray(exportDocumentNode.exportDocumentConfigurationId, ids));
    expect(copies.reduce((sum, { params }) => sum + (params.DATA?.length ?? 0), 0)).toBe(6_000_000);
    expect(copies.filter(({ parentId }) => parentId !== null)).toHaveLength(6);
    await db()
      .delete(exportDocumentNode)
      .where(inArray(exportDocumentNode.exportDocumentConfigurationId, ids));
    await db().delete(exportDocumentConfiguration).where(inArray(exportDocumentConfiguration.id, ids));
    await replicate(twoDbEnv);
  }, 120_000);

  it("design§D1 concurrent runs apply each change once", async () => {
    const createdUsers = await Promise.all(Array.from({ length: 5 }, () => makeUser()));
    const appliedCounts = await Promise.all([replicate(twoDbEnv), replicate(twoDbEnv), replicate(twoDbEnv)]);
    expect(appliedCounts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    for (const { id } of createdUsers) expect(await findCopy(id)).toBeDefined();
  });

  it("design§D1 a change that a replica rejects blocks no other change, and is retried", async () => {
    const usedLicense = await makeLicense();
    await assignToSecondDb(twoDbEnv, usedLicense.customerId);
    const deviceId = await makeDeviceInSecondDb(usedLicense.customerId, usedLicense.id);
    await db().delete(license).where(eq(license.id, usedLicense.id));
    const otherUser = await makeUser();
    await replicate(twoDbEnv);
    expect(await findCopy(otherUser.id)).toBeDefined();
    expect(await openSecondDb().select().from(license).where(eq(license.id, usedLicense.id))).toHaveLength(1);
    await openSecondDb().delete(device).where(eq(device.id, deviceId));
    await replicate(twoDbEnv);
    expect(await openSecondDb().select().from(license).where(eq(license.id, usedLicense.id))).toHaveLength(0);
  });

  it("design§D1 audit entries are moved to the database that holds their customer's data", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    await assignToSecondDb(twoDbEnv, customerId);
    const body = { name: uniqueName("licence"), licenseCode: `CODE-${crypto.randomUUID()}`, customerId };
    const createdRow = await jsonOf<{ id: string }>(call("POST", "/licenses", { as, body, env: twoDbEnv }));
    const findEntries = (database: ReturnType<typeof db>) =>
      database.select().from(domainChange).where(eq(domainChange.objectId, createdRow.id));
    expect(await findEntries(openSecondDb())).toMatchObject([
      { action: "CREATE", customerId, userId: as.userId },
    ]);
    expect(await findEntries(db())).toEqual([]);
  });

  it("3§2 a licence or customer that is used in another database is not deleted from the directory", async () => {
    const as = await makeSuperAdmin();
    const { id, customerId } = await makeLicense();
    await assignToSecondDb(twoDbEnv, customerId);
    await makeDeviceInSecondDb(customerId, id);
    const licenseResponse = await call("DELETE", `/licenses/${id}`, { as, env: twoDbEnv });
    expect(await jsonOf(licenseResponse)).toMatchObject({ error: { code: "inUse" } });
    expect(await db().select().from(license).where(eq(license.id, id))).toHaveLength(1);
    const customerResponse = await call("DELETE", `/customers/${customerId}`, { as, env: twoDbEnv });
    expect(await jsonOf(customerResponse)).toMatchObject({ error: { code: "inUse" } });
  });
});

/** A device of the second database that refers to a licence. */
async function makeDeviceInSecondDb(customerId: number, licenseId: string): Promise<string> {
  const id = crypto.randomUUID();
  await openSecondDb().run(sql`INSERT INTO device (id, customer_id, device_id, current_license_id, date_created, last_updated)
    VALUES (${idParam(id)}, ${customerId}, 'phone', ${idParam(licenseId)}, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`);
  return id;
}
