/* `npm run reset`: empties STATE_DIR, so that the next start begins with fresh demo data. */
import { emptyState, runningServer, stateDirectory } from "./support/state.ts";

const running = await runningServer();
if (running) {
  console.error(`A server (process ${running}) runs on ${stateDirectory}; stop it first`);
  process.exit(1);
}
console.log(
  (await emptyState()) ? `Emptied ${stateDirectory}` : `There is nothing of Siteproof's in ${stateDirectory}`,
);
