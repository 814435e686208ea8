import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { type Companion, run, startCompanion, toolPaths } from "../support/child.ts";
import { root } from "../support/install.mjs";
import { quietToolEnv } from "../support/localConfig.ts";
import { databaseFromBinding, hashMigrations, migrate, readMigrations } from "../support/migrate.ts";
import { withPlatform } from "../support/platform.ts";
import { assertPortFree } from "../support/port.ts";
import { prepareState } from "../support/prepare.ts";
import { waitUntilHealthy } from "../support/server.ts";
import {
  claimState,
  openState,
  paths,
  readMarks,
  removeState,
  stateDirectory,
  writeAtomically,
  writeMarks,
} from "../support/state.ts";
import type { Fill } from "./fill.ts";
import { findRuntime } from "./memory.ts";
import { fillAlbums } from "./photos.ts";
import { type ExtraDatabase, fillDatabases, fillMove } from "./real/fillAcross.ts";
import { fillRealRows } from "./real/fillReal.ts";
import { fillScales, scales } from "./scale.ts";

const port = Number(process.env.PORT ?? 8799);
export const address = `http://localhost:${port}`;
type AddCleanup = (end: () => Promise<void>) => void;

/** Fills the bench's database and bucket, once for each state of the migrations, with the data that the measurement needs. */
export async function prepareBench(
  say: (text: string) => void,
  addCleanup: AddCleanup,
  fill: Fill,
  documentationCount: number,
): Promise<void> {
  await assertPortFree(port);
  if (fill === "real" || fill === "databases" || fill === "move") {
    if (fill === "move") await fillMove(say);
    else await (fill === "real" ? fillRealRows : fillDatabases)(documentationCount, say);
    await prepareState(port);
    addCleanup(await claimState());
    return;
  }
  const migrations = await readMigrations();
  const migrationsHash = hashMigrations(migrations);
  if ((await readMarks()).seeded !== migrationsHash) {
    // Removes only known files, and then the directory with the bundle of an earlier run.
    if (await removeState()) await rm(stateDirectory, { recursive: true, force: true });
    await openState();
  }
  await prepareState(port);
  addCleanup(await claimState());
  if ((await readMarks()).seeded === migrationsHash) return;
  if (fill !== "nothing") say("filling the bench's database and bucket (once)");
  await withPlatform(async ({ DB, STORAGE }) => {
    await migrate(databaseFromBinding(DB), migrations);
    if (fill === "nothing") return;
    await fillScales(DB, say, fill === "albums" ? [1_000] : scales);
    await fillAlbums(DB, STORAGE, say);
  });
  await writeMarks({ migrated: migrationsHash, seeded: migrationsHash });
}

/** A server that can be killed and restarted on the same state. */
export interface BenchServer {
  /** Kills the runtime's process, as a power failure would, and starts another. */
  killAndRestart(): Promise<void>;
}

const localWorkerConfig = z.looseObject({
  d1_databases: z.array(z.looseObject({})),
  queues: z.looseObject({ producers: z.array(z.looseObject({ binding: z.string(), queue: z.string() })) }),
});

/** Starts the product's Worker with the bench's calls added. */
export async function startBenchServer(
  addCleanup: AddCleanup,
  extraDatabases: readonly ExtraDatabase[] = [],
): Promise<BenchServer> {
  const config = localWorkerConfig.parse(JSON.parse(await readFile(paths.workerConfig, "utf8")));
  const { producers } = config.queues;
  const [first] = config.d1_databases;
  const d1_databases = [
    ...config.d1_databases,
    ...extraDatabases.map(({ binding, id }) => ({ ...first, binding, database_name: id, database_id: id })),
  ];
  const queues = {
    ...config.queues,
    producers: [...producers, { binding: "EVENTS", queue: "siteproof-storage-events" }],
  };
  const benchConfig = path.join(stateDirectory, "bench.json");
  const writeConfig = (main: string) =>
    writeAtomically(benchConfig, JSON.stringify({ ...config, main, queues, d1_databases }), 0o600);
  await writeConfig(path.join(root, "scripts/bench/worker.ts"));
  // Bundled once: wrangler would otherwise restart during a measurement when a file is saved.
  const bundle = path.join(stateDirectory, "bundle");
  const built = await run(
    process.execPath,
    [toolPaths.wrangler, "deploy", "--dry-run", "-c", benchConfig, "--outdir", bundle],
    { env: quietToolEnv },
  );
  if (built.code !== 0) throw new Error(built.output);
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
      ...["--persist-to", paths.data, "--show-interactive-dev-session=false"],
    ],
    { env: quietToolEnv, log: paths.log },
  );
  const stopped = server.ended.then(() => {
    throw new Error(`the server ended:\n${server.lastLines()}`);
  });
  // Only the startup wait below should fail on exit: later the bench kills the server on purpose.
  stopped.catch(() => undefined);
  await Promise.race([stopped, waitUntilHealthy(address)]);
  return server;
}
