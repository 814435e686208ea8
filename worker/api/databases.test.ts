import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
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
import { bookmarkHeader } from "#worker/http/databases.ts";
import {
  type Caller,
  call,
  db,
  distinct,
  everyProduct,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  testPassword,
} from "#worker/testing/factories.ts";
import { secondDb, secondName, settleInSecond, twoDatabases } from "#worker/testing/twoDatabases.ts";

let two: Env;
let staff: Caller;
let licenseCode: string;
const on = () => ({ on: two });

/** A template of the second database. */
async function madeTemplate(): Promise<string> {
  const [made] = await secondDb(two)
    .insert(template)
    .values({ customerId: staff.customerId, name: distinct("Mast") })
    .returning();
  return made!.id;
}

beforeAll(async () => {
  two = await twoDatabases();
  const { id } = await makeCustomer(everyProduct);
  await settleInSecond(two, id);
  staff = await makeCaller({ customerId: id, roles: staffAuthorities });
  ({ licenseCode } = await makeLicense({ customerId: id }));
  await replicate(two);
});

describe("a customer whose data is in a database of its own", () => {
  it("design§D1 staff work in it, with a bookmark for each database", async () => {
    const templateId = await madeTemplate();
    const answer = await call("GET", `/templates/${templateId}`, { as: staff, ...on() });
    expect(answer.status).toBe(200);
    const bookmark = answer.headers.get(bookmarkHeader) ?? "";
    expect(bookmark).toContain(`${secondName}:`);
    const again = await call("GET", `/templates/${templateId}`, {
      as: staff,
      headers: { [bookmarkHeader]: bookmark },
      ...on(),
    });
    expect(again.status).toBe(200);
    expect(await call("GET", `/templates/${templateId}`, { as: staff })).toMatchObject({ status: 404 });
  });

  it("1§3 sessions are in the directory", async () => {
    const { username } = (await db().select().from(user).where(eq(user.id, staff.userId)).get())!;
    const login = await call("POST", "/login", { body: { username, password: testPassword }, ...on() });
    expect(login.status).toBe(200);
    expect(await secondDb(two).$count(session)).toBe(0);
    expect(await db().$count(session, eq(session.userId, staff.userId))).toBe(2);
  });

  it("2§6 a device's licence code leads there, and what it sends stays there", async () => {
    const templateId = await madeTemplate();
    const id = crypto.randomUUID();
    const given = {
      id,
      templateId,
      name: distinct("Visit"),
      creator: "field",
      dateCreated: "2026-05-01T10:00:00Z",
    };
    const made = await call("POST", "/documentation/saveWithLicenseCode", {
      body: { licenseCode, documentation: given },
      ...on(),
    });
    expect(made.status).toBe(200);
    expect(await secondDb(two).select().from(documentation).where(eq(documentation.id, id))).toHaveLength(1);
    expect(await db().select().from(documentation).where(eq(documentation.id, id))).toEqual([]);
  });

  it("2§6 a link's token leads there", async () => {
    const own = eq(documentation.customerId, staff.customerId);
    const [made] = await secondDb(two).select().from(documentation).where(own).limit(1);
    const body = { documentationId: made!.id, purpose: "FILES" };
    const { token } = await jsonOf<{ token: string }>(
      call("POST", "/uploadToken/create", { as: staff, body, ...on() }),
    );
    expect(await secondDb(two).$count(uploadToken, eq(uploadToken.customerId, staff.customerId))).toBe(1);
    const open = (given: string) => call("POST", "/tempFile/getInfo", { body: { token: given }, ...on() });
    expect(await jsonOf(open(token))).toMatchObject({ documentationName: made!.name });
    // The same secret, said to be of a customer elsewhere.
    expect((await open(`zz${token.slice(token.indexOf("-"))}`)).status).toBe(401);
  });

  it("1§2 its log is with its data", async () => {
    const lines = await secondDb(two)
      .select()
      .from(domainChange)
      .where(eq(domainChange.customerId, staff.customerId));
    expect(lines.length).toBeGreaterThan(0);
    expect(await databaseOf(two).$count(domainChange, eq(domainChange.customerId, staff.customerId))).toBe(0);
  });
});
