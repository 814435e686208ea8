import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startCompanion } from "#scripts/support/child.ts";
import { freePort } from "#scripts/support/listen.ts";
import type { Servers } from "#scripts/support/servers/addresses.ts";
import { startServers } from "#scripts/support/servers/startServers.ts";
import { type BrowserUnderTest, findBrowser } from "./browsers.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the product under test. */
    baseUrl: string;
    browserUnderTest: BrowserUnderTest;
    /** The test servers that documentations are delivered to. */
    servers: Servers;
  }
}

/** Milliseconds allowed for a first start, which draws the demo data and builds the console, on two busy cores. */
const startTimeoutMs = 240_000;

/**
 * Starts the product as a new user does, with its own state, once for all browser tests. E2E_URL names a running server instead,
 * which saves time while writing a test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("browserUnderTest", await findBrowser());
  const destinations = await startServers();
  project.provide("servers", destinations.servers);
  const runningUrl = process.env.E2E_URL;
  if (runningUrl) {
    project.provide("baseUrl", runningUrl.replace(/\/+$/, ""));
    return destinations.end;
  }
  const state = await mkdtemp(path.join(os.tmpdir(), "siteproof-e2e-"));
  const port = await freePort();
  const server = startCompanion(process.execPath, ["scripts/run.mjs", "scripts/start.ts"], {
    env: {
      PORT: String(port),
      STATE_DIR: path.join(state, "state"),
      GRAPH_LOGIN_URL: destinations.servers.graph,
      GRAPH_URL: destinations.servers.graph,
      NEXT_URL: destinations.servers.next,
    },
    log: path.join(state, "start.log"),
  });
  const stop = async () => {
    await server.end();
    await destinations.end();
    await rm(state, { recursive: true, force: true, maxRetries: 5 });
  };
  const outcome = await Promise.race([
    server.waitForOutput(/^ready /m).then(
      () => "ready" as const,
      () => "ended" as const,
    ),
    new Promise<"late">((resolve) => setTimeout(() => resolve("late"), startTimeoutMs).unref()),
  ]);
  if (outcome !== "ready") {
    const output = server.lastLines();
    await stop();
    throw new Error(
      `npm start ${outcome === "late" ? "took too long" : "ended"}. Its last output:\n${output}`,
    );
  }
  project.provide("baseUrl", `http://localhost:${port}`);
  return stop;
}
