/*
 * `npm run backup -- --to FOLDER`: copies the rows and objects of STATE_DIR into a folder, or with --remote those of the
 * deployment. Run again on the same folder, it copies only new ones. --inventory lists the objects without copying their
 * bytes. It copies the database DB; --database names another. `npm run backup -- --check FOLDER` checks a copy against its own
 * checksums. docs/operations.md describes the copy and the rights it needs.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { readManifest } from "./operations/backupManifest.ts";
import { backUp } from "./operations/backupSite.ts";
import { describeDifference } from "./operations/compareCopies.ts";
import { checkCopy } from "./operations/restoreSite.ts";
import { assertStateExists, runCommand, siteOptions, withSite } from "./operations/siteOptions.ts";
import { listLocalDatabases, readWranglerConfig } from "./support/localConfig.ts";
import { UserFacingError } from "./support/state.ts";

const usage =
  "usage: npm run backup -- --to FOLDER [--remote] [--database NAME] [--inventory] | --check FOLDER";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      check: { type: "string" },
      ...siteOptions,
      inventory: { type: "boolean", default: false },
    },
  });
  if (values.check) {
    const folder = path.resolve(values.check);
    const differences = await checkCopy(folder, await readManifest(folder));
    for (const difference of differences) console.log(describeDifference(difference));
    console.log(differences.length === 0 ? `${folder} is intact` : `${differences.length} faults`);
    return differences.length === 0 ? 0 : 1;
  }
  if (!values.to) throw new UserFacingError(usage);
  const folder = path.resolve(values.to);
  if (!values.remote) assertStateExists();
  const { createdAt } = await withSite(values, (site) =>
    backUp(site, { folder, objects: !values.inventory, log: console.log }),
  );
  const otherDatabases = (await bindingsOf(values.remote)).filter((name) => name !== values.database);
  if (otherDatabases.length > 0)
    console.log(
      `Not included: the rows of ${otherDatabases.join(", ")}. Copy each into its own folder with --database`,
    );
  console.log(`Backed up to ${folder}, as of ${createdAt}`);
  return 0;
});

/** The bindings of all databases. */
async function bindingsOf(remote: boolean): Promise<string[]> {
  const config = await readWranglerConfig();
  return (remote ? config.d1_databases : listLocalDatabases(config)).map(({ binding }) => binding);
}
