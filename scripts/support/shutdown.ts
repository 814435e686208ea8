import { UserFacingError } from "./state.ts";

type Task = () => Promise<void>;

/**
 * Runs a launcher until it ends, fails, is asked to stop (Ctrl-C, SIGTERM, a closed terminal) or loses its parent run.mjs; then
 * runs the tasks registered with `atEnd`, last first. `work` may return an exit status.
 */
export async function runUntilStopped(
  work: (atEnd: (task: Task) => void) => Promise<unknown>,
): Promise<never> {
  const tasks: Task[] = [];
  let stop: (code: number) => void = () => {};
  const stopStatus = new Promise<number>((resolve) => {
    stop = resolve;
  });
  // Status 0: being told to stop is not a failure, and npm would print one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  watchLauncher(() => stop(1));
  const workStatus = work((task) => tasks.push(task)).then(
    (status) => (typeof status === "number" ? status : 0),
    (error: unknown) => {
      console.error(error instanceof UserFacingError ? error.message : error);
      return 1;
    },
  );
  const code = await Promise.race([stopStatus, workStatus]);
  for (let task = tasks.pop(); task; task = tasks.pop()) await task().catch(console.error);
  process.exit(code);
}

/** A launcher killed with SIGKILL cannot pass a signal on. */
function watchLauncher(onLost: () => void): void {
  const launcher = Number(process.env.SITEPROOF_LAUNCHER);
  if (!launcher || process.ppid !== launcher) return;
  setInterval(() => {
    if (process.ppid !== launcher) onLost();
  }, 1000).unref();
}
