import { rm } from "node:fs/promises";
import { type LocalConfig, writeLocalConfig } from "./localConfig.ts";
import {
  databaseFromBinding,
  hashMigrations,
  migrate,
  readMigrations,
  UnknownMigrationsError,
} from "./migrate.ts";
import { loadLocalSecrets, openState, readMarks, statePaths, UserFacingError, writeMarks } from "./state.ts";
import { storeFaces } from "./storedFaces.ts";

/** Creates the state directory, its secrets and the local configuration. */
export async function prepareState(port: number): Promise<LocalConfig> {
  await openState();
  return writeLocalConfig(await loadLocalSecrets(), port);
}

/** Migrations may be rewritten until they are merged. */
const migrationsMismatch =
  "The migrations of the local database have been rewritten since; empty it with: npm run reset";

/**
 * Migrates the local database and seeds it the first time. Marks make later starts fast: without new migrations the database is
 * not opened. An interrupted seed leaves no mark and starts over.
 */
export async function prepareData(log: (line: string) => void): Promise<void> {
  const marks = await readMarks();
  const migrations = await readMigrations();
  const migratedMark = [
    hashMigrations(migrations),
    ...(process.env.DATABASES ? [process.env.DATABASES] : []),
  ].join("/");
  if (marks.seeded && marks.migrated === migratedMark) return;
  if (!marks.seeded) await rm(statePaths.data, { recursive: true, force: true });
  const { withPlatform } = await import("./platform.ts");
  await withPlatform(async (platform) => {
    const appliedCounts = await Promise.all(
      platform.databases.map((database) => migrate(databaseFromBinding(database), migrations)),
    ).catch((error: unknown) => {
      throw error instanceof UnknownMigrationsError ? new UserFacingError(migrationsMismatch) : error;
    });
    const appliedCount = appliedCounts.reduce((sum, number) => sum + number, 0);
    if (marks.seeded && appliedCount === 0 && !process.env.DATABASES)
      throw new UserFacingError(migrationsMismatch);
    if (marks.seeded) return log(`Migrated the database (${appliedCount} new)`);
    // Imported on the first start only: it pulls in the drawing library and the whole database schema.
    const { seed } = await import("../demo/seed.ts");
    await storeFaces(platform.STORAGE);
    await seed(platform, log);
  });
  await writeMarks({ ...marks, migrated: migratedMark, seeded: marks.seeded ?? new Date().toISOString() });
}
