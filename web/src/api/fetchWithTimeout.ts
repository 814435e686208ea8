import { ApiError } from "./failure.ts";

/**
 * Milliseconds without a response after which a connection counts as lost: after a change of network, a phone would wait for minutes. The
 * slowest calls, such as a check of a destination, take less than one minute.
 */
const responseTimeoutMs = 120_000;
/** The lowest rate of a usable connection: a longer body gets more time. */
const minBytesPerMs = 8;

/**
 * A fetch that ends if the connection is dead. The time for the response's body is not limited.
 * @throws ApiError with status 0 if there is no response; AbortError if `init.signal` aborts
 */
export async function fetchWithTimeout(url: string, init: RequestInit & { body?: string | null }) {
  const timeout = new AbortController();
  const sendingMs = (init.body?.length ?? 0) / minBytesPerMs;
  const timer = setTimeout(() => timeout.abort(), responseTimeoutMs + sendingMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
  try {
    return await fetch(url, { ...init, signal });
  } catch (error) {
    if (isAbort(error) && !timeout.signal.aborted) throw error;
    throw new ApiError({ status: 0, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
