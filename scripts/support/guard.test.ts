import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startCompanion } from "./child.ts";
import { isAlive, root } from "./install.mjs";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "siteproof-guard-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Starts a child and prints both process ids: the structure of wrangler and workerd. */
const family = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  console.log("family " + process.pid + " " + child.pid);
  setInterval(() => {}, 1000);`;

async function waitUntil(condition: () => boolean, timeoutMs = 60_000): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; ) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

const pidsIn = (text: string) => (/family (\d+) (\d+)/.exec(text) ?? []).slice(1).map(Number);

describe.skipIf(process.platform === "win32")("a companion", () => {
  it("ends with everything it started", async () => {
    const companion = startCompanion(process.execPath, ["-e", family], { log: path.join(directory, "log") });
    await companion.waitForOutput(/family/);
    const pids = pidsIn(companion.lastLines());
    expect(pids.map(isAlive)).toEqual([true, true]);
    await companion.end();
    expect(await waitUntil(() => pids.every((pid) => !isAlive(pid)))).toBe(true);
  });

  it("ends when its parent is killed with SIGKILL", async () => {
    const starter = path.join(directory, "starter.mjs");
    const log = path.join(directory, "log");
    await writeFile(
      starter,
      `import { startCompanion } from ${JSON.stringify(pathToFileURL(path.join(root, "scripts/support/child.ts")).href)};
       const companion = startCompanion(process.execPath, ["-e", ${JSON.stringify(family)}], { log: ${JSON.stringify(log)} });
       await companion.waitForOutput(/family/);
       console.log(companion.lastLines());
       setInterval(() => {}, 1000);`,
    );
    const child = spawn(process.execPath, [starter], { stdio: ["ignore", "pipe", "inherit"] });
    // The process ids come from stdout, because the log may not be written yet.
    let output = "";
    for await (const chunk of child.stdout) {
      output += chunk;
      if (pidsIn(output).length > 0) break;
    }
    const pids = pidsIn(output);
    expect(pids).toHaveLength(2);
    child.kill("SIGKILL");
    expect(await waitUntil(() => pids.every((pid) => !isAlive(pid)))).toBe(true);
  });

  it("passes its exit status on", async () => {
    const companion = startCompanion(process.execPath, ["-e", "process.exit(7)"], {
      log: path.join(directory, "log"),
    });
    expect(await companion.ended).toBe(7);
    await companion.end();
  });
});
