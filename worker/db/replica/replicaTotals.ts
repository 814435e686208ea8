import { sql } from "drizzle-orm";
import type { Env } from "#worker/env.ts";
import { databaseOf } from "../database.ts";
import { customerTotal } from "../schema/index.ts";
import { getDirectoryDb, listCustomersOutsideDirectory, listShardEnvs, shardName } from "../shards.ts";

/** Copies the totals of customers in other databases to the directory, for the list of customers. */
export async function copyTotals(env: Env): Promise<void> {
  const shards = await listCustomersOutsideDirectory(env);
  const directory = getDirectoryDb(env);
  for (const shardEnv of listShardEnvs(env).filter(({ ROOT }) => ROOT)) {
    const ids = [...shards].filter(([, name]) => name === shardName(shardEnv)).map(([id]) => id);
    if (ids.length === 0) continue;
    const totals = await databaseOf(shardEnv)
      .select()
      .from(customerTotal)
      .where(sql`${customerTotal.customerId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
    await directory.run(sql`INSERT INTO customer_total (customer_id, documentations, photos, bytes)
      SELECT value ->> 'customerId', value ->> 'documentations', value ->> 'photos', value ->> 'bytes'
      FROM json_each(${JSON.stringify(totals)}) WHERE true
      ON CONFLICT (customer_id) DO UPDATE
        SET documentations = excluded.documentations, photos = excluded.photos, bytes = excluded.bytes
        WHERE (documentations, photos, bytes) <> (excluded.documentations, excluded.photos, excluded.bytes)`);
  }
}
