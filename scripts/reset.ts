/* `npm run reset`: empties STATE_DIR, so that the next start begins with fresh demo data. */
import { findRunningServer, removeState, stateDirectory } from "./support/state.ts";

const running = await findRunningServer();
if (running) {
  console.error(`A server (process ${running}) is running on ${stateDirectory}. Stop it first`);
  process.exit(1);
}
console.log(
  (await removeState()) ? `Emptied ${stateDirectory}` : `There is no Siteproof data in ${stateDirectory}`,
);
