/**
 * Runs `work` while this tab holds a lock. Browsers without locks (on HTTP without TLS) and those that block them together with the
 * site's storage run it at once.
 * @throws AbortError when the signal aborts the wait, or when another tab steals the lock; what `work` throws
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<T> {
  let hasStarted = false;
  const start = (lock: Lock | null) => {
    hasStarted = true;
    return work(lock);
  };
  const fakeLock = { name, mode: options.mode ?? "exclusive" };
  if (!navigator.locks) return start(fakeLock);
  try {
    return await navigator.locks.request(name, options, start);
  } catch (error) {
    if (hasStarted || options.signal?.aborted) throw error;
    return start(fakeLock);
  }
}
