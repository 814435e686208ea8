import { existsSync } from "node:fs";
import { findRunningServer, stateDirectory, statePaths, UserFacingError } from "../support/state.ts";
import { withLocalSite } from "./localSite.ts";
import { openRemoteSite } from "./remoteSite.ts";
import type { Site } from "./site.ts";

/** The site a command works on: STATE_DIR or the deployment, and the database (a binding in wrangler.toml). */
export interface SiteOptions {
  remote: boolean;
  database: string;
}

/** Command-line options that choose a site. */
export const siteOptions = {
  remote: { type: "boolean", default: false },
  database: { type: "string", default: "DB" },
} as const;

/** Opens the local state, on which no server may be running, or the deployment. */
export async function withSite<T>(
  { remote, database }: SiteOptions,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  if (remote) return work(await openRemoteSite(process.env, database));
  const server = await findRunningServer();
  if (server)
    throw new UserFacingError(`A server (process ${server}) is running on ${stateDirectory}. Stop it first`);
  return withLocalSite(statePaths.data, work, database);
}

export function assertStateExists(): void {
  if (!existsSync(statePaths.marks))
    throw new UserFacingError(`There is no Siteproof data in ${stateDirectory}`);
}

/** Runs a command; user-facing errors are printed without a stack. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const isExpected =
      error instanceof Error &&
      (error instanceof UserFacingError || error instanceof TypeError || error.name === "ApiError");
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
