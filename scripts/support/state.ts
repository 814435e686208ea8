import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { isAlive, root } from "./install.mjs";

/*
 * All local state: database and bucket, secrets generated on the first start, generated configuration. STATE_DIR moves it;
 * outside it only web/dist is written.
 */

export const stateDirectory = path.resolve(root, process.env.STATE_DIR || ".state");

const statePath = (name: string) => path.join(stateDirectory, name);

export const statePaths = {
  /** D1 and R2, in wrangler's layout (`--persist-to`). */
  data: statePath("data"),
  secrets: statePath("secrets.json"),
  workerConfig: statePath("worker.json"),
  log: statePath("server.log"),
  webLog: statePath("web.log"),
  /** wrangler's scratch folder, next to its configuration. */
  scratch: statePath(".wrangler"),
  /** wrangler's registry, where the servers of this state find each other. */
  registry: statePath("registry"),
  pid: statePath("server.pid"),
  /** Cursor and findings of `npm run verify`, for the local site and the deployment. */
  verify: statePath("verify.json"),
  verifyFaults: statePath("verify.ndjson"),
  verifyRemote: statePath("verify-remote.json"),
  verifyRemoteFaults: statePath("verify-remote.ndjson"),
  marks: statePath("siteproof.json"),
} as const;

/** Completed work on this state. A mark is set when its work is finished. */
const stateSchema = z.object({
  /** Hash of the applied migrations. */
  migrated: z.string().optional(),
  /** When the demo data was completed. */
  seeded: z.string().optional(),
});
export type StateMarks = z.output<typeof stateSchema>;

const secrets = z.object({
  sessionSecret: z.string(),
  secretsKey: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});
export type Secrets = z.output<typeof secrets>;

/** An error meant for the user; printed without a stack. */
export class UserFacingError extends Error {}

/** Creates the state directory. Refuses one with foreign files, because reset empties it. */
export async function openState(): Promise<void> {
  const entries = await readdir(stateDirectory).catch((): string[] => []);
  if (entries.length > 0 && !entries.includes(path.basename(statePaths.marks)))
    throw new UserFacingError(
      `STATE_DIR ${stateDirectory} contains files that do not belong to Siteproof. Choose an empty directory`,
    );
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
  if (!existsSync(statePaths.marks)) await writeMarks({});
}

export async function readMarks(): Promise<StateMarks> {
  return existsSync(statePaths.marks)
    ? stateSchema.parse(JSON.parse(await readFile(statePaths.marks, "utf8")))
    : {};
}

export const writeMarks = (marks: StateMarks) =>
  writeAtomically(statePaths.marks, JSON.stringify(marks, null, 2));

/** Local secrets, generated once, so that sessions and signed URLs survive a restart. */
export async function loadLocalSecrets(): Promise<Secrets> {
  const savedSecrets = existsSync(statePaths.secrets)
    ? secrets
        .partial()
        .loose()
        .parse(JSON.parse(await readFile(statePaths.secrets, "utf8")))
    : {};
  // A state created by an older version may lack some of them.
  const allSecrets: Secrets = {
    sessionSecret: randomBytes(48).toString("base64url"),
    secretsKey: randomBytes(48).toString("base64url"),
    accessKeyId: randomBytes(16).toString("hex"),
    secretAccessKey: randomBytes(32).toString("hex"),
    ...savedSecrets,
  };
  await writeAtomically(statePaths.secrets, JSON.stringify(allSecrets, null, 2), 0o600);
  return allSecrets;
}

/** Claims the state for this process: two servers on one database would not see each other's writes. */
export async function claimState(): Promise<() => Promise<void>> {
  // npm returns before the server it started has ended, so a start right after Ctrl-C has to wait.
  if (!(await waitUntil(async () => !(await findRunningServer()))))
    throw new UserFacingError(
      `A server (process ${await findRunningServer()}) is already running on ${stateDirectory}`,
    );
  await writeAtomically(statePaths.pid, String(process.pid));
  return () => rm(statePaths.pid, { force: true });
}

/** Polls a condition for `timeoutMs`. Returns whether it became true. */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs = 4000): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; ; ) {
    if (await condition()) return true;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The id of the process that holds the state, or null. */
export async function findRunningServer(): Promise<number | null> {
  const pid = Number(await readFile(statePaths.pid, "utf8").catch(() => ""));
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null;
}

/** Removes Siteproof's files and nothing else. */
export async function removeState(): Promise<boolean> {
  if (!existsSync(statePaths.marks)) return false;
  // The marks are deleted last, so that after an interruption the directory is still recognised as Siteproof's.
  const { marks, ...otherPaths } = statePaths;
  for (const item of [...Object.values(otherPaths), marks]) await rm(item, { recursive: true, force: true });
  return true;
}

/** Writes a file atomically: readers never see half of it. */
export async function writeAtomically(file: string, text: string, mode = 0o644): Promise<void> {
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, text, { mode });
  await rename(temporaryFile, file);
}
