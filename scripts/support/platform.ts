import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import { listLocalDatabases, readWranglerConfig } from "./localConfig.ts";
import { retryLostConnection } from "./retry.ts";
import { statePaths } from "./state.ts";

export interface Platform {
  DB: D1Database;
  /** All databases, `DB` first. */
  databases: D1Database[];
  STORAGE: Bucket;
}

/** The part of R2Bucket that the demo and the bench use. */
export interface Bucket {
  put(
    key: string,
    bytes: Uint8Array,
    options?: { httpMetadata?: { contentType: string } },
  ): Promise<{ etag: string }>;
}

/** A Worker that stores each request's body in the bucket. */
const receiver = `export default {
  async fetch(request, { STORAGE }) {
    const contentType = request.headers.get("content-type") ?? undefined;
    const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const { etag } = await STORAGE.put(key, await request.arrayBuffer(), { httpMetadata: { contentType } });
    return Response.json({ etag });
  },
};`;

/**
 * Opens the local database and bucket in this process: never while a server runs on them, and never anything remote. Objects go
 * through a Worker: Miniflare's own proxy of a bucket blocks this process at every response, which took as long as drawing all
 * demo photos.
 */
export async function withPlatform<T>(
  work: (platform: Platform) => Promise<T>,
  /** Overrides the database id of wrangler.toml. */
  databaseId?: string,
): Promise<T> {
  const config = await readWranglerConfig();
  const databases = listLocalDatabases(config);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: config.name,
      modules: true,
      script: receiver,
      compatibilityDate: config.compatibility_date,
      d1Databases: Object.fromEntries(
        databases.map((database) => [
          database.binding,
          database.binding === "DB" ? (databaseId ?? database.database_id) : database.database_id,
        ]),
      ),
      r2Buckets: Object.fromEntries(config.r2_buckets.map((bucket) => [bucket.binding, bucket.bucket_name])),
      // Wrangler's folder under --persist-to.
      resourcePersistencePath: path.join(statePaths.data, "v3"),
    }),
  );
  const storedObject = z.object({ etag: z.string() });
  const put: Bucket["put"] = async (key, bytes, { httpMetadata } = {}) => {
    const response = await retryLostConnection(() =>
      miniflare.dispatchFetch(`http://bucket/${encodeURIComponent(key)}`, {
        method: "PUT",
        headers: httpMetadata ? { "content-type": httpMetadata.contentType } : {},
        body: bytes,
      }),
    );
    if (!response.ok)
      throw new Error(`${key} could not be stored: ${response.status} ${await response.text()}`);
    return storedObject.parse(await response.json());
  };
  try {
    return await work({
      DB: await miniflare.getD1Database("DB"),
      databases: await Promise.all(databases.map(({ binding }) => miniflare.getD1Database(binding))),
      STORAGE: { put },
    });
  } finally {
    await miniflare.dispose();
  }
}
