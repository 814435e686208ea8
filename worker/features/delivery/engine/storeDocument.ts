import { and, eq, isNull, sql } from "drizzle-orm";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { type DeliveryFileRow, deliveryFile } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import { ObjectChangedError } from "#worker/export/objectSource.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { Digester } from "#worker/media/digests.ts";
import { clearOrphanStatement } from "#worker/media/orphans.ts";
import { type StoreCheckpoint, storeCheckpointSchema, storeExport } from "#worker/media/storeExport.ts";
import { sealSecret, unsealSecret } from "#worker/secrets.ts";
import { DeliveryLostError, type DeliveryRun } from "./types.ts";

const sealContextOf = (row: DeliveryFileRow) => `deliveryFile.${row.id}`;
const createSourceError = (message: string) => new ConnectorError("source", message);

/**
 * Returns the stored object of a document or zip, and stores it if needed, resuming an interrupted upload. A document that has
 * changed since is stored again. Two concurrent consumers both store it; only one result counts.
 * @returns the object, and the SHA-256 of its bytes
 * @throws ConnectorError, DeliveryLostError
 */
export async function getOrStoreObject(
  run: DeliveryRun,
  row: DeliveryFileRow,
  createFile: () => Promise<ExportFile>,
): Promise<StoredObject & { sha256: string }> {
  const existingObject = await findStoredObject(run.env, row);
  if (existingObject) return existingObject;
  const file = await createFile();
  const key = await storeFile(run, row, file);
  await run.renewLease();
  const { size, crc32, sha256, etag } = await digestStoredObject(run, key);
  if (size !== file.length || crc32 !== file.crc32)
    throw createSourceError(`${row.path} changed while it was read.`);
  await saveStoredKey(run.db, row, key, sha256);
  Object.assign(row, { objectKey: key, sha256, resumeToken: null });
  return { key, etag, size, crc32, sha256 };
}

/** The object that an earlier slice has stored; null if there is none. */
async function findStoredObject(
  env: Env,
  { objectKey: key, sha256, bytes }: DeliveryFileRow,
): Promise<(StoredObject & { sha256: string }) | null> {
  if (!key || !sha256) return null;
  const head = await env.STORAGE.head(key);
  const crc32 = Number(head?.customMetadata?.crc32);
  return head && head.size === bytes && Number.isInteger(crc32)
    ? { key, etag: head.etag, size: bytes, crc32, sha256 }
    : null;
}

/**
 * Stores a file under a new key, or resumes where an earlier slice stopped.
 * @returns the key
 */
async function storeFile(run: DeliveryRun, row: DeliveryFileRow, file: ExportFile): Promise<string> {
  const { env, db, delivery } = run;
  const upload = storeExport(env, db, file, {
    checkpoint: readCheckpoint(env, row),
    createKey: () => `customers/${delivery.customerId}/deliveries/${delivery.id}/${crypto.randomUUID()}`,
    contentType: row.contentType,
  });
  try {
    for (;;) {
      await run.renewLease();
      const result = await upload.next();
      if (result.done) return result.value;
      await saveCheckpoint(env, db, row, result.value.checkpoint, result.value.bytes);
    }
  } catch (error) {
    if (error instanceof ObjectChangedError)
      throw createSourceError(`A photo or file in ${row.path} was removed or replaced while it was read.`);
    throw error;
  }
}

function readCheckpoint(env: Env, row: DeliveryFileRow): StoreCheckpoint | null {
  if (!row.resumeToken) return null;
  try {
    return storeCheckpointSchema.parse(JSON.parse(unsealSecret(env, row.resumeToken, sealContextOf(row))));
  } catch {
    return null;
  }
}

async function saveCheckpoint(
  env: Env,
  db: Database,
  row: DeliveryFileRow,
  checkpoint: StoreCheckpoint,
  bytes: number,
) {
  const resumeToken = sealSecret(env, JSON.stringify(checkpoint), sealContextOf(row));
  await db
    .update(deliveryFile)
    .set({ resumeToken, bytesSent: bytes, state: "SENDING" })
    .where(and(eq(deliveryFile.id, row.id), eq(deliveryFile.etag, row.etag)));
  Object.assign(row, { resumeToken, bytesSent: bytes, state: "SENDING" });
}

/** Reads the stored bytes once, so that the checksum is computed from the stored object. */
export async function digestStoredObject({ env, renewLease }: DeliveryRun, key: string) {
  const storedObject = await env.STORAGE.get(key);
  if (!storedObject) throw new ConnectorError("transient", "Storage did not keep the file.");
  const digester = new Digester();
  const body: ReadableStream<Uint8Array> = storedObject.body;
  for await (const chunk of body) {
    digester.update(chunk);
    await renewLease();
  }
  return { ...digester.finish(), etag: storedObject.etag };
}

/** @throws DeliveryLostError if another consumer has stored it in the meantime, or the file has changed */
async function saveStoredKey(db: Database, row: DeliveryFileRow, key: string, sha256: string): Promise<void> {
  const previousKeyCondition =
    row.objectKey === null ? isNull(deliveryFile.objectKey) : eq(deliveryFile.objectKey, row.objectKey);
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM delivery_file WHERE ${and(eq(deliveryFile.id, row.id), eq(deliveryFile.etag, row.etag), previousKeyCondition)})`;
  const change = db
    .update(deliveryFile)
    .set({ objectKey: key, sha256, resumeToken: null })
    .where(eq(deliveryFile.id, row.id));
  if (!(await batchIf(db, unchangedCondition, [change, clearOrphanStatement(db, key)])))
    throw new DeliveryLostError(row.deliveryId);
}
