import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Companion, run, startCompanion, toolPaths } from "../support/child.ts";
import { root } from "../support/install.mjs";
import { quietToolEnv } from "../support/localConfig.ts";
import { databaseFromBinding, hashMigrations, migrate, readMigrations } from "../support/migrate.ts";
import { withPlatform } from "../support/platform.ts";
import { assertPortFree } from "../support/port.ts";
import { prepareState } from "../support/prepareState.ts";
import { waitUntilHealthy } from "../support/server.ts";
import {
  claimState,
  openState,
  readMarks,
  removeState,
  stateDirectory,
  statePaths,
  writeAtomically,
  writeMarks,
} from "../support/state.ts";
import type { BenchServer, Data } from "./measure.ts";
import { findRuntime } from "./memory.ts";
import { fillAlbums } from "./photos.ts";
import { fillRealRows } from "./real/fillReal.ts";

const port = Number(process.env.PORT ?? 8799);
export const address = `http://localhost:${port}`;
type AddCleanup = (end: () => Promise<void>) => void;

/** Fills the state's database and bucket with the data of a measure. */
export async function prepareBench(
  log: (text: string) => void,
  addCleanup: AddCleanup,
  data: Data,
  documentationCount: number,
): Promise<void> {
  await assertPortFree(port);
  if (data === "rows") await fillRealRows(documentationCount, log);
  else await prepareMigrated(data, log);
  await prepareState(port);
  addCleanup(await claimState());
}

/** A migrated database: kept with its albums while the migrations stay the same, or empty. */
async function prepareMigrated(data: "albums" | "empty", log: (text: string) => void): Promise<void> {
  const migrations = await readMigrations();
  const migrated = hashMigrations(migrations);
  if (data === "albums" && (await readMarks()).seeded === migrated) return;
  // Removes only known files, and then the directory with the bundle of an earlier run.
  if (await removeState()) await rm(stateDirectory, { recursive: true, force: true });
  await openState();
  await withPlatform(async ({ DB, STORAGE }) => {
    await migrate(databaseFromBinding(DB), migrations);
    if (data === "albums") await fillAlbums(DB, STORAGE, log);
  });
  await writeMarks({ migrated, seeded: migrated });
}

const localWorkerConfig = z.looseObject({
  queues: z.looseObject({ producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })) }),
});

/** Starts the product's Worker with the bench's calls added. */
export async function startBenchServer(addCleanup: AddCleanup): Promise<BenchServer> {
  const config = localWorkerConfig.parse(JSON.parse(await readFile(statePaths.workerConfig, "utf8")));
  const { producers } = config.queues;
  const queues = {
    ...config.queues,
    producers: [...producers, { binding: "EVENTS", queue: "siteproof-storage-events" }],
  };
  const benchConfig = path.join(stateDirectory, "bench.json");
  const writeConfig = (main: string) =>
    writeAtomically(benchConfig, JSON.stringify({ ...config, main, queues }), 0o600);
  await writeConfig(path.join(root, "scripts/bench/worker.ts"));
  // Bundled once: wrangler would otherwise restart during a measurement when a file is saved.
  const bundle = path.join(stateDirectory, "bundle");
  const buildResult = await run(
    process.execPath,
    [toolPaths.wrangler, "deploy", "--dry-run", "-c", benchConfig, "--outdir", bundle],
    { env: quietToolEnv },
  );
  if (buildResult.code !== 0) throw new Error(buildResult.output);
  await writeConfig(path.join(bundle, "worker.js"));
  let server = await startServer(benchConfig);
  addCleanup(() => server.end());
  return {
    async killAndRestart() {
      const runtime = findRuntime();
      if (runtime === null) throw new Error("no runtime is running");
      process.kill(runtime, "SIGKILL");
      await server.end();
      server = await startServer(benchConfig);
    },
  };
}

async function startServer(config: string): Promise<Companion> {
  const server = startCompanion(
    process.execPath,
    [
      ...[toolPaths.wrangler, "dev", "-c", config, "--no-bundle", "--port", String(port)],
      ...["--persist-to", statePaths.data, "--show-interactive-dev-session=false"],
    ],
    { env: quietToolEnv, log: statePaths.log },
  );
  const serverExit = server.ended.then(() => {
    throw new Error(`the server ended:\n${server.lastLines()}`);
  });
  // Only the startup wait below should fail on exit: later the bench kills the server on purpose.
  serverExit.catch(() => undefined);
  await Promise.race([serverExit, waitUntilHealthy(address)]);
  return server;
}
