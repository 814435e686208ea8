import path from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";
import { quietTools } from "./local-config.ts";
import { paths } from "./state.ts";

export interface Platform {
  DB: D1Database;
  STORAGE: R2Bucket;
}

/**
 * The local database and bucket, opened by this process alone: never while a server runs on them, and never anything
 * remote.
 */
export async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  Object.assign(process.env, quietTools, { WRANGLER_LOG: process.env.WRANGLER_LOG ?? "error" });
  const proxy = await getPlatformProxy<Platform & Record<string, unknown>>({
    configPath: paths.workerConfig,
    // wrangler puts its own --persist-to into a folder of its version; the proxy wants the whole path.
    persist: { path: path.join(paths.data, "v3") },
    remoteBindings: false,
  });
  try {
    return await work(proxy.env);
  } finally {
    await proxy.dispose();
  }
}
