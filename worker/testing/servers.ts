import type { TestProject } from "vitest/node";
import { type Servers, startServers } from "../../scripts/support/servers/all";

declare module "vitest" {
  interface ProvidedContext {
    /** The destinations' servers that run beside the tests; their control answers what arrived and takes faults. */
    servers: Servers;
  }
}

/** Starts the servers of destinations for the tests of the Worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { servers, end } = await startServers();
  project.provide("servers", servers);
  return end;
}
