import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Env } from "#worker/env.ts";
import { batchIfWithResults } from "../conditionalBatch.ts";
import type { Database } from "../database.ts";
import { listParam } from "../ids.ts";
import { numberOf } from "../rows.ts";
import { directoryReplica, domainChange, shard } from "../schema/index.ts";
import { customersOutsideDirectory } from "../shards.ts";
import { statement } from "../statement.ts";

const entriesPerBatch = 500;

/**
 * Takes lines of the log, written in the directory about customers whose data is in this database, to where that is; they get numbers of
 * their own there. The copy's row of `replica` moves in the batch that writes them, and only then do they go from the directory.
 */
export async function pullAuditEntries(
  env: Env,
  directory: Database,
  name: string,
  db: Database,
): Promise<void> {
  const homes = await customersOutsideDirectory(env);
  const customers = listParam([...homes].filter(([, home]) => home === name).map(([id]) => id));
  const until = await numberOf(directory, sql`SELECT max(id) FROM domain_change`);
  for (;;) {
    const at =
      (await db.select().from(directoryReplica).where(eq(directoryReplica.id, 1)).get())?.lastAuditId ??
      until;
    await deletePulledEntries(directory, name, at);
    if (at >= until) return;
    // Not by their numbers, which have wide gaps where a customer has moved in.
    const upTo = await numberOf(
      directory,
      sql`SELECT max(id) FROM (SELECT id FROM domain_change WHERE id > ${at} AND id <= ${until} ORDER BY id LIMIT ${entriesPerBatch})`,
    );
    const lines = await directory
      .select()
      .from(domainChange)
      .where(and(gt(domainChange.id, at), lte(domainChange.id, upTo), sql`customer_id IN ${customers}`))
      .orderBy(domainChange.id);
    await batchIfWithResults(db, sql`(SELECT last_audit_id FROM directory_replica WHERE id = 1) = ${at}`, [
      ...lines.map(({ id: _, ...line }) => db.insert(domainChange).values(line)),
      statement(db, sql`UPDATE directory_replica SET last_audit_id = ${upTo} WHERE id = 1`),
    ]);
  }
}

/** Removes from the directory the lines that a database has taken, those up to `at`. */
async function deletePulledEntries(directory: Database, name: string, at: number): Promise<void> {
  const known = await directory.select().from(shard).where(eq(shard.name, name)).get();
  if (!known || known.lastAuditId >= at) return;
  await directory.batch([
    directory
      .delete(domainChange)
      .where(
        and(
          gt(domainChange.id, known.lastAuditId),
          lte(domainChange.id, at),
          sql`customer_id IN (SELECT id FROM customer WHERE shard = ${name})`,
        ),
      ),
    directory.update(shard).set({ lastAuditId: at }).where(eq(shard.name, name)),
  ]);
}
