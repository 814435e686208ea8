import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { run, toolPaths } from "./child.ts";
import { root } from "./install.mjs";
import { UserFacingError, writeAtomically } from "./state.ts";

/** The inputs of the console's build. */
const inputs = ["web", "domain", "tsconfig.json", "package-lock.json"];
const ignoredFolders = new Set(["dist", "node_modules", ".wrangler", "functions"]);

/** Kept outside web/dist, which is deployed. */
const stampFile = path.join(root, "node_modules/.cache/siteproof/webBuild");

/** Builds web/dist unless it is up to date with its inputs; returns whether it did. */
export async function buildWeb({ force = false } = {}): Promise<boolean> {
  if (!existsSync(path.join(root, "web/index.html"))) {
    await mkdir(path.join(root, "web/dist"), { recursive: true });
    await writeAtomically(path.join(root, "web/dist/index.html"), "<!doctype html><title>Siteproof</title>");
    return false;
  }
  const inputsHash = await hashInputs();
  const builtHash =
    existsSync(path.join(root, "web/dist/index.html")) && (await readFile(stampFile, "utf8").catch(() => ""));
  if (!force && builtHash === inputsHash) return false;
  const { code, output } = await run(process.execPath, [toolPaths.vite, "build", "--logLevel", "warn"], {
    cwd: path.join(root, "web"),
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new UserFacingError(`The console could not be built:\n${output.trimEnd()}`);
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeAtomically(stampFile, inputsHash);
  return true;
}

async function hashInputs(): Promise<string> {
  const hash = createHash("sha256");
  for (const input of inputs)
    for (const file of await listFiles(path.join(root, input)))
      hash.update(`${path.relative(root, file)}\0`).update(await readFile(file));
  return hash.digest("hex");
}

/** The files under a path in a fixed order, without tests and build output. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => null);
  if (!entries) return [directory];
  const filesByEntry = await Promise.all(
    entries
      .filter(({ name }) => !ignoredFolders.has(name) && !/\.test\.tsx?$/.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => listFiles(path.join(directory, entry.name))),
  );
  return filesByEntry.flat();
}
