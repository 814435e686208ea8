import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { documentation, license } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";

const badDate = "+010000-01-01T00:59:59Z";

it("2§9 a date whose offset moves it beyond the year 9999 is a field error", async () => {
  const as = await makeSuperAdmin();
  const response = await jsonOf<{ error: { fields: Record<string, string> } }>(
    call("POST", "/licenses", {
      as,
      body: { name: "Fält", licenseCode: crypto.randomUUID(), expireDate: "9999-12-31T23:59:59-01:00" },
    }),
  );
  expect(response.error.fields).toEqual({ expireDate: "invalid" });
});

it("2§2 a bad stored date breaks neither the list, the page nor the documents", async () => {
  const as = await makeSuperAdmin();
  const { id } = await makeDocumentation(as.customerId);
  await db().update(documentation).set({ dateCreated: badDate }).where(eq(documentation.id, id));
  const { items } = await jsonOf<{ items: { id: string; dateCreated: string }[] }>(
    call("GET", `/documentations?customerId=${as.customerId}`, { as }),
  );
  expect(items.find((row) => row.id === id)?.dateCreated).toBe(badDate);
  for (const path of [
    `/documentations/${id}`,
    `/documentation/count?customerId=${as.customerId}&createdDateRange=2021-03-01;2026-01-31`,
    `/documentation/downloadZipFile/${id}`,
    `/documentation/downloadExportDocument/${id}?type=PHOTO_WORD_DOCUMENT`,
    `/documentation/downloadExportDocument/${id}?type=PHOTO_EXCEL_WORKBOOK`,
    `/customerStatistics/findAllDocumentationsByCustomerId/${as.customerId}`,
  ])
    expect([path, (await call("GET", path, { as })).status]).toEqual([path, 200]);
});

it("3§2 a bad stored expiry date does not break the list of licences", async () => {
  const as = await makeSuperAdmin();
  const { id } = await makeLicense({ customerId: as.customerId });
  await db().update(license).set({ expireDate: badDate }).where(eq(license.id, id));
  const { items } = await jsonOf<{ items: { id: string; expireDate: string }[] }>(
    call("GET", `/licenses?customerId=${as.customerId}`, { as }),
  );
  expect(items.find((row) => row.id === id)?.expireDate).toBe(badDate);
});

it("3§5 unpaired surrogates in an import of aliases become the same replacement character", async () => {
  const as = await makeSuperAdmin();
  const items = ["Mast \ud800", "Mast \udbff"].map((name) => ({
    customerId: as.customerId,
    name,
    alias: "A",
  }));
  expect(await jsonOf(call("POST", "/documentationAlias/importCSV", { as, body: { items } }))).toMatchObject({
    imported: [{ row: 0 }],
    ignored: [{ row: 1, name: "Mast \ufffd", reason: "duplicate" }],
  });
});
