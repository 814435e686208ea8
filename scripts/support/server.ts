/** Waits until the whole chain answers: Pages, Worker, database, bucket and queue. */
export async function untilHealthy(address: string, patience = 60_000): Promise<void> {
  const deadline = Date.now() + patience;
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

/** Lets one cron expression fire; locally nothing else does. */
export async function fireCron(address: string, worker: string, cron: string): Promise<void> {
  const target = `${address}/cdn-cgi/local/explorer/api/local/scheduled?worker=${encodeURIComponent(worker)}`;
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cron }),
    });
    if (!answer.ok) console.error(`cron ${cron}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  } catch (error) {
    console.error(`cron ${cron}:`, error instanceof Error ? error.message : error);
  }
}
