import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { photo, upload } from "#worker/db/schema/index.ts";
import { makeUpload } from "#worker/testing/attentionTesting.ts";
import { call, db, jsonOf, makeCaller, makeDocumentation } from "#worker/testing/factories.ts";
import { purgeUploads } from "./purgeUploads.ts";

it("design§Photos stored uploads are deleted after a month; those of links and refusals without a later upload stay", async () => {
  const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
  const { customerId } = as;
  const row = await makeDocumentation(customerId);
  const targetId = crypto.randomUUID();
  await db().insert(photo).values({
    id: targetId,
    customerId,
    documentationId: row.id,
    name: "Mast_01",
    creator: "field",
    hasData: true,
  });
  const oldSettledAt = "2020-01-01T00:00:00Z";
  const makeTestUpload = (
    name: string,
    state: (typeof upload.$inferInsert)["state"],
    columns: Partial<typeof upload.$inferInsert> = {},
  ) => makeUpload(customerId, row.id, state, { name, settledAt: oldSettledAt, ...columns });
  await makeTestUpload("stored", "STORED", { targetId });
  await makeTestUpload("refused before", "REFUSED", { targetId });
  await makeTestUpload("stored lately", "STORED", { settledAt: "2020-02-20T00:00:00Z" });
  await makeTestUpload("by a link", "STORED", { uploadTokenId: crypto.randomUUID() });
  await makeTestUpload("never came", "REFUSED");
  await purgeUploads(db(), new Date("2020-03-01T00:00:00Z"));
  await purgeUploads(db(), new Date("2020-03-01T00:00:00Z"));
  const remainingUploads = await db().select().from(upload).where(eq(upload.documentationId, row.id));
  expect(remainingUploads.map(({ name }) => name).toSorted()).toEqual([
    "by a link",
    "never came",
    "stored lately",
  ]);
  // A photo that arrived is not reported as refused, even without its upload's row.
  await makeTestUpload("refused after", "REFUSED", { targetId });
  const { refusedUploads } = await jsonOf<DocumentationDetails>(
    call("GET", `/documentations/${row.id}`, { as }),
  );
  expect(refusedUploads.map(({ name }) => name)).toEqual(["never came"]);
});
