/*
 * `npm run restore -- --from FOLDER`: brings a backup back into an empty STATE_DIR, with --remote into the empty database and bucket that
 * wrangler.toml names, and names every row and object that is not as the backup has it. --compare only compares what is there.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { compareObjects, compareRows, describeDifference } from "./operations/compare.ts";
import { readManifest } from "./operations/copy.ts";
import { restore } from "./operations/restoreSite.ts";
import { assertStateExists, command, siteOptions, withSite } from "./operations/siteOptions.ts";
import { hashOf, readMigrations } from "./support/migrate.ts";
import { openState, readMarks, stateDirectory, UserFacingError, writeMarks } from "./support/state.ts";

await command(async () => {
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
  // A further database comes after the first.
  const further = values.database !== "DB";
  if (!values.remote) await prepare(values.compare || further);
  const faults = await withSite(values, async (site) => {
    if (!values.compare) return restore(site, { folder, migrations, say: console.log });
    const manifest = await readManifest(folder);
    return [
      ...(await compareRows(site.rows, folder, manifest)),
      ...(await compareObjects(site.objects, folder, manifest)),
    ];
  });
  // A later start finds its work done: no demo data comes in between.
  if (!values.remote && !values.compare && !further)
    await writeMarks({
      ...(await readMarks()),
      migrated: hashOf(migrations),
      seeded: new Date().toISOString(),
    });
  for (const fault of faults) console.log(describeDifference(fault));
  console.log(faults.length === 0 ? `Everything is as in ${folder}` : `${faults.length} differences`);
  return faults.length === 0 ? 0 : 1;
});

async function prepare(comparing: boolean): Promise<void> {
  if (comparing) return assertStateExists();
  await openState();
  if ((await readMarks()).seeded)
    throw new UserFacingError(`${stateDirectory} has data. Empty it with: npm run reset`);
}
