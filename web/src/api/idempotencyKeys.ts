/**
 * Idempotency keys of calls. A call keeps its key until the service has responded: if the response was lost, the user or the console
 * can repeat the call without executing it twice. Equal calls at the same time share a key.
 */

/** Milliseconds for which an unanswered call keeps its key. */
const keyLifetimeMs = 3_600_000;

interface PendingKey {
  key: string;
  createdAtMs: number;
}
const pendingKeys = new Map<string, PendingKey>();

/** The key of a call, which its method, URL and body identify. */
export function idempotencyKeyOf(call: string): string {
  const nowMs = Date.now();
  for (const [pendingCall, { createdAtMs }] of pendingKeys)
    if (nowMs - createdAtMs > keyLifetimeMs) pendingKeys.delete(pendingCall);
  const pending = pendingKeys.get(call) ?? { key: crypto.randomUUID(), createdAtMs: nowMs };
  pendingKeys.set(call, pending);
  return pending.key;
}

/** Ends a key: the next equal call is a new one. */
export function endIdempotencyKey(call: string, key: string): void {
  if (pendingKeys.get(call)?.key === key) pendingKeys.delete(call);
}
