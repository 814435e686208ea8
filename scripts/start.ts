/*
 * `npm start`: console and API on one port, from a fresh clone. Migrates the local database, seeds it on the first start, builds
 * the console, runs both with wrangler, and fires cron. Environment: PORT (8788), STATE_DIR (.state), DATABASES (1; more add
 * databases that customers can be moved to), DEBUG (prints wrangler's output, which is always in STATE_DIR/server.log). It prints
 * `ready http://localhost:…` when it is up; Ctrl-C ends everything.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pick } from "#domain/core/objects.ts";
import { formatDemoLogins } from "./demo/accounts.ts";
import { type Companion, startCompanion, toolPaths } from "./support/child.ts";
import { withAllowedOrigins } from "./support/contentPolicy.ts";
import { startCron } from "./support/cron.ts";
import { root } from "./support/install.mjs";
import { quietToolEnv } from "./support/localConfig.ts";
import { assertPortFree, parsePort } from "./support/port.ts";
import { prepareData, prepareState } from "./support/prepareState.ts";
import { writeSecurityText } from "./support/securityText.ts";
import { fireCron, waitUntilHealthy } from "./support/server.ts";
import { runUntilStopped } from "./support/shutdown.ts";
import { claimState, statePaths, UserFacingError } from "./support/state.ts";
import { buildWeb } from "./support/webBuild.ts";

/** A placeholder for the address that a deployment publishes; nobody receives mail at it. */
const localSecurityContact = "mailto:security@localhost";

await runUntilStopped(async (addCleanup) => {
  const port = parsePort(process.env.PORT, 8788);
  await assertPortFree(port);
  const { workerName, crons } = await prepareState(port);
  addCleanup(await claimState());
  const results = await Promise.allSettled([prepareData(console.log), buildWeb()]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  const address = `http://localhost:${port}`;
  await allowMapImages();
  await writeSecurityText(localSecurityContact, address);

  const server = startServer(port);
  addCleanup(() => server.end());
  const serverExit = server.ended.then(() => {
    throw new UserFacingError(`The server stopped. Its last output:\n${server.lastLines()}`);
  });
  await Promise.race([serverExit, waitUntilHealthy(address)]).catch((error: Error) => {
    throw error instanceof UserFacingError
      ? error
      : new UserFacingError(`${error.message}\n${server.lastLines()}`);
  });

  const stopCron = startCron(crons, (cron) => void fireCron(address, workerName, cron));
  addCleanup(async () => stopCron());
  console.log(
    `\n  Siteproof  ${address}\n  API        ${address}/api/docs\n  Mails      ${address}/cdn-cgi/local/explorer/email/sending?worker=${workerName}\n\n${formatDemoLogins()}\n`,
  );
  console.log(`ready ${address}`);
  await serverExit;
});

/** Allows map images, as a deployment does. Local storage has the console's own origin. */
async function allowMapImages(): Promise<void> {
  const headers = await readFile(path.join(root, "web/public/_headers"), "utf8");
  await writeFile(
    path.join(root, "web/dist/_headers"),
    withAllowedOrigins(headers, pick(process.env, ["MAP_TILES"])),
  );
}

function startServer(port: number): Companion {
  const args = ["pages", "dev", "--cwd", path.join(root, "web")];
  // Both configurations, Pages first: otherwise wrangler ignores the service binding between them.
  args.push("-c", "wrangler.toml", "-c", statePaths.workerConfig);
  args.push("--port", String(port), "--persist-to", statePaths.data, "--show-interactive-dev-session=false");
  return startCompanion(process.execPath, [toolPaths.wrangler, ...args], {
    env: quietToolEnv,
    log: statePaths.log,
    echo: Boolean(process.env.DEBUG),
  });
}
