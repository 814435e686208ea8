import { expect } from "vitest";
import { documentationTask, file, photo } from "#worker/db/schema/index.ts";
import { storeBytes } from "#worker/ingest/reserve.ts";
import { findMedia, type MediaKind } from "#worker/ingest/storedMedia.ts";
import { db, env, makeDocumentation, makeLicense } from "./factories.ts";
import { plainPhoto } from "./photoTesting.ts";

/** A documentation with one task of a type. */
export async function makeTasked(
  customerId: number,
  task: Partial<typeof documentationTask.$inferInsert> = {},
  request: Parameters<typeof makeDocumentation>[1] = {},
) {
  const row = await makeDocumentation(customerId, { lastUpdated: "2026-01-01T00:00:00Z", ...request });
  const [made] = await db()
    .insert(documentationTask)
    .values({ customerId, documentationId: row.id, name: "Overview", type: "PHOTO", ...task })
    .returning();
  return { row, task: made! };
}

interface Owner {
  row: { customerId: number; id: string };
  task: { id: string };
}

async function taken(kind: MediaKind, customerId: number, id: string, bytes: Uint8Array): Promise<void> {
  const target = await findMedia(db(), customerId, kind, id);
  const { id: licenseId } = await makeLicense({ customerId });
  const receiving = { kind, target, sender: { licenseId } };
  expect(await storeBytes(env, db(), receiving, bytes)).toEqual({ state: "STORED" });
}

/** A photo that ingest has taken in: original, thumbnail and rendition. */
export async function makeTakenPhoto(
  { row, task }: Owner,
  { bytes = plainPhoto(), ...request }: Partial<typeof photo.$inferInsert> & { bytes?: Uint8Array } = {},
): Promise<string> {
  const [made] = await db()
    .insert(photo)
    .values({
      customerId: row.customerId,
      documentationId: row.id,
      documentationTaskId: task.id,
      name: "Overview_01",
      creator: "field",
      ...request,
    })
    .returning();
  await taken("PHOTO", row.customerId, made!.id, bytes);
  return made!.id;
}

export async function makeTakenFile({ row, task }: Owner, text = "a protocol"): Promise<string> {
  const [made] = await db()
    .insert(file)
    .values({
      customerId: row.customerId,
      documentationId: row.id,
      documentationTaskId: task.id,
      name: "protocol.txt",
      creator: "field",
    })
    .returning();
  await taken("FILE", row.customerId, made!.id, new TextEncoder().encode(text));
  return made!.id;
}
