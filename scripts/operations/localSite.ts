import path from "node:path";
import { Readable } from "node:stream";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { z } from "zod";
import { databaseOf, listLocalDatabases, readWranglerConfig } from "../support/localConfig.ts";
import { joinScripts } from "../support/migrate.ts";
import { retryLostConnection } from "../support/retry.ts";
import { readValue, type Site } from "./site.ts";

/**
 * A Worker in front of database and bucket: Miniflare's own proxies block this process at every response, and hashing inside the
 * runtime avoids transferring the bytes.
 */
const gateway = `
const shown = ({ key, size, etag, uploaded }) => ({ key, size, etag, uploaded });
export default {
  async fetch(request, { DB, STORAGE }) {
    if (request.method === "POST") {
      const { sql, params, scripts } = await request.json();
      try {
        if (scripts) return Response.json((await DB.batch(scripts.map((script) => DB.prepare(script)))).map(() => ({})));
        return Response.json((await DB.prepare(sql).bind(...params).all()).results);
      } catch (error) {
        return new Response(error.message, { status: 400 });
      }
    }
    const url = new URL(request.url);
    const key = decodeURIComponent(url.pathname.slice(1));
    const query = Object.fromEntries(url.searchParams);
    if (request.method === "PUT") {
      const { readable, writable } = new FixedLengthStream(Number(query.size));
      const sent = request.body ? request.body.pipeTo(writable) : writable.close();
      const httpMetadata = query.type ? { contentType: query.type } : {};
      const [stored] = await Promise.all([STORAGE.put(key, readable, { httpMetadata }), sent]);
      return Response.json(shown(stored));
    }
    if (query.what === "list") {
      const { objects, truncated } = await STORAGE.list({ limit: Number(query.most), ...(query.after && { startAfter: query.after }) });
      return Response.json({ objects: objects.map(shown), truncated });
    }
    const object = query.what === "head" ? await STORAGE.head(key) : await STORAGE.get(key);
    if (!object) return new Response(null, { status: 404 });
    if (query.what === "head") return Response.json(shown(object));
    if (query.what === "digest") {
      const digest = new crypto.DigestStream("SHA-256");
      await object.body.pipeTo(digest);
      const sha256 = [...new Uint8Array(await digest.digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return Response.json({ ...shown(object), sha256 });
    }
    const headers = { "x-size": String(object.size), "x-type": object.httpMetadata?.contentType ?? "" };
    return new Response(object.body, { headers });
  },
};`;

const storedObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  uploaded: z.string().transform((text) => new Date(text)),
});
const hashedObject = storedObject.extend({ sha256: z.string() });
const objectPage = z.object({ objects: z.array(storedObject), truncated: z.boolean() });
const resultRows = z.array(z.record(z.string(), readValue));

/** Opens a database and the bucket in wrangler's local state, in this process only: never while a server runs on them. */
export async function withLocalSite<T>(
  data: string,
  work: (site: Site) => Promise<T>,
  binding = "DB",
): Promise<T> {
  const config = await readWranglerConfig();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: config.name,
      modules: true,
      script: gateway,
      compatibilityDate: config.compatibility_date,
      d1Databases: { DB: databaseOf(listLocalDatabases(config), binding).database_id },
      r2Buckets: Object.fromEntries(config.r2_buckets.map((bucket) => [bucket.binding, bucket.bucket_name])),
      // Wrangler's folder under --persist-to.
      resourcePersistencePath: path.join(data, "v3"),
    }),
  );
  const address = (key: string, query: Record<string, string>) =>
    `http://bucket/${encodeURIComponent(key)}?${new URLSearchParams(query)}`;
  const call = async <S extends z.ZodType>(
    schema: S,
    key: string,
    query: Record<string, string>,
  ): Promise<z.output<S> | null> => {
    const response = await retryLostConnection(() => miniflare.dispatchFetch(address(key, query)));
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${key}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
  const query = async (request: object) => {
    const body = JSON.stringify(request);
    const response = await miniflare.dispatchFetch("http://database/", { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
    return resultRows.parse(await response.json());
  };
  try {
    return await work({
      name: data,
      rows: {
        all: (sql, params = []) => query({ sql, params }),
        async runAll(statements) {
          await query({ scripts: joinScripts(statements) });
        },
      },
      objects: {
        head: (key) => call(storedObject, key, { what: "head" }),
        digest: (key) => call(hashedObject, key, { what: "digest" }),
        async list(startAfter, max) {
          const page = await call(objectPage, "", { what: "list", after: startAfter, most: String(max) });
          const objects = page?.objects ?? [];
          return { objects, next: page?.truncated ? (objects.at(-1)?.key ?? null) : null };
        },
        async get(key) {
          const response = await miniflare.dispatchFetch(address(key, {}));
          if (response.status === 404 || !response.body) return null;
          if (!response.ok) throw new Error(`${key}: ${response.status}`);
          return {
            bytes: Readable.fromWeb(response.body),
            size: Number(response.headers.get("x-size")),
            type: response.headers.get("x-type") || null,
          };
        },
        async put(key, { bytes, size, type }) {
          const response = await miniflare.dispatchFetch(
            address(key, { size: String(size), ...(type && { type }) }),
            { method: "PUT", body: bytes, duplex: "half" },
          );
          if (!response.ok)
            throw new Error(`${key} could not be stored: ${response.status} ${await response.text()}`);
          return storedObject.parse(await response.json()).etag;
        },
      },
    });
  } finally {
    await miniflare.dispose();
  }
}
