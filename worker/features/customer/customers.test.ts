import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { documentation, domainChange, exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeUser,
  testPassword,
  uniqueName,
} from "#worker/testing/factories.ts";

interface CustomerResponse {
  id: number;
  version: number;
  name: string;
  products: { id: number; name: string }[];
  [field: string]: unknown;
}
const fetchCustomer = async (id: number, hasDetails = true) => {
  const as = await makeSuperAdmin();
  const { items } = await jsonOf<{ items: CustomerResponse[] }>(
    call("GET", `/customers?max=-1${hasDetails ? "&details=true" : ""}`, { as }),
  );
  return items.find((item) => item.id === id)!;
};

describe("customers", () => {
  it("1§3 are granted products, document types, layouts and statuses, which take effect immediately in their sessions", async () => {
    const as = await makeSuperAdmin();
    const products = await jsonOf<{ id: number; name: string }[]>(call("GET", "/products", { as }));
    const [layout] = await db()
      .insert(exportDocumentConfiguration)
      .values({ name: uniqueName("layout") })
      .returning();
    const customer = await jsonOf<CustomerResponse>(
      call("POST", "/customers", {
        as,
        body: {
          name: uniqueName("customer"),
          products: products
            .filter(({ name }) => name === "MAP" || name === "FORM")
            .map(({ id }) => ({ id })),
          exportDocumentTypes: ["FORM_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"],
          exportDocumentConfigurations: [{ id: layout!.id }],
          documentationStatuses: ["PAUSED", "HANDLED"],
        },
      }),
    );
    expect(customer.products.map(({ name }) => name)).toEqual(["FORM", "MAP"]);
    expect(customer).toMatchObject({
      exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK", "FORM_WORD_DOCUMENT"],
      exportDocumentConfigurations: [{ id: layout!.id, name: layout!.name }],
      documentationStatuses: ["HANDLED", "PAUSED"],
    });
    const { username } = await makeUser({ customerId: customer.id });
    const record = await jsonOf<SessionRecord>(
      call("POST", "/login", {
        body: { username, password: testPassword },
        headers: { "cf-connecting-ip": uniqueName("address") },
      }),
    );
    expect(record).toMatchObject({
      products: ["FORM", "MAP"],
      exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK", "FORM_WORD_DOCUMENT"],
      documentationStatuses: ["HANDLED", "PAUSED"],
    });
    const changedCustomer = await jsonOf<CustomerResponse>(
      call("PUT", `/customers/${customer.id}`, {
        as,
        body: { ...customer, products: [], documentationStatuses: [] },
      }),
    );
    expect(changedCustomer).toMatchObject({ products: [], documentationStatuses: [], version: 2 });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(
        and(
          eq(domainChange.objectClass, "siteproof.Customer"),
          eq(domainChange.objectId, String(customer.id)),
        ),
      );
    expect(auditEntries.map(({ action, params }) => [action, Object.keys(params).sort()])).toEqual([
      ["CREATE", expect.arrayContaining(["name", "products"])],
      ["UPDATE", ["documentationStatuses", "products"]],
    ]);
  });

  it("1§2 have counts and sizes that follow every change and are returned only with the details flag", async () => {
    const owner = await makeCustomer();
    const remainingDocumentation = await makeDocumentation(owner.id, {
      uploadedPhotos: 3,
      dataSize: 2_500_000,
    });
    const deletedDocumentation = await makeDocumentation(owner.id, { uploadedPhotos: 1, dataSize: 1000 });
    expect(await fetchCustomer(owner.id)).toMatchObject({
      documentationCount: 2,
      photoCount: 4,
      totalSize: 2_501_000,
    });
    await db().delete(documentation).where(eq(documentation.id, deletedDocumentation.id));
    expect(await fetchCustomer(owner.id)).toMatchObject({
      documentationCount: 1,
      photoCount: 3,
      totalSize: 2_500_000,
    });
    expect(Object.keys(await fetchCustomer(owner.id, false))).not.toContain("photoCount");
    expect(remainingDocumentation.customerId).toBe(owner.id);
  });

  it("1§2 show the first three users by name and the total number", async () => {
    const owner = await makeCustomer();
    for (const letter of ["d", "B", "a", "C"])
      await makeUser({ customerId: owner.id, username: uniqueName(letter) });
    const row = await fetchCustomer(owner.id);
    expect((row.users as { username: string }[]).map(({ username }) => username[0])).toEqual(["a", "B", "C"]);
    expect(row.userCount).toBe(4);
    const as = await makeSuperAdmin();
    const { items } = await jsonOf<{ items: unknown[] }>(
      call("GET", `/users?customerId=${owner.id}`, { as }),
    );
    expect(items).toHaveLength(4);
  });

  it.each([
    [{ name: "" }, { name: "required" }],
    [{ products: [{ id: 999_999 }] }, { products: "notFound" }],
    [
      { exportDocumentConfigurations: [{ id: crypto.randomUUID() }] },
      { exportDocumentConfigurations: "notFound" },
    ],
    [{ exportDocumentTypes: ["EVERYTHING"] }, { "exportDocumentTypes.0": "invalid" }],
    [{ documentationStatuses: ["DELETED"] }, { "documentationStatuses.0": "invalid" }],
  ])("1§5 %j is refused as %j", async (body, fields) => {
    const response = await call("POST", "/customers", {
      as: await makeSuperAdmin(),
      body: { name: uniqueName("customer"), ...body },
    });
    expect([response.status, await jsonOf(response)]).toMatchObject([422, { error: { fields } }]);
  });

  it("1§2 can be deleted only if they are empty", async () => {
    const as = await makeSuperAdmin();
    const [usedCustomer, emptyCustomer] = [await makeCustomer(), await makeCustomer(["MAP"])];
    const { id, username: name } = await makeUser({ customerId: usedCustomer.id });
    const refusedResponse = await call("DELETE", `/customers/${usedCustomer.id}`, { as });
    expect(await jsonOf(refusedResponse)).toMatchObject({
      error: { code: "inUse", uses: [{ kind: "user", id: String(id), name }] },
    });
    expect((await call("DELETE", `/customers/${emptyCustomer.id}`, { as })).status).toBe(200);
  });

  it("1§6 are for super admins only", async () => {
    const staff = await makeCaller({ roles: ["ROLE_DOCUMENTATION_WRITE", "ROLE_LICENSE_READ"] });
    expect((await call("GET", "/customers", { as: staff })).status).toBe(403);
  });
});
