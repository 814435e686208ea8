import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { pick } from "#domain/core/objects.ts";
import { root } from "./install.mjs";
import { type Secrets, statePaths, UserFacingError, writeAtomically } from "./state.ts";

/** The part of wrangler.toml that the scripts read. */
const wranglerConfig = z.looseObject({
  name: z.string(),
  main: z.string(),
  compatibility_date: z.string(),
  vars: z.record(z.string(), z.string()),
  d1_databases: z.array(
    z.looseObject({
      binding: z.string(),
      database_name: z.string(),
      database_id: z.string(),
      migrations_dir: z.string(),
    }),
  ),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() })),
  queues: z.looseObject({
    producers: z.array(z.looseObject({ queue: z.string() })),
    consumers: z.array(z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() })),
  }),
  triggers: z.looseObject({ crons: z.array(z.string()) }),
});
export type WranglerConfig = z.output<typeof wranglerConfig>;

export const readWranglerConfig = async (): Promise<WranglerConfig> =>
  wranglerConfig.parse(parse(await readFile(path.join(root, "wrangler.toml"), "utf8")));

/**
 * The local databases: those of wrangler.toml and, with DATABASES=2 or more, additional ones (DB_2 and so on) that customers can
 * be moved to.
 */
export function listLocalDatabases({ d1_databases }: WranglerConfig): WranglerConfig["d1_databases"] {
  const [firstDatabase] = d1_databases;
  const count = Number(process.env.DATABASES ?? 1);
  if (!firstDatabase) return d1_databases;
  const additional = Array.from({ length: Math.max(0, count - d1_databases.length) }, (_, index) => {
    const number = d1_databases.length + index + 1;
    return {
      ...firstDatabase,
      binding: `DB_${number}`,
      database_name: `${firstDatabase.database_name}-${number}`,
      database_id: firstDatabase.database_id.replace(/.$/, String(number)),
    };
  });
  return [...d1_databases, ...additional];
}

/** The database of a binding. @throws UserFacingError if there is none */
export function databaseOf<D extends { binding: string }>(databases: readonly D[], binding: string): D {
  const match = databases.find((database) => database.binding === binding);
  if (!match)
    throw new UserFacingError(
      `There is no database ${binding}, only ${databases.map((database) => database.binding).join(", ")}`,
    );
  return match;
}

/** The part of wrangler.toml that the launchers need. */
export interface LocalConfig {
  workerName: string;
  crons: string[];
}

/**
 * Writes the Worker's configuration for this machine: wrangler.toml with absolute paths, the local secrets, and the bucket's
 * local S3 address, so that signed uploads work as in production. wrangler.toml itself contains no secrets; a deployment
 * reads nothing else. Pages needs nothing local: web/wrangler.toml is used unchanged.
 */
export async function writeLocalConfig(secrets: Secrets, port: number): Promise<LocalConfig> {
  const config = await readWranglerConfig();
  const { accessKeyId, secretAccessKey } = secrets;
  const local = {
    ...config,
    main: path.join(root, config.main),
    vars: {
      ...config.vars,
      STORAGE_ENDPOINT: `http://localhost:${port}/cdn-cgi/local/r2/s3`,
      STORAGE_ACCESS_KEY_ID: accessKeyId,
      STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
      SESSION_SECRET: secrets.sessionSecret,
      SECRETS_KEY: secrets.secretsKey,
      CONSOLE_URL: `http://localhost:${port}`,
      ALLOW_PRIVATE_DESTINATIONS: "true",
      // As in a deployment, so that photos are judged and drawn alike. `service` tries the local image service.
      PICTURES: process.env.PICTURES ?? "codec",
      // Test servers in place of Microsoft's services and of Next: scripts/support/servers.
      ...pick(process.env, ["GRAPH_LOGIN_URL", "GRAPH_URL", "NEXT_URL"]),
      ...pick(process.env, [
        "MAP_TILES",
        "MAP_TILES_CLOSEST",
        "MAP_ARCHIVE",
        "MAP_ATTRIBUTION",
        "MAP_ATTRIBUTION_URL",
      ]),
    },
    d1_databases: listLocalDatabases(config).map((database) => ({
      ...database,
      migrations_dir: path.join(root, database.migrations_dir),
    })),
    r2_buckets: config.r2_buckets.map((bucket) => ({
      ...bucket,
      local_dev: { experimental_s3_credentials: { accessKeyId, secretAccessKey } },
    })),
  };
  await writeAtomically(statePaths.workerConfig, JSON.stringify(local, null, 2), 0o600);
  return { workerName: config.name, crons: config.triggers.crons };
}

/**
 * Disables telemetry, banner, traces and discovery of other servers. Otherwise a start takes seconds longer and fails without
 * internet access.
 */
export const quietToolEnv = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  DO_NOT_TRACK: "1",
  // The local runtime writes a trace of every call to the state directory, about 200 MB an hour.
  X_LOCAL_OBSERVABILITY: process.env.DEBUG ? "true" : "false",
  /*
   * Servers on one machine find each other's Workers by name in this folder. If it were shared, another clone's server would
   * receive this one's queue messages and cron runs, and look for their rows in its own database.
   */
  WRANGLER_REGISTRY_PATH: statePaths.registry,
} as const;
