import type { WranglerConfig } from "../support/localConfig.ts";
import { type Migration, migrate } from "../support/migrate.ts";
import type { CloudflareApi } from "./cloudflareApi.ts";
import { createRemoteRows } from "./remoteSite.ts";

/** Migrates all databases of a deployment, each migration atomically. If it fails, running it again continues. */
export async function migrateDeployment(
  api: CloudflareApi,
  databases: WranglerConfig["d1_databases"],
  migrations: readonly Migration[],
  log: (line: string) => void,
): Promise<void> {
  for (const { database_id, database_name } of databases) {
    const appliedCount = await migrate(createRemoteRows(api, database_id), migrations);
    log(`${database_name}: ${appliedCount} new migrations`);
  }
}
