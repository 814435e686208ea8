import type { TestProject } from "vitest/node";
import { startServers } from "./startServers.ts";

/** Starts the test servers for the tests of the Worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { servers, end } = await startServers();
  project.provide("servers", servers);
  return end;
}
