import type { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { parseProblem } from "../support/parseProblem.ts";

/** The server refused the call. Repeating it would change nothing. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The call failed in transit and can be retried, after `retryAfter` seconds if the server gave a delay. */
class TransientError extends Error {
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

const maxAttempts = 6;

/** The API as a device uses it: calls by contract, checked responses, lost connections retried. */
export class DeviceClient {
  readonly #base: string;
  readonly #licenseCode: string;

  constructor(url: string, licenseCode: string) {
    this.#base = `${url.replace(/\/+$/, "")}/api`;
    this.#licenseCode = licenseCode;
  }

  async call<B extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, B, A>,
    body: Omit<z.input<B>, "licenseCode">,
  ): Promise<z.output<A>> {
    const json = await withRetries(async () => {
      const response = await fetch(`${this.#base}${endpoint.path}`, {
        method: endpoint.method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, licenseCode: this.#licenseCode }),
        signal: AbortSignal.timeout(120_000),
      });
      if (!response.ok) throw await readError(response);
      return response.json();
    });
    if (!endpoint.response) throw new TypeError(`${endpoint.path} returns no JSON`);
    return endpoint.response.parse(json);
  }

  /** One PUT straight to storage, as signed. */
  async put(url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // fetch sets content-length itself and rejects an explicit one.
    const { "content-length": _, ...otherHeaders } = headers;
    await withRetries(async () => {
      const response = await fetch(url, {
        method: "PUT",
        headers: otherHeaders,
        body: bytes,
        signal: AbortSignal.timeout(600_000),
      });
      await response.arrayBuffer();
      // 412: the object already exists, from an attempt whose response was lost. Settling verifies it.
      if (!response.ok && response.status !== 412)
        throw response.status >= 500 || response.status === 429
          ? new TransientError(`storage answered ${response.status}`)
          : new RefusedError("storageRefused", `storage answered ${response.status}`);
    });
  }
}

async function readError(response: Response): Promise<Error> {
  const text = await response.text();
  const problem = parseProblem(text);
  if (response.status === 429)
    return new TransientError(
      problem?.message ?? "too many calls",
      Number(response.headers.get("retry-after")) || null,
    );
  if (response.status >= 500)
    return new TransientError(`${response.status} ${problem?.message ?? text.slice(0, 200)}`);
  if (!problem) return new RefusedError("unexpected", `${response.status} ${text.slice(0, 200)}`);
  return new RefusedError(problem.code, problem.message);
}

/** Retries after 0.5, 1, 2 … seconds, at most 30 unless the server asks for longer. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attemptCount = 1; ; attemptCount += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof RefusedError || attemptCount === maxAttempts) throw error;
      const retryAfterSeconds = error instanceof TransientError ? error.retryAfter : null;
      // Longer waits, such as 15 minutes, are up to the user.
      if (error instanceof TransientError && error.retryAfter !== null && error.retryAfter > 60)
        throw new RefusedError("tooManyAttempts", `${error.message} (in ${error.retryAfter} s)`);
      const waitMs =
        retryAfterSeconds !== null
          ? retryAfterSeconds * 1000
          : Math.min(30_000, 250 * 2 ** attemptCount) * (0.75 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
