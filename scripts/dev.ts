/*
 * `npm run dev`: the Worker on 8787, rebuilt on change, and the console on 5173 with hot reload; Vite proxies /api. Shares state
 * and secrets with `npm start`, so only one of the two can run at a time. Ctrl-C ends both.
 */
import path from "node:path";
import { formatDemoLogins } from "./demo/accounts.ts";
import { startCompanion, toolPaths } from "./support/child.ts";
import { startCron } from "./support/cron.ts";
import { root } from "./support/install.mjs";
import { quietToolEnv } from "./support/localConfig.ts";
import { assertPortFree, parsePort } from "./support/port.ts";
import { prepareData, prepareState } from "./support/prepareState.ts";
import { fireCron, waitUntilHealthy } from "./support/server.ts";
import { runUntilStopped } from "./support/shutdown.ts";
import { claimState, statePaths, UserFacingError } from "./support/state.ts";

await runUntilStopped(async (addCleanup) => {
  const apiPort = parsePort(process.env.API_PORT, 8787);
  const webPort = parsePort(process.env.PORT, 5173);
  for (const port of [apiPort, webPort]) await assertPortFree(port);
  const { workerName, crons } = await prepareState(apiPort);
  addCleanup(await claimState());
  await prepareData(console.log);

  const api = startCompanion(
    process.execPath,
    [
      toolPaths.wrangler,
      "dev",
      "-c",
      statePaths.workerConfig,
      "--port",
      String(apiPort),
      "--persist-to",
      statePaths.data,
    ],
    { env: quietToolEnv, log: statePaths.log, echo: true },
  );
  addCleanup(() => api.end());
  const web = startCompanion(process.execPath, [toolPaths.vite, "--port", String(webPort), "--strictPort"], {
    cwd: path.join(root, "web"),
    env: { API_PORT: String(apiPort) },
    log: statePaths.webLog,
    echo: true,
  });
  addCleanup(() => web.end());
  const address = `http://localhost:${apiPort}`;
  const serverExit = Promise.race([api.ended, web.ended]).then(() => {
    throw new UserFacingError("One of the two servers stopped");
  });
  await Promise.race([serverExit, waitUntilHealthy(address)]);
  const stopCron = startCron(crons, (cron) => void fireCron(address, workerName, cron));
  addCleanup(async () => stopCron());
  console.log(`\n${formatDemoLogins()}\n\nready http://localhost:${webPort}`);
  await serverExit;
});
