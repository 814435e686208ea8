import { expect } from "vitest";
import { documentationTask, file, photo } from "#worker/db/schema/index.ts";
import { storeBytes } from "#worker/ingest/reserve.ts";
import { findMedia, type MediaKind } from "#worker/ingest/storedMedia.ts";
import { db, env, makeDocumentation, makeLicense } from "./factories.ts";
import { makePlainPhoto } from "./photoTesting.ts";

/** A documentation with one task, of type PHOTO by default. */
export async function makeDocumentationWithTask(
  customerId: number,
  taskOverrides: Partial<typeof documentationTask.$inferInsert> = {},
  overrides: Parameters<typeof makeDocumentation>[1] = {},
) {
  const row = await makeDocumentation(customerId, { lastUpdated: "2026-01-01T00:00:00Z", ...overrides });
  const [taskRow] = await db()
    .insert(documentationTask)
    .values({ customerId, documentationId: row.id, name: "Overview", type: "PHOTO", ...taskOverrides })
    .returning();
  return { row, task: taskRow! };
}

interface Owner {
  row: { customerId: number; id: string };
  task: { id: string };
}

async function ingest(kind: MediaKind, customerId: number, id: string, bytes: Uint8Array): Promise<void> {
  const target = await findMedia(db(), customerId, kind, id);
  const { id: licenseId } = await makeLicense({ customerId });
  const upload = { kind, target, sender: { licenseId } };
  expect(await storeBytes(env, db(), upload, bytes)).toEqual({ state: "STORED" });
}

/** A photo that has gone through ingest: original, rendition and thumbnail. Returns its id. */
export async function makeIngestedPhoto(
  { row, task }: Owner,
  {
    bytes = makePlainPhoto(),
    ...overrides
  }: Partial<typeof photo.$inferInsert> & { bytes?: Uint8Array } = {},
): Promise<string> {
  const [photoRow] = await db()
    .insert(photo)
    .values({
      customerId: row.customerId,
      documentationId: row.id,
      documentationTaskId: task.id,
      name: "Overview_01",
      creator: "field",
      ...overrides,
    })
    .returning();
  await ingest("PHOTO", row.customerId, photoRow!.id, bytes);
  return photoRow!.id;
}

/** A file that has gone through ingest. Returns its id. */
export async function makeIngestedFile({ row, task }: Owner, text = "a protocol"): Promise<string> {
  const [fileRow] = await db()
    .insert(file)
    .values({
      customerId: row.customerId,
      documentationId: row.id,
      documentationTaskId: task.id,
      name: "protocol.txt",
      creator: "field",
    })
    .returning();
  await ingest("FILE", row.customerId, fileRow!.id, new TextEncoder().encode(text));
  return fileRow!.id;
}
