import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { run, startCompanion, tool } from "../support/child.ts";
import { root } from "../support/install.mjs";
import { quietTools } from "../support/local-config.ts";
import { hashOf, migrate, readMigrations } from "../support/migrate.ts";
import { withPlatform } from "../support/platform.ts";
import { refuseTakenPort } from "../support/port.ts";
import { prepareState } from "../support/prepare.ts";
import { untilHealthy } from "../support/server.ts";
import {
  claimState,
  emptyState,
  openState,
  paths,
  readMarks,
  stateDirectory,
  writeMarks,
  writeWhole,
} from "../support/state.ts";
import { fillAlbums } from "./photos.ts";
import { fillScales } from "./scale.ts";

const port = 8799;
export const address = `http://localhost:${port}`;
type AtEnd = (end: () => Promise<void>) => void;

/** Fills the bench's own database and bucket, once for each state of the migrations. */
export async function prepareBench(say: (text: string) => void, atEnd: AtEnd): Promise<void> {
  await refuseTakenPort(port);
  const migrations = await readMigrations();
  const wanted = hashOf(migrations);
  if ((await readMarks()).seeded !== wanted) {
    // Only what is known to be ours is removed; then the bundle of an earlier run with it.
    if (await emptyState()) await rm(stateDirectory, { recursive: true, force: true });
    await openState();
  }
  await prepareState(port);
  atEnd(await claimState());
  if ((await readMarks()).seeded === wanted) return;
  say("filling the bench's database and bucket, once");
  await withPlatform(async ({ DB, STORAGE }) => {
    await migrate(DB, migrations);
    await fillScales(DB, say);
    await fillAlbums(DB, STORAGE, say);
  });
  await writeMarks({ migrated: wanted, seeded: wanted });
}

/** The product's Worker with the plain copy beside it. */
export async function startBenchServer(atEnd: AtEnd): Promise<void> {
  const config = JSON.parse(await readFile(paths.workerConfig, "utf8")) as Record<string, unknown>;
  const benchConfig = path.join(stateDirectory, "bench.json");
  const write = (main: string) => writeWhole(benchConfig, JSON.stringify({ ...config, main }), 0o600);
  await write(path.join(root, "scripts/bench/worker.ts"));
  // Bundled once and then left alone: wrangler would start anew, in the middle of a measurement, when a file is saved.
  const bundle = path.join(stateDirectory, "bundle");
  const built = await run(
    process.execPath,
    [tool.wrangler, "deploy", "--dry-run", "-c", benchConfig, "--outdir", bundle],
    { env: quietTools },
  );
  if (built.code !== 0) throw new Error(built.output);
  await write(path.join(bundle, "worker.js"));
  const server = startCompanion(
    process.execPath,
    [
      ...[tool.wrangler, "dev", "-c", benchConfig, "--no-bundle", "--port", String(port)],
      ...["--persist-to", paths.data, "--show-interactive-dev-session=false"],
    ],
    { env: quietTools, log: paths.log },
  );
  atEnd(() => server.end());
  const gone = server.ended.then(() => {
    throw new Error(`the server ended:\n${server.lastLines()}`);
  });
  await Promise.race([gone, untilHealthy(address)]);
}
