import { and, eq, sql } from "drizzle-orm";
import { problem } from "../../../../domain/problem";
import { type Author, auditStatement, difference } from "../../../db/audit";
import type { Database } from "../../../db/database";
import { batchIf } from "../../../db/guard";
import { auditObject, auditPack } from "../../../db/schema";
import type { Env } from "../../../env";
import { clearOrphanStatement, markOrphanStatement, removeOrphansQuietly } from "../../../media/unowned";
import { withNames } from "../lines";
import { columnsOf, encodePack } from "./format";
import { keyOfPack } from "./pack";
import { packedLine } from "./read";

/**
 * Deletes a packed line: the pack is written again without it, under a key of its own, and the old object goes. A line of its own says so.
 * @throws notFound, staleVersion when the pack was changed meanwhile
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
  const [shown] = await withNames(db, [found.line]);
  const rest = found.lines.filter((one) => one.id !== id).map(({ customerId: _, ...line }) => line);
  const own = and(eq(auditPack.seq, pack.seq), eq(auditPack.key, pack.key));
  const line = auditStatement(db, {
    author: { ...author, customerId: found.line.customerId ?? author.customerId },
    objectClass,
    objectId: id,
    action: "DELETE",
    params: difference({ ...shown }, null),
  });
  const unchanged = sql`EXISTS (SELECT 1 FROM audit_pack WHERE ${own})`;
  const done =
    rest.length === 0
      ? await batchIf(db, unchanged, [
          db.delete(auditPack).where(own),
          line,
          db.delete(auditObject).where(eq(auditObject.pack, pack.seq)),
          markOrphanStatement(db, pack.key),
        ])
      : await rewritten();
  if (!done) throw problem("staleVersion");
  await removeOrphansQuietly(env, db, pack.key);

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
        .set({ ...columns, key })
        .where(own),
      line,
      clearOrphanStatement(db, key),
      markOrphanStatement(db, pack.key),
    ]);
  }
}
