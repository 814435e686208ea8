import { parseCron } from "#domain/core/calendar/cron.ts";

/**
 * Calls `fire` with every due cron expression at the start of each minute, until stopped; the local runtime does not fire cron.
 * Minutes missed while the machine sleeps are skipped, as on the platform.
 */
export function startCron(expressions: readonly string[], fire: (expression: string) => void): () => void {
  const crons = expressions.map((expression) => [expression, parseCron(expression)] as const);
  let timer: NodeJS.Timeout;
  const wait = () => {
    // Slightly late, never early: a timer that fires at :59.999 would handle the previous minute twice.
    const delayMs = 60_050 - (Date.now() % 60_000);
    timer = setTimeout(() => {
      const instant = new Date();
      for (const [expression, cron] of crons) if (cron.firesAt(instant)) fire(expression);
      wait();
    }, delayMs);
  };
  wait();
  return () => clearTimeout(timer);
}
