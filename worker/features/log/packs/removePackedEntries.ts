import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { type Author, auditStatement, difference } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { auditObject, auditPack } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { withNames } from "../auditEntries.ts";
import { columnsOf, encodePack } from "./format.ts";
import { keyOfPack } from "./pack.ts";
import { packedLine } from "./readPacks.ts";

/**
 * Deletes a packed entry: the pack is rewritten without it under a new key, and the old object is deleted. The deletion is
 * audited.
 * @throws notFound; staleVersion if the pack was changed in the meantime
 */
export async function deletePackedLine(
  env: Env,
  db: Database,
  author: Author,
  id: number,
  objectClass: string,
): Promise<void> {
  const found = await packedLine(env, db, id);
  if (!found) throw problem("notFound");
  const { pack } = found;
  const [readable] = await withNames(db, [found.line]);
  const rest = found.lines.filter((entry) => entry.id !== id).map(({ customerId: _, ...line }) => line);
  const ofPack = and(eq(auditPack.seq, pack.seq), eq(auditPack.objectKey, pack.objectKey));
  const line = auditStatement(db, {
    author: { ...author, customerId: found.line.customerId ?? author.customerId },
    objectClass,
    objectId: id,
    action: "DELETE",
    params: difference({ ...readable }, null),
  });
  const unchanged = sql`EXISTS (SELECT 1 FROM audit_pack WHERE ${ofPack})`;
  const done =
    rest.length === 0
      ? await batchIf(db, unchanged, [
          db.delete(auditPack).where(ofPack),
          line,
          db.delete(auditObject).where(eq(auditObject.packSeq, pack.seq)),
          markOrphanStatement(db, pack.objectKey),
        ])
      : await rewritten();
  if (!done) throw problem("staleVersion");
  await removeOrphansQuietly(env, db, pack.objectKey);

  async function rewritten() {
    const bytes = await encodePack(rest);
    const columns = columnsOf(rest, bytes);
    const key = keyOfPack({ ...pack, id: crypto.randomUUID() });
    await markOrphanStatement(db, key);
    await env.STORAGE.put(key, bytes, {
      httpMetadata: { contentType: "application/gzip" },
      sha256: columns.sha256,
    });
    return batchIf(db, unchanged, [
      db
        .update(auditPack)
        .set({ ...columns, objectKey: key })
        .where(ofPack),
      line,
      clearOrphanStatement(db, key),
      markOrphanStatement(db, pack.objectKey),
    ]);
  }
}
