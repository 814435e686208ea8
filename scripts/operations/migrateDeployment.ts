import type { WranglerConfig } from "../support/localConfig.ts";
import { type Migration, migrate } from "../support/migrate.ts";
import type { Cloudflare } from "./cloudflareApi.ts";
import { remoteRows } from "./remoteSite.ts";

/** Migrates all databases of a deployment, each migration atomically. Run again after a failure, it continues. */
export async function migrateDeployment(
  api: Cloudflare,
  databases: WranglerConfig["d1_databases"],
  migrations: readonly Migration[],
  say: (line: string) => void,
): Promise<void> {
  for (const { database_id, database_name } of databases) {
    const applied = await migrate(remoteRows(api, database_id), migrations);
    say(`${database_name}: ${applied} new migrations`);
  }
}
