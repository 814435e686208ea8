/*
 * `node guard.mjs <program> …` leads a process group and ends the whole group once its parent is gone, for whatever reason. Its
 * standard input is a pipe that is never written to; the system closes it when the parent dies, even by SIGKILL. Without it,
 * wrangler's children (workerd) would keep running and hold the port.
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
// The group's SIGTERM reaches this process, too; it waits for the child to end.
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) process.on(signal, endGroup);
child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("exit", (code) => {
  // Ends remaining processes, too: with SIGKILL here if the group was told to end, otherwise by the parent.
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
