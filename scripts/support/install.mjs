/*
 * Installs node_modules from package-lock.json. Plain JavaScript for the system's Node 20: it runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = path.resolve(fileURLToPath(import.meta.url), "../../..");

const stampName = ".siteproof-installed";

/**
 * Installs missing packages. If two processes start concurrently, one installs and the other waits.
 * @param {string} [directory] the repository
 */
export async function ensureInstalled(directory = root) {
  const fault = folderFault(directory);
  if (fault) throw new Error(fault);
  if (await isInstalled(directory)) return;
  await runExclusively(directory, async () => {
    if (await isInstalled(directory)) return;
    console.log("Installing packages (npm ci) …");
    await npmCi(directory);
    await writeFile(path.join(directory, "node_modules", stampName), await lockHash(directory));
  });
}

/**
 * Why nothing can be built in a folder, or null. Vite takes what follows `#` or `?` in a path for a part of a URL, and `%` for an encoded
 * character (vite#6763).
 * @param {string} directory
 * @returns {string | null}
 */
export function folderFault(directory) {
  const character = /[#?%]/.exec(directory)?.[0];
  return character === undefined
    ? null
    : `The folder ${directory} has a ${character} in its path, where Vite cannot build the console. Move the repository to a path without # ? and %.`;
}

/**
 * A stamp with the lock file's hash is enough. Without one, npm's own record of the installation is compared, so that packages
 * just installed by hand with npm are not installed again.
 * @param {string} directory
 */
export async function isInstalled(directory) {
  const stamp = path.join(directory, "node_modules", stampName);
  const hash = await lockHash(directory);
  if ((await textOf(stamp)) === hash) return true;
  const installed = await textOf(path.join(directory, "node_modules/.package-lock.json"));
  if (!installed) return false;
  const wanted = await readFile(path.join(directory, "package-lock.json"), "utf8");
  if (missingPackages(JSON.parse(wanted), JSON.parse(installed)).length > 0) return false;
  await writeFile(stamp, hash);
  return true;
}

/**
 * Packages of the lock file that npm's record lacks or has in another version. Optional ones may be absent: they belong to other
 * machines.
 * @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }> }} Lock
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function missingPackages(wanted, installed) {
  return Object.entries(wanted.packages ?? {})
    .filter(([at, entry]) => {
      if (at === "" || entry.link) return false;
      const found = installed.packages?.[at];
      return found ? found.version !== entry.version : !(entry.optional || entry.devOptional);
    })
    .map(([at]) => at);
}

/** @param {string} directory */
async function lockHash(directory) {
  const lock = await readFile(path.join(directory, "package-lock.json"));
  return createHash("sha256").update(lock).digest("hex");
}

/** @param {string} file */
const textOf = (file) => readFile(file, "utf8").catch(() => null);

/** @param {string} directory */
function npmCi(directory) {
  const output = /** @type {Buffer[]} */ ([]);
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      // Inside an npm script, npm_execpath names npm itself.
      const npm = process.env.npm_execpath?.endsWith(".js") ? process.env.npm_execpath : null;
      const args = ["ci", "--no-fund", "--no-audit", "--loglevel=error"];
      const child = npm
        ? spawn(process.execPath, [npm, ...args], { cwd: directory })
        : spawn("npm", args, { cwd: directory, shell: process.platform === "win32" });
      child.stdout.on("data", (chunk) => output.push(chunk));
      child.stderr.on("data", (chunk) => output.push(chunk));
      child.on("error", reject);
      child.on("close", (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`npm ci failed (${code}):\n${Buffer.concat(output).toString().trimEnd()}`)),
      );
    })
  );
}

/**
 * Holds a lock outside node_modules, which npm ci empties. A lock whose owner has died is taken over.
 * @param {string} directory
 * @param {() => Promise<void>} work
 */
async function runExclusively(directory, work) {
  const name = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  const lock = path.join(os.tmpdir(), `siteproof-install-${name}`);
  const owner = path.join(lock, "pid");
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
      const pid = Number(await textOf(owner));
      const age =
        Date.now() -
        (await stat(lock).then(
          ({ mtimeMs }) => mtimeMs,
          () => Date.now(),
        ));
      if (pid ? !isAlive(pid) : age > 10_000) await rm(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  try {
    await writeFile(owner, String(process.pid));
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
