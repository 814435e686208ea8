import type { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { problemIn } from "../support/problemIn.ts";

/** The server refused the call. Repeating it would change nothing. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The call failed in transit and can be retried, after `retryAfter` seconds if the server named any. */
class Failed extends Error {
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

const attempts = 6;

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
      if (!response.ok) throw await failureOf(response);
      return response.json();
    });
    if (!endpoint.response) throw new TypeError(`${endpoint.path} returns no JSON`);
    return endpoint.response.parse(json);
  }

  /** One PUT straight to storage, as signed. */
  async put(url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // fetch sets content-length itself and rejects an explicit one.
    const { "content-length": _, ...others } = headers;
    await withRetries(async () => {
      const response = await fetch(url, {
        method: "PUT",
        headers: others,
        body: bytes,
        signal: AbortSignal.timeout(600_000),
      });
      await response.arrayBuffer();
      // 412: the object already exists, from an attempt whose response was lost. Settling verifies it.
      if (!response.ok && response.status !== 412)
        throw response.status >= 500 || response.status === 429
          ? new Failed(`storage answered ${response.status}`)
          : new Refused("storageRefused", `storage answered ${response.status}`);
    });
  }
}

async function failureOf(response: Response): Promise<Error> {
  const text = await response.text();
  const problem = problemIn(text);
  if (response.status === 429)
    return new Failed(
      problem?.message ?? "too many calls",
      Number(response.headers.get("retry-after")) || null,
    );
  if (response.status >= 500)
    return new Failed(`${response.status} ${problem?.message ?? text.slice(0, 200)}`);
  if (!problem) return new Refused("unexpected", `${response.status} ${text.slice(0, 200)}`);
  return new Refused(problem.code, problem.message);
}

/** Retries after 0.5, 1, 2 … seconds, at most 30 unless the server asks for longer. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused || tries === attempts) throw error;
      const retryAfterSeconds = error instanceof Failed ? error.retryAfter : null;
      // Longer waits, such as 15 minutes, are up to the user.
      if (error instanceof Failed && error.retryAfter !== null && error.retryAfter > 60)
        throw new Refused("tooManyAttempts", `${error.message} (in ${error.retryAfter} s)`);
      const wait =
        retryAfterSeconds !== null
          ? retryAfterSeconds * 1000
          : Math.min(30_000, 250 * 2 ** tries) * (0.75 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
