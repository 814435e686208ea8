#!/usr/bin/env node
/*
 * Runs one of the project's TypeScript scripts: `node scripts/run.mjs scripts/start.ts …`. Every npm script goes through
 * here, so this file and its imports must run on the system's Node 20 without node_modules. It installs what
 * package-lock.json asks for, then hands over to the Node 24 that is installed as a package, which the tools need and
 * which runs TypeScript directly.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { ensureInstalled, root } from "./support/install.mjs";
import { findNode, oldestUsable, withNodeFirst } from "./support/node.mjs";

const [script, ...args] = process.argv.slice(2);
if (!script || !existsSync(path.resolve(root, script))) {
  console.error(script ? `${script} does not exist` : "usage: node scripts/run.mjs <script.ts> [arguments]");
  process.exit(2);
}

try {
  await ensureInstalled();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const node = findNode();
if (!node) {
  console.error(
    `This needs Node ${oldestUsable} or newer: none is packaged for ${process.platform}-${process.arch}, and yours is ${process.versions.node}.`,
  );
  process.exit(1);
}

const child = spawn(node, ["--disable-warning=ExperimentalWarning", path.resolve(root, script), ...args], {
  stdio: "inherit",
  env: { ...withNodeFirst(node), SITEPROOF_LAUNCHER: String(process.pid) },
});

/** Ctrl-C in a terminal reaches every process, `kill` only one. Passing it on serves both; scripts tolerate getting it twice. */
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));

// npm sends no signal when it is killed with SIGKILL; its script would keep running.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 1000).unref();
}

child.on("error", (error) => {
  console.error(`${node} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) =>
  process.exit(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)),
);
