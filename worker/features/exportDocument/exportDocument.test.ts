import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import { documentation, domainChange, exportDocument, orphanedObject } from "#worker/db/schema/index.ts";
import { createExportDocumentKey } from "#worker/media/photoKeys.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";

const bytes = new TextEncoder().encode("a document of some length");

/** A stored document of a documentation, and its object. */
async function makeStoredDocument(values: Partial<typeof exportDocument.$inferInsert> = {}) {
  const { customerId } = await makeCaller({ roles: [] });
  const { id: documentationId, name } = await makeDocumentation(customerId);
  const id = crypto.randomUUID();
  const object = await env.STORAGE.put(createExportDocumentKey({ customerId, id }), bytes);
  const [row] = await db()
    .insert(exportDocument)
    .values({
      ...{ id, customerId, documentationId, documentationName: name, userName: "anna" },
      ...{ fileName: "Mast Åre.docx", size: bytes.length, crc32: crc32(bytes), etag: object!.etag },
      expireDate: addSeconds(3600),
      ...values,
    })
    .returning();
  return row!;
}

const isPurged = async (row: { customerId: number; id: string }) =>
  (await env.STORAGE.head(createExportDocumentKey(row))) === null;

describe("2§2 exported documents", () => {
  it("2§7 can be downloaded byte for byte, in ranges too, by super admins and their requester", async () => {
    const row = await makeStoredDocument();
    const path = `/exportDocument/download/${row.id}`;
    const as = await makeSuperAdmin();
    const fullResponse = await call("GET", path, { as });
    expect([fullResponse.status, fullResponse.headers.get("content-length")]).toEqual([
      200,
      String(bytes.length),
    ]);
    expect(fullResponse.headers.get("content-disposition")).toContain("attachment");
    expect(await fullResponse.text()).toBe("a document of some length");
    const partResponse = await call("GET", path, { as, headers: { range: "bytes=2-9" } });
    expect([partResponse.status, await partResponse.text()]).toEqual([206, "document"]);
    const staff = await makeCaller({ customerId: row.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", path, { as: staff })).status).toBe(404);
    expect((await call("GET", `/exportDocument/download/${crypto.randomUUID()}`, { as })).status).toBe(404);
  });

  it("2§2 are listed newest first", async () => {
    const olderDocument = await makeStoredDocument({ lastModified: "2099-01-01T00:00:00Z" });
    const newerDocument = await makeStoredDocument({ lastModified: "2099-01-02T00:00:00Z" });
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", "/exportDocuments?max=2", { as: await makeSuperAdmin() }),
    );
    expect(items.map(({ id }) => id)).toEqual([newerDocument.id, olderDocument.id]);
  });

  it("design§Jobs lose their object when they are deleted, with an audit entry", async () => {
    const row = await makeStoredDocument();
    const as = await makeSuperAdmin();
    expect((await call("DELETE", `/exportDocuments/${row.id}`, { as })).status).toBeLessThan(300);
    expect(await isPurged(row)).toBe(true);
    expect(await db().select().from(domainChange).where(eq(domainChange.objectId, row.id))).toHaveLength(1);
    expect((await call("GET", `/exportDocument/download/${row.id}`, { as })).status).toBe(404);
  });

  it("2§3 cannot be downloaded once they have expired, and are purged", async () => {
    const row = await makeStoredDocument({ expireDate: addSeconds(-60) });
    const validDocument = await makeStoredDocument();
    const as = await makeSuperAdmin();
    expect((await call("GET", `/exportDocument/download/${row.id}`, { as })).status).toBe(404);
    await purgeEnded(env, db(), new Date());
    const remainingRows = await db().select({ id: exportDocument.id }).from(exportDocument);
    expect(remainingRows.some(({ id }) => id === row.id)).toBe(false);
    expect(remainingRows.some(({ id }) => id === validDocument.id)).toBe(true);
    const orphans = await db()
      .select()
      .from(orphanedObject)
      .where(eq(orphanedObject.keyOrPrefix, createExportDocumentKey(row)));
    expect(orphans).toHaveLength(1);
  });

  it("leave no object behind when their documentation is deleted", async () => {
    const row = await makeStoredDocument();
    await db().delete(documentation).where(eq(documentation.id, row.documentationId!));
    const [orphan] = await db()
      .select()
      .from(orphanedObject)
      .where(eq(orphanedObject.keyOrPrefix, createExportDocumentKey(row)));
    expect(orphan).toBeTruthy();
  });
});
