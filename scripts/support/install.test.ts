import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderFault, isAlive, isInstalled, missingPackages } from "./install.mjs";
import { atLeast } from "./node.mjs";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "siteproof-install-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const lock = (version: string) => JSON.stringify({ packages: { "": {}, "node_modules/a": { version } } });
const write = (file: string, text: string) => writeFile(path.join(directory, file), text);

describe("the installation", () => {
  it("O11 vite#6763 says at once that a folder with #, ? or % in its path cannot be used", () => {
    for (const folder of ["/home/a/C#/siteproof", "/srv/100%/siteproof", "/srv/what?/siteproof"])
      expect(folderFault(folder)).toContain(folder);
    for (const folder of ["/home/åsa/mina projekt/siteproof", "C:\\Users\\a\\siteproof"])
      expect(folderFault(folder)).toBeNull();
  });

  it("is missing without node_modules", async () => {
    await write("package-lock.json", lock("1.0.0"));
    expect(await isInstalled(directory)).toBe(false);
  });

  it("is recognised by npm's own record, and afterwards by the stamp", async () => {
    await write("package-lock.json", lock("1.0.0"));
    await mkdir(path.join(directory, "node_modules"));
    await write("node_modules/.package-lock.json", lock("1.0.0"));
    expect(await isInstalled(directory)).toBe(true);
    expect(await readFile(path.join(directory, "node_modules/.siteproof-installed"), "utf8")).toMatch(
      /^[\da-f]{64}$/,
    );
    await rm(path.join(directory, "node_modules/.package-lock.json"));
    expect(await isInstalled(directory)).toBe(true);
  });

  it("is out of date once the lock file has changed", async () => {
    await write("package-lock.json", lock("1.0.0"));
    await mkdir(path.join(directory, "node_modules"));
    await write("node_modules/.package-lock.json", lock("1.0.0"));
    await isInstalled(directory);
    await write("package-lock.json", lock("1.0.1"));
    expect(await isInstalled(directory)).toBe(false);
  });

  it("may lack packages for other platforms, but not have them in another version", () => {
    const expected = {
      packages: {
        "": {},
        "node_modules/a": { version: "1.0.0" },
        "node_modules/only-there": { version: "2.0.0", optional: true },
        "node_modules/stale": { version: "3.0.0", optional: true },
      },
    };
    const installedLock = {
      packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/stale": { version: "2.9.0" } },
    };
    expect(missingPackages(expected, installedLock)).toEqual(["node_modules/stale"]);
    expect(missingPackages(expected, {})).toEqual(["node_modules/a"]);
  });
});

it("compares versions number by number", () => {
  expect(atLeast("24.21.0", "24.3.0")).toBe(true);
  expect(atLeast("24.3.0", "24.3.0")).toBe(true);
  expect(atLeast("20.20.2", "24.3.0")).toBe(false);
  expect(atLeast("24.2.9", "24.3.0")).toBe(false);
});

it("distinguishes a running process from a dead one", () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 30)).toBe(false);
});
