/*
 * `npm run restore -- --from FOLDER`: restores a backup into an empty STATE_DIR, or with --remote into the empty database and
 * bucket named by wrangler.toml, and lists every row and object that differs from the backup. --compare only compares.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { readManifest } from "./operations/backupManifest.ts";
import { compareObjects, compareRows, describeDifference } from "./operations/compareCopies.ts";
import { restoreSite } from "./operations/restoreSite.ts";
import { assertStateExists, runCommand, siteOptions, withSite } from "./operations/siteOptions.ts";
import { hashMigrations, readMigrations } from "./support/migrate.ts";
import { openState, readMarks, stateDirectory, UserFacingError, writeMarks } from "./support/state.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      ...siteOptions,
      compare: { type: "boolean", default: false },
    },
  });
  if (!values.from)
    throw new UserFacingError(
      "usage: npm run restore -- --from FOLDER [--remote] [--database NAME] [--compare]",
    );
  const folder = path.resolve(values.from);
  const migrations = await readMigrations();
  // Other databases are restored after DB, into existing state.
  const isAdditional = values.database !== "DB";
  if (!values.remote) await prepare(values.compare || isAdditional);
  const differences = await withSite(values, async (site) => {
    if (!values.compare) return restoreSite(site, { folder, migrations, log: console.log });
    const manifest = await readManifest(folder);
    return [
      ...(await compareRows(site.rows, folder, manifest)),
      ...(await compareObjects(site.objects, folder, manifest)),
    ];
  });
  // So that a later start neither migrates nor seeds demo data.
  if (!values.remote && !values.compare && !isAdditional)
    await writeMarks({
      ...(await readMarks()),
      migrated: hashMigrations(migrations),
      seeded: new Date().toISOString(),
    });
  for (const difference of differences) console.log(describeDifference(difference));
  console.log(
    differences.length === 0 ? `Everything matches ${folder}` : `${differences.length} differences`,
  );
  return differences.length === 0 ? 0 : 1;
});

async function prepare(compareOnly: boolean): Promise<void> {
  if (compareOnly) return assertStateExists();
  await openState();
  if ((await readMarks()).seeded)
    throw new UserFacingError(`${stateDirectory} has data. Empty it with: npm run reset`);
}
