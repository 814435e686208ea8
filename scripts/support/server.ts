import { z } from "zod";
/** Waits until the whole stack is up: Pages, Worker, database, bucket and queue. */
export async function waitUntilHealthy(address: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let lastProblem = "no response";
  while (Date.now() < deadline) {
    try {
      const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(10_000) });
      const text = await response.text();
      if (response.ok) return;
      lastProblem = `${response.status} ${text.slice(0, 500)}`;
    } catch (error) {
      lastProblem = error instanceof Error ? error.message : String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server did not become healthy: ${lastProblem}`);
}

const scheduledResponse = z.object({ result: z.object({ outcome: z.string() }) });

/**
 * Fires one cron expression; the local runtime never does. Jobs take `instant` as the current time, so that tests can simulate
 * a month.
 * @returns whether all its jobs succeeded
 */
export async function fireCron(
  address: string,
  worker: string,
  cron: string,
  instant = new Date(),
): Promise<boolean> {
  const target = `${address}/cdn-cgi/local/explorer/api/local/scheduled?worker=${encodeURIComponent(worker)}`;
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cron, scheduled_time: instant.getTime() }),
    });
    const text = await response.text();
    // The response is 200 even if the job threw; the outcome in the body says so.
    const { outcome } = response.ok ? scheduledResponse.parse(JSON.parse(text)).result : { outcome: text };
    if (outcome !== "ok") console.error(`cron ${cron}: ${response.status} ${outcome.slice(0, 300)}`);
    else if (process.env.DEBUG) console.error(`cron ${cron}: ok`);
    return outcome === "ok";
  } catch (error) {
    console.error(`cron ${cron}:`, error instanceof Error ? error.message : error);
    return false;
  }
}
