import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Env } from "#worker/env.ts";
import { batchIfWithResults } from "../conditionalBatch.ts";
import type { Database } from "../database.ts";
import { listParam } from "../ids.ts";
import { selectNumber } from "../rows.ts";
import { directoryReplica, domainChange, shard } from "../schema/index.ts";
import { listCustomersOutsideDirectory } from "../shards.ts";
import { statement } from "../statement.ts";

const entriesPerBatch = 500;

/**
 * Moves audit entries about a shard's customers from the directory to that shard, where they get new ids. The batch that writes them also
 * advances the shard's `directory_replica` row; only then are they deleted from the directory.
 */
export async function pullAuditEntries(
  env: Env,
  directory: Database,
  name: string,
  db: Database,
): Promise<void> {
  const shards = await listCustomersOutsideDirectory(env);
  const customerList = listParam([...shards].filter(([, shardName]) => shardName === name).map(([id]) => id));
  const maxId = await selectNumber(directory, sql`SELECT max(id) FROM domain_change`);
  for (;;) {
    const lastPulledId =
      (await db.select().from(directoryReplica).where(eq(directoryReplica.id, 1)).get())?.lastAuditId ??
      maxId;
    await deletePulledEntries(directory, name, lastPulledId);
    if (lastPulledId >= maxId) return;
    // Counts rows instead of ids: the ids have wide gaps where a customer was moved in.
    const batchMaxId = await selectNumber(
      directory,
      sql`SELECT max(id) FROM (SELECT id FROM domain_change WHERE id > ${lastPulledId} AND id <= ${maxId} ORDER BY id LIMIT ${entriesPerBatch})`,
    );
    const entries = await directory
      .select()
      .from(domainChange)
      .where(
        and(
          gt(domainChange.id, lastPulledId),
          lte(domainChange.id, batchMaxId),
          sql`customer_id IN ${customerList}`,
        ),
      )
      .orderBy(domainChange.id);
    await batchIfWithResults(
      db,
      sql`(SELECT last_audit_id FROM directory_replica WHERE id = 1) = ${lastPulledId}`,
      [
        ...entries.map(({ id: _, ...entry }) => db.insert(domainChange).values(entry)),
        statement(db, sql`UPDATE directory_replica SET last_audit_id = ${batchMaxId} WHERE id = 1`),
      ],
    );
  }
}

/** Deletes the entries that a shard has pulled, up to `lastPulledId`, from the directory. */
async function deletePulledEntries(directory: Database, name: string, lastPulledId: number): Promise<void> {
  const row = await directory.select().from(shard).where(eq(shard.name, name)).get();
  if (!row || row.lastAuditId >= lastPulledId) return;
  await directory.batch([
    directory
      .delete(domainChange)
      .where(
        and(
          gt(domainChange.id, row.lastAuditId),
          lte(domainChange.id, lastPulledId),
          sql`customer_id IN (SELECT id FROM customer WHERE shard = ${name})`,
        ),
      ),
    directory.update(shard).set({ lastAuditId: lastPulledId }).where(eq(shard.name, name)),
  ]);
}
