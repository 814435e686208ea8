/*
 * Stands at the head of a process group of its own and ends all of it once whoever started it is gone, for whatever
 * reason: `node guard.mjs <program> …`. Its standard input is a pipe that nobody writes to; when the starter dies, even
 * by SIGKILL, the system closes it. wrangler's own children (workerd) would otherwise live on and hold the port.
 */
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
const child = spawn(/** @type {string} */ (program), args, { stdio: ["ignore", "inherit", "inherit"] });

let ending = false;
function endGroup() {
  if (ending) return;
  ending = true;
  setTimeout(() => signalGroup("SIGKILL"), 3000);
  signalGroup("SIGTERM");
}

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (process.platform === "win32") child.kill(signal);
  else process.kill(-process.pid, signal);
}

process.stdin.on("end", endGroup).on("close", endGroup).on("error", endGroup).resume();
// The group's own SIGTERM reaches this process too; it stays until the child has ended, to see that it does.
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) process.on(signal, endGroup);
child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("exit", (code) => {
  // What it leaves behind goes with it: at once where nobody is left to see to it, else the starter looks after the rest.
  const told = ending;
  ending = true;
  if (process.platform === "win32") process.exit(code ?? 1);
  signalGroup("SIGTERM");
  setTimeout(
    () => {
      if (told) signalGroup("SIGKILL");
      process.exit(code ?? 1);
    },
    told ? 300 : 50,
  );
});
