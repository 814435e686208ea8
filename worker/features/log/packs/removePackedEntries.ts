import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { type Author, auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { auditObject, auditPack } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { addNames } from "../auditEntries.ts";
import { packKey } from "./pack.ts";
import { createPackColumns, encodePack } from "./packFormat.ts";
import { findPackedEntry } from "./readPacks.ts";

/**
 * Deletes a packed entry: the pack is rewritten without it under a new key, and the old object is deleted. The deletion is
 * audited.
 * @throws notFound; staleVersion if the pack was changed in the meantime
 */
export async function deletePackedEntry(
  env: Env,
  db: Database,
  author: Author,
  id: number,
  objectClass: string,
): Promise<void> {
  const packedEntry = await findPackedEntry(env, db, id);
  if (!packedEntry) throw problem("notFound");
  const { pack } = packedEntry;
  const [entryWithNames] = await addNames(db, [packedEntry.entry]);
  const remainingEntries = packedEntry.packEntries
    .filter((entry) => entry.id !== id)
    .map(({ customerId: _, ...auditEntryStatement }) => auditEntryStatement);
  const packCondition = and(eq(auditPack.seq, pack.seq), eq(auditPack.objectKey, pack.objectKey));
  const line = auditStatement(db, {
    author: { ...author, customerId: packedEntry.entry.customerId ?? author.customerId },
    objectClass,
    objectId: id,
    action: "DELETE",
    params: changeParamsOf({ ...entryWithNames }, null),
  });
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM audit_pack WHERE ${packCondition})`;
  const wasWritten =
    remainingEntries.length === 0
      ? await batchIf(db, unchangedCondition, [
          db.delete(auditPack).where(packCondition),
          line,
          db.delete(auditObject).where(eq(auditObject.packSeq, pack.seq)),
          markOrphanStatement(db, pack.objectKey),
        ])
      : await rewritePack();
  if (!wasWritten) throw problem("staleVersion");
  await removeOrphansQuietly(env, db, pack.objectKey);

  async function rewritePack() {
    const bytes = await encodePack(remainingEntries);
    const columns = createPackColumns(remainingEntries, bytes);
    const key = packKey({ ...pack, id: crypto.randomUUID() });
    await markOrphanStatement(db, key);
    await env.STORAGE.put(key, bytes, {
      httpMetadata: { contentType: "application/gzip" },
      sha256: columns.sha256,
    });
    return batchIf(db, unchangedCondition, [
      db
        .update(auditPack)
        .set({ ...columns, objectKey: key })
        .where(packCondition),
      line,
      clearOrphanStatement(db, key),
      markOrphanStatement(db, pack.objectKey),
    ]);
  }
}
