/*
 * `npm run backup -- --to FOLDER`: copies the rows and objects of STATE_DIR into a folder, with --remote those of the deployment. The same
 * folder again copies what has come since. --inventory copies the objects' names only. Of several databases it
 * copies DB; --database names another. `npm run backup -- --check FOLDER` compares a copy
 * with its own checksums. docs/operations.md says what the copy is made of and which rights it takes.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "./operations/backupSite.ts";
import { describeDifference } from "./operations/compare.ts";
import { readManifest } from "./operations/copy.ts";
import { checkCopy } from "./operations/restoreSite.ts";
import { assertStateExists, command, siteOptions, withSite } from "./operations/siteOptions.ts";
import { localDatabases, readWranglerConfig } from "./support/localConfig.ts";
import { UserFacingError } from "./support/state.ts";

const usage =
  "usage: npm run backup -- --to FOLDER [--remote] [--database NAME] [--inventory] | --check FOLDER";

await command(async () => {
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
    const faults = await checkCopy(folder, await readManifest(folder));
    for (const fault of faults) console.log(describeDifference(fault));
    console.log(faults.length === 0 ? `${folder} is whole` : `${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  }
  if (!values.to) throw new UserFacingError(usage);
  const folder = path.resolve(values.to);
  if (!values.remote) assertStateExists();
  const { made } = await withSite(values, (site) =>
    backUp(site, { folder, objects: !values.inventory, say: console.log }),
  );
  const others = (await namesOf(values.remote)).filter((name) => name !== values.database);
  if (others.length > 0)
    console.log(
      `Rows of ${others.join(", ")} are not in it: copy them into folders of their own with --database`,
    );
  console.log(`Backed up to ${folder}, as of ${made}`);
  return 0;
});

/** The bindings of all databases. */
async function namesOf(remote: boolean): Promise<string[]> {
  const config = await readWranglerConfig();
  return (remote ? config.d1_databases : localDatabases(config)).map(({ binding }) => binding);
}
