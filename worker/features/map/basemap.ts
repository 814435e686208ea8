import { problem } from "#domain/core/problem.ts";
import type { BasemapSource } from "#domain/endpoints/operations/basemapCalls.ts";
import type { Env } from "#worker/env.ts";

/** Maximum zoom of image tiles if none is configured; the same as that of most tile servers. */
const defaultMaxZoom = 19;

/**
 * The basemap of all maps. Configured image tiles take precedence over a map file; without either, the console draws its own basemap.
 */
export function getBasemap(env: Env): BasemapSource {
  const credits = { attribution: env.MAP_ATTRIBUTION ?? "", attributionUrl: env.MAP_ATTRIBUTION_URL || null };
  if (env.MAP_TILES)
    return {
      kind: "tiles",
      address: env.MAP_TILES,
      ...credits,
      maxNativeZoom: Number(env.MAP_TILES_CLOSEST) || defaultMaxZoom,
    };
  return env.MAP_ARCHIVE ? { kind: "archive", ...credits } : { kind: "drawn" };
}

export interface ArchiveRange {
  offset: number;
  length: number;
  version?: string | undefined;
}

/**
 * Cache lifetimes in seconds. The newest version is looked up again after a minute; byte ranges of a known version never change.
 */
const cacheSeconds = { newest: 60, version: 30 * 24 * 3600 } as const;

/**
 * A byte range of the PMTiles file, from the data centre's cache if it has been requested nearby. Its entity tag is that of the
 * whole file, which the next requests send.
 * @throws notFound, staleVersion
 */
export async function readArchiveRange(env: Env, part: ArchiveRange): Promise<Response> {
  if (!env.MAP_ARCHIVE || env.MAP_TILES) throw problem("notFound");
  const cacheKey = `${env.MAP_ARCHIVE}?${part.version ?? "newest"}&${part.offset}&${part.length}`;
  // The cache needs a URL; this one cannot be requested from outside.
  const cacheUrl = `https://map.siteproof.invalid/${encodeURIComponent(cacheKey)}`;
  const cachedResponse = await caches.default.match(cacheUrl);
  if (cachedResponse) return createPrivateResponse(cachedResponse);
  const archiveObject = await readRange(env.STORAGE, env.MAP_ARCHIVE, part);
  const bytes = await archiveObject.arrayBuffer();
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(bytes.byteLength),
    etag: archiveObject.httpEtag,
  };
  const maxAge = part.version ? cacheSeconds.version : cacheSeconds.newest;
  await caches.default.put(
    cacheUrl,
    new Response(bytes, { headers: { ...headers, "cache-control": `public, max-age=${maxAge}` } }),
  );
  return createPrivateResponse(
    new Response(bytes, { headers: { ...headers, "cache-control": `max-age=${maxAge}` } }),
  );
}

/** Only the browser may cache it: a shared cache would serve it without authentication. */
function createPrivateResponse(response: Response): Response {
  const copy = new Response(response.body, response);
  const maxAge = response.headers.get("cache-control")?.match(/max-age=\d+/)?.[0] ?? "max-age=0";
  copy.headers.set("cache-control", `private, ${maxAge}`);
  return copy;
}

async function readRange(bucket: R2Bucket, key: string, { offset, length, version }: ArchiveRange) {
  const archiveObject = await bucket
    .get(key, { range: { offset, length }, ...(version && { onlyIf: { etagMatches: version } }) })
    .catch((error: unknown) => {
      // Beyond the end of the file.
      if (/range|416|10039/i.test(String(error))) return null;
      throw error;
    });
  if (!archiveObject) throw problem("notFound");
  if (!("body" in archiveObject)) throw problem("staleVersion");
  return archiveObject;
}
