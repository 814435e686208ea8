import { describe, expect, it } from "vitest";
import { app } from "#worker/app.ts";
import type { Env } from "#worker/env.ts";
import { call, env, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { getBasemap } from "./basemap.ts";

const credits = { MAP_ATTRIBUTION: "© Somebody", MAP_ATTRIBUTION_URL: "https://somebody.example" };

/** A call to a Worker with other settings. */
async function callWithVars(vars: Partial<Env>, path: string): Promise<Response> {
  const { token } = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
  return app.request(`/api${path}`, { headers: { authorization: `Bearer ${token}` } }, { ...env, ...vars });
}

/** Stores a text under a unique key. */
async function storeArchive(text: string) {
  const key = `map/${crypto.randomUUID()}.pmtiles`;
  await env.STORAGE.put(key, text);
  const read = (query: string) => callWithVars({ MAP_ARCHIVE: key, ...credits }, `/map/archive?${query}`);
  return { key, read };
}

describe("2§2 the basemap", () => {
  it("is the console's own if nothing is configured, and there is no file then", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await jsonOf(call("GET", "/map/basemap", { as }))).toEqual({ kind: "drawn" });
    expect((await call("GET", "/map/archive?offset=0&length=10", { as })).status).toBe(404);
  });

  it("is raster tiles or a file by configuration, with its attribution", () => {
    expect(
      getBasemap({
        ...env,
        ...credits,
        MAP_TILES: "https://tiles.example/{z}/{x}/{y}.png",
        MAP_ARCHIVE: "a",
      }),
    ).toEqual({
      kind: "tiles",
      address: "https://tiles.example/{z}/{x}/{y}.png",
      attribution: "© Somebody",
      attributionUrl: "https://somebody.example",
      maxNativeZoom: 19,
    });
    expect(getBasemap({ ...env, ...credits, MAP_ARCHIVE: "a" })).toMatchObject({ kind: "archive" });
  });

  it("a file is read in parts, again from the cache, and never in parts of two versions", async () => {
    const { key, read } = await storeArchive("PMTiles and more");
    const first = await read("offset=0&length=7");
    expect([first.status, await first.text()]).toEqual([200, "PMTiles"]);
    expect(first.headers.get("cache-control")).toBe("private, max-age=60");
    const version = first.headers.get("etag")!.replaceAll('"', "");
    expect(await (await read(`offset=8&length=100&version=${version}`)).text()).toBe("and more");
    await env.STORAGE.put(key, "PMTiles, another one");
    expect(await (await read(`offset=8&length=100&version=${version}`)).text()).toBe("and more");
    const stale = await read(`offset=3&length=4&version=${version}`);
    expect([stale.status, ((await stale.json()) as { error: { code: string } }).error.code]).toEqual([
      422,
      "staleVersion",
    ]);
  });

  it.each(["offset=0&length=5000000", "offset=-1&length=1", "length=1", "offset=0&length=1&version=a%20b"])(
    "refuses an invalid range: %s",
    async (query) => {
      const { read } = await storeArchive("PMTiles");
      expect((await read(query)).status).toBe(422);
    },
  );

  it("returns nothing beyond the end of the file", async () => {
    const { read } = await storeArchive("PMTiles");
    expect((await read("offset=1000&length=5")).status).toBe(404);
  });
});
