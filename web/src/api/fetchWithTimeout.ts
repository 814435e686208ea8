import { ApiError } from "./apiError.ts";

/**
 * Milliseconds without a response, or without a further part of it, after which a connection counts as lost: after a change of network,
 * a phone would wait for minutes. The slowest calls, such as a check of a destination, take less than one minute.
 */
const responseTimeoutMs = 120_000;
/** The lowest rate of a usable connection: a longer body gets more time. */
const minBytesPerMs = 8;

/**
 * A fetch that ends if the connection is dead. The response has been received to its end.
 * @throws ApiError with status 0 if there is no whole response; AbortError if `init.signal` aborts
 */
export async function fetchWithTimeout(url: string, init: RequestInit & { body?: string | null }) {
  const timeout = new AbortController();
  const sendingMs = (init.body?.length ?? 0) / minBytesPerMs;
  const timer = setTimeout(() => timeout.abort(), responseTimeoutMs + sendingMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
  try {
    const response = await fetch(url, { ...init, signal });
    clearTimeout(timer);
    return await receiveBody(response);
  } catch (error) {
    if (isAbort(error) && !timeout.signal.aborted) throw error;
    throw new ApiError({ status: 0, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same response with its whole body, so that reading it cannot fail or take any time.
 * @throws the connection's error, also if no part of the body comes for `responseTimeoutMs`
 */
export async function receiveBody(response: Response): Promise<Response> {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let hasStalled = false;
  const stop = () => {
    hasStalled = true;
    reader.cancel().catch(() => undefined);
  };
  for (;;) {
    const timer = setTimeout(stop, responseTimeoutMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    // Cancelling ends the read as the end of the body does.
    if (hasStalled) throw new TypeError("the response stalled");
    if (done) break;
    chunks.push(value);
  }
  return new Response(new Blob(chunks), response);
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
