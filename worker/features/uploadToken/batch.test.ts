import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { rateLimitCounter, tempFile, upload } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
} from "#worker/testing/factories.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const createAnnouncement = (text: string, name: string) => ({
  ...{ id: crypto.randomUUID(), name, size: bytesOf(text).length, sha256: hashOf(bytesOf(text)) },
  md5: createHash("md5").update(text).digest("base64"),
});

interface ReservedItem {
  id: string;
  reservation: { uploadId: string; name: string; state: string } | null;
  failure: { status: number; code: string } | null;
}
interface SettledItem {
  uploadId: string;
  stored: { id: string; name: string; sha256: string } | null;
  failure: { status: number; code: string } | null;
}

async function makeLink() {
  const as = await makeCaller({ roles: staffAuthorities });
  const tempFileLicense = await makeLicense({ customerId: as.customerId, tempFiles: true });
  const { id: documentationId } = await makeDocumentation(as.customerId, { licenseId: tempFileLicense.id });
  const body = { documentationId, purpose: "FILES" };
  const { id, token } = await jsonOf<{ id: string; token: string }>(
    call("POST", "/uploadToken/create", { as, body }),
  );
  const send = async <T>(path: string, input: object) =>
    (await jsonOf<{ items: T[] }>(call("POST", `/uploadToken/${path}`, { body: { token, ...input } }))).items;
  return {
    id,
    announce: (files: object[]) => send<ReservedItem>("reserveUploads", { files }),
    settle: (uploadIds: string[]) => send<SettledItem>("settleUploads", { uploadIds }),
  };
}

/** Stores the object under the reservation's key, as a PUT to the signed URL does. */
async function storeBytes(uploadId: string, text: string) {
  const row = (await db().select().from(upload).where(eq(upload.id, uploadId)).get())!;
  await env.STORAGE.put(row.objectKey, bytesOf(text), { httpMetadata: { contentType: row.contentType } });
}

describe("design§Links many files of a link in one call", () => {
  it("2§7 are announced and stored in order, with a result for each, and a repeated call has the same results", async () => {
    const link = await makeLink();
    const files = ["one", "two", "three"].map((text) => createAnnouncement(text, `${text}.pdf`));
    const reusedAnnouncement = {
      ...createAnnouncement("four", "four.pdf"),
      id: files[0]!.id,
      sha256: hashOf(bytesOf("other")),
    };
    const announcedItems = await link.announce(files);
    expect(announcedItems.map(({ id, reservation }) => [id, reservation?.name, reservation?.state])).toEqual(
      files.map(({ id, name }) => [id, name, "RESERVED"]),
    );
    const uploadIds = announcedItems.map(({ reservation }) => reservation!.uploadId);
    // The second file has not arrived, and the third one differs from its announcement.
    await storeBytes(uploadIds[0]!, "one");
    await storeBytes(uploadIds[2]!, "drei!");
    const results = await link.settle([...uploadIds, crypto.randomUUID()]);
    expect(results.map(({ stored, failure }) => stored?.name ?? failure?.code)).toEqual([
      "one.pdf",
      "uploadNotArrived",
      "uploadMismatch",
      "notFound",
    ]);
    expect(results[0]!.stored).toMatchObject({ id: files[0]!.id, sha256: files[0]!.sha256 });
    const repeatedItems = await link.announce([files[0]!, reusedAnnouncement]);
    // Different bytes are never reported as stored.
    expect(repeatedItems.map(({ reservation, failure }) => reservation?.state ?? failure?.code)).toEqual([
      "STORED",
      "duplicate",
    ]);
    expect(await link.settle(uploadIds.slice(0, 1))).toEqual(results.slice(0, 1));
    expect(
      await db()
        .select({ hasData: tempFile.hasData })
        .from(tempFile)
        .where(eq(tempFile.uploadTokenId, link.id)),
    ).toHaveLength(2);
  });

  it("of another link are not found, and every file counts as an announcement", async () => {
    const [link, otherLink] = [await makeLink(), await makeLink()];
    const [firstItem] = await link.announce([
      createAnnouncement("a", "a.pdf"),
      createAnnouncement("b", "b.pdf"),
    ]);
    const { uploadId } = firstItem!.reservation!;
    await storeBytes(uploadId, "a");
    expect(await otherLink.settle([uploadId])).toMatchObject([
      { stored: null, failure: { code: "notFound" } },
    ]);
    const counterRows = await db()
      .select({ attempts: rateLimitCounter.attempts })
      .from(rateLimitCounter)
      .where(eq(rateLimitCounter.key, `link:${link.id}`));
    expect(counterRows).toEqual([{ attempts: 2 }]);
  });
});
