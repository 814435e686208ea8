import { and, eq, sql } from "drizzle-orm";
import { databaseOf } from "#worker/db/database.ts";
import { documentation, photo, tempFile, upload } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { listPhotoKeys, toFileObjectKey } from "#worker/media/photoKeys.ts";
import type { Inspection } from "../arrivals/inspection.ts";

export async function inspect(
  env: Env,
  { customerId, objects: readsObjects = true }: { customerId: number; objects?: boolean },
): Promise<Inspection> {
  const db = databaseOf(env);
  const photos = await db.select().from(photo).where(eq(photo.customerId, customerId));
  const files = await db.select().from(tempFile).where(eq(tempFile.customerId, customerId));
  const keysByRow = new Map<string, string[]>();
  for (const row of photos) if (row.hasData) keysByRow.set(row.id, listPhotoKeys(row));
  for (const row of files) if (row.hasData) keysByRow.set(row.id, [toFileObjectKey(row)]);
  const rows: Inspection["rows"] = [];
  for (const { id, documentationId, hasData, sha256 } of [...photos, ...files]) {
    const objects: (string | null)[] = [];
    for (const key of (readsObjects && keysByRow.get(id)) || []) objects.push(await readSha256(env, key));
    rows.push({ id, documentationId, hasData, sha256, objects });
  }
  const keys = new Set([...keysByRow.values()].flat());
  const eventsOf = (type: string) =>
    sql<number>`(SELECT count(*) FROM documentation_event e WHERE e.documentation_id = documentation.id AND e.type = ${type})`;
  return {
    rows,
    unnamed: (await listKeys(env, `customers/${customerId}/`)).filter((key) => !keys.has(key)),
    reserved: await db.$count(upload, and(eq(upload.customerId, customerId), eq(upload.state, "RESERVED"))),
    documentations: await db
      .select({
        id: documentation.id,
        status: documentation.status,
        uploadedPhotos: documentation.uploadedPhotos,
        completed: eventsOf("COMPLETED"),
        uploaded: eventsOf("UPLOADED"),
      })
      .from(documentation)
      .where(eq(documentation.customerId, customerId)),
  };
}

async function readSha256(env: Env, key: string): Promise<string | null> {
  const object = await env.STORAGE.get(key);
  if (!object) return null;
  const digest = new crypto.DigestStream("SHA-256");
  await object.body.pipeTo(digest);
  return Buffer.from(await digest.digest).toString("hex");
}

async function listKeys(env: Env, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await env.STORAGE.list({ prefix, ...(cursor && { cursor }) });
    keys.push(...page.objects.map(({ key }) => key));
    hasMore = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  return keys;
}

/** Moves the dates of pending rows into the past, because the bench cannot wait for hours. */
export async function ageRows(env: Env, { customerId, seconds }: { customerId: number; seconds: number }) {
  const shiftBack = (column: string) =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%SZ', ${column}, '-' || ?2 || ' seconds')`;
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE upload SET ${shiftBack("date_created")}, ${shiftBack("expires")}, ${shiftBack("claimed")} WHERE customer_id = ?1 AND state = 'RESERVED'`,
    ).bind(customerId, seconds),
    env.DB.prepare(
      `UPDATE orphaned_object SET ${shiftBack("date_created")} WHERE key_or_prefix LIKE 'customers/' || CAST(?1 AS INTEGER) || '/%'`,
    ).bind(customerId, seconds),
  ]);
}
