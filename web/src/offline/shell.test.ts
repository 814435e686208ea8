import { describe, expect, test } from "vitest";
import { screens } from "#app/screens.ts";
import { routeTable } from "#navigation/routes.ts";
import {
  cacheRouteFor,
  outdatedCaches,
  shellAreas,
  shellCacheName,
  shellModules,
  versionLockName,
} from "./shell.ts";

const origin = "https://console.test";
const asked = (path: string, mode = "navigate", method = "GET") =>
  cacheRouteFor({ method, mode, url: new URL(path, origin).href }, origin);

describe("the shell", () => {
  test("design§Capture answers the console's own pages, and leaves calls, public pages and others to the network", () => {
    for (const path of ["/", "/documentation/create", "/documentation/details/x?tab=1", "/login"])
      expect([path, asked(path)]).toEqual([path, "shell"]);
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
      expect([path, asked(path)]).toEqual([path, null]);
    expect(asked("/assets/index-abc.js", "cors")).toBe("file");
    expect(asked("/favicon.svg", "no-cors")).toBe("file");
    expect(asked("/api/licenses", "cors")).toBeNull();
    expect(asked("/documentation", "navigate", "POST")).toBeNull();
  });

  test("design§Capture files of a version stay as long as one of its pages lives, and so do those of the version before", () => {
    const names = [
      "other",
      shellCacheName("1"),
      shellCacheName("2"),
      shellCacheName("3"),
      shellCacheName("4"),
    ];
    expect(outdatedCaches(names, "4", [versionLockName("1"), "siteproof-refresh"])).toEqual([
      shellCacheName("2"),
    ]);
    expect(outdatedCaches(names, "4", [])).toEqual([shellCacheName("1"), shellCacheName("2")]);
    // A newer version is being fetched while this one is active.
    expect(outdatedCaches([shellCacheName("1"), shellCacheName("2")], "1", [versionLockName("1")])).toEqual(
      [],
    );
  });

  test("design§Capture every offline screen is kept with its texts", () => {
    const kept: readonly string[] = shellModules;
    for (const { path } of routeTable.filter((route) => route.offline)) {
      const { load, areas } = screens[path]!;
      const module = /screens\/[\w/]+/.exec(String(load))?.[0];
      expect([path, kept.includes(`src/${module}.tsx`)]).toEqual([path, true]);
      expect([path, areas.filter((area) => !shellAreas.includes(area))]).toEqual([path, []]);
    }
  });
});
