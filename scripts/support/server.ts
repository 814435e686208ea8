/** Waits until the whole chain answers: Pages, Worker, database, bucket and queue. */
export async function untilHealthy(address: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = "nothing answered";
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(10_000) });
      const text = await answer.text();
      if (answer.ok) return;
      last = `${answer.status} ${text.slice(0, 500)}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server does not become healthy: ${last}`);
}

/**
 * Fires one cron expression; the local runtime never does by itself. Jobs judge by `at`, so a month passes in a moment.
 * @returns whether all its jobs succeeded
 */
export async function fireCron(
  address: string,
  worker: string,
  cron: string,
  at = new Date(),
): Promise<boolean> {
  const target = `${address}/cdn-cgi/local/explorer/api/local/scheduled?worker=${encodeURIComponent(worker)}`;
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cron, scheduled_time: at.getTime() }),
    });
    const text = await answer.text();
    // The answer is 200 even when the job threw; its outcome says so.
    const { outcome } = answer.ok
      ? (JSON.parse(text) as { result: { outcome: string } }).result
      : { outcome: text };
    if (outcome !== "ok") console.error(`cron ${cron}: ${answer.status} ${outcome.slice(0, 300)}`);
    else if (process.env.DEBUG) console.error(`cron ${cron}: ok`);
    return outcome === "ok";
  } catch (error) {
    console.error(`cron ${cron}:`, error instanceof Error ? error.message : error);
    return false;
  }
}
