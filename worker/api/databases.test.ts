import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { databaseOf } from "#worker/db/database.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import {
  documentation,
  domainChange,
  session,
  template,
  uploadToken,
  user,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";
import { assignToSecondDb, makeTwoDbEnv, secondDb, secondDbName } from "#worker/testing/twoDatabases.ts";

let twoDbEnv: Env;
let staff: Caller;
let licenseCode: string;
const onTwoDatabases = () => ({ env: twoDbEnv });

/** Makes a template in the second database. */
async function makeTemplateInSecond(): Promise<string> {
  const [row] = await secondDb(twoDbEnv)
    .insert(template)
    .values({ customerId: staff.customerId, name: uniqueName("Mast") })
    .returning();
  return row!.id;
}

beforeAll(async () => {
  twoDbEnv = await makeTwoDbEnv();
  const { id } = await makeCustomer(allProducts);
  await assignToSecondDb(twoDbEnv, id);
  staff = await makeCaller({ customerId: id, roles: staffAuthorities });
  ({ licenseCode } = await makeLicense({ customerId: id }));
  await replicate(twoDbEnv);
});

describe("a customer whose data is in a second database", () => {
  it("design§D1 staff read it there, with a bookmark for each database", async () => {
    const templateId = await makeTemplateInSecond();
    const response = await call("GET", `/templates/${templateId}`, { as: staff, ...onTwoDatabases() });
    expect(response.status).toBe(200);
    const bookmark = response.headers.get(bookmarkHeader) ?? "";
    expect(bookmark).toContain(`${secondDbName}:`);
    const repeatedResponse = await call("GET", `/templates/${templateId}`, {
      as: staff,
      headers: { [bookmarkHeader]: bookmark },
      ...onTwoDatabases(),
    });
    expect(repeatedResponse.status).toBe(200);
    expect(await call("GET", `/templates/${templateId}`, { as: staff })).toMatchObject({ status: 404 });
  });

  it("1§3 sessions are in the directory", async () => {
    const { username } = (await db().select().from(user).where(eq(user.id, staff.userId)).get())!;
    const login = await call("POST", "/login", {
      body: { username, password: testPassword },
      ...onTwoDatabases(),
    });
    expect(login.status).toBe(200);
    expect(await secondDb(twoDbEnv).$count(session)).toBe(0);
    expect(await db().$count(session, eq(session.userId, staff.userId))).toBe(2);
  });

  it("2§6 a device's licence code selects the database, and what the device sends is stored only there", async () => {
    const templateId = await makeTemplateInSecond();
    const id = crypto.randomUUID();
    const input = {
      id,
      templateId,
      name: uniqueName("Visit"),
      creator: "field",
      dateCreated: "2026-05-01T10:00:00Z",
    };
    const response = await call("POST", "/documentation/saveWithLicenseCode", {
      body: { licenseCode, documentation: input },
      ...onTwoDatabases(),
    });
    expect(response.status).toBe(200);
    expect(
      await secondDb(twoDbEnv).select().from(documentation).where(eq(documentation.id, id)),
    ).toHaveLength(1);
    expect(await db().select().from(documentation).where(eq(documentation.id, id))).toEqual([]);
  });

  it("2§6 a link's token selects the database", async () => {
    const ofCustomer = eq(documentation.customerId, staff.customerId);
    const [row] = await secondDb(twoDbEnv).select().from(documentation).where(ofCustomer).limit(1);
    const body = { documentationId: row!.id, purpose: "FILES" };
    const { token } = await jsonOf<{ token: string }>(
      call("POST", "/uploadToken/create", { as: staff, body, ...onTwoDatabases() }),
    );
    expect(await secondDb(twoDbEnv).$count(uploadToken, eq(uploadToken.customerId, staff.customerId))).toBe(
      1,
    );
    const getInfo = (linkToken: string) =>
      call("POST", "/tempFile/getInfo", { body: { token: linkToken }, ...onTwoDatabases() });
    expect(await jsonOf(getInfo(token))).toMatchObject({ documentationName: row!.name });
    // The same secret with another customer's prefix.
    expect((await getInfo(`zz${token.slice(token.indexOf("-"))}`)).status).toBe(401);
  });

  it("1§2 the customer's audit log is stored with its data", async () => {
    const entries = await secondDb(twoDbEnv)
      .select()
      .from(domainChange)
      .where(eq(domainChange.customerId, staff.customerId));
    expect(entries.length).toBeGreaterThan(0);
    expect(
      await databaseOf(twoDbEnv).$count(domainChange, eq(domainChange.customerId, staff.customerId)),
    ).toBe(0);
  });
});
