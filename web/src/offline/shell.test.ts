import { describe, expect, test } from "vitest";
import { screens } from "#app/screens.ts";
import { routeTable } from "#navigation/routes.ts";
import {
  cacheRouteFor,
  listOutdatedCaches,
  shellAreas,
  shellCacheName,
  shellModules,
  versionLockName,
} from "./shell.ts";

const origin = "https://console.test";
const routeFor = (path: string, mode = "navigate", method = "GET") =>
  cacheRouteFor({ method, mode, url: new URL(path, origin).href }, origin);

describe("the shell", () => {
  test("design§Capture serves the console's own pages, and leaves calls, public pages and others to the network", () => {
    for (const path of ["/", "/documentation/create", "/documentation/details/x?tab=1", "/login"])
      expect([path, routeFor(path)]).toEqual([path, "shell"]);
    for (const path of [
      "/api/documentation/downloadZipFile/x",
      "/api",
      "/cdn-cgi/explorer",
      "/uploadFiles?token=x",
      "/uploadLater",
      "/retake?token=x",
      "/delivered?token=x",
      "/sw.js",
      "https://elsewhere.test/documentation",
    ])
      expect([path, routeFor(path)]).toEqual([path, null]);
    expect(routeFor("/assets/index-abc.js", "cors")).toBe("file");
    expect(routeFor("/favicon.svg", "no-cors")).toBe("file");
    expect(routeFor("/api/licenses", "cors")).toBeNull();
    expect(routeFor("/documentation", "navigate", "POST")).toBeNull();
  });

  test("design§Capture files of a version stay while one of its pages is open, and so do those of the previous version", () => {
    const names = [
      "other",
      shellCacheName("1"),
      shellCacheName("2"),
      shellCacheName("3"),
      shellCacheName("4"),
    ];
    expect(listOutdatedCaches(names, "4", [versionLockName("1"), "siteproof-refresh"])).toEqual([
      shellCacheName("2"),
    ]);
    expect(listOutdatedCaches(names, "4", [])).toEqual([shellCacheName("1"), shellCacheName("2")]);
    // A newer version is being fetched while this one is active.
    expect(
      listOutdatedCaches([shellCacheName("1"), shellCacheName("2")], "1", [versionLockName("1")]),
    ).toEqual([]);
  });

  test("design§Capture every offline screen is cached with its texts", () => {
    const cachedModules: readonly string[] = shellModules;
    for (const { path } of routeTable.filter((route) => route.offline)) {
      const { load, areas } = screens[path]!;
      const module = /screens\/[\w/]+/.exec(String(load))?.[0];
      expect([path, cachedModules.includes(`src/${module}.tsx`)]).toEqual([path, true]);
      expect([path, areas.filter((area) => !shellAreas.includes(area))]).toEqual([path, []]);
    }
  });
});
