import { assertPublicName } from "./publicName.ts";
import type { StreamedBody } from "./requestBody.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Default maximum of response characters; no connector needs a longer response. */
const defaultMaxCharacters = 1_000_000;

/** A response that was read to its end: a connection with an unread response is not reused. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

interface HttpCall {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | StreamedBody | null;
}

interface RequestOptions {
  timeouts: Timeouts;
  /** Milliseconds until the host has to respond; the default timeout if undefined. */
  answer: number | undefined;
  /** Maximum characters of the response to read. */
  maxCharacters?: number | undefined;
  /** Checks that the host's name is public (publicName.ts). */
  resolver?: string | undefined;
  /** Converts the error of a call without a response. */
  toError(error: unknown): Error | Promise<Error>;
}

/**
 * Makes one HTTP request. Redirects are not followed; they are returned like any response.
 * @throws the error that interrupted the body; otherwise, without a response, the result of `toError`
 */
export async function sendHttpRequest(
  url: URL,
  { method, headers, body }: HttpCall,
  {
    timeouts,
    answer = timeouts.responseMs,
    maxCharacters: max = defaultMaxCharacters,
    resolver,
    toError,
  }: RequestOptions,
): Promise<HttpResponse> {
  const controller = new AbortController();
  const streamedBody = typeof body === "object" ? body : null;
  await assertPublicName(url.hostname, resolver, timeouts).catch(async (error: unknown) => {
    await streamedBody?.stream.cancel().catch(() => undefined);
    throw error;
  });
  try {
    const response = await awaitResponse(
      streamedBody?.completion,
      answer,
      url.host,
      fetch(url, {
        method,
        redirect: "manual",
        headers,
        signal: controller.signal,
        body: typeof body === "string" ? body : (streamedBody?.stream ?? null),
      }),
    );
    const text = await readText(timeouts.responseMs, url.host, response, max);
    // A host that has responded need not read the rest of the body.
    if (streamedBody) controller.abort();
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    controller.abort();
    // The reason why the body was interrupted is more useful than the failed request.
    const bodyError = await streamedBody?.findFailure();
    throw bodyError ? bodyError.reason : await toError(error);
  }
}

/**
 * The text of a response, cut after `max` characters. All of it has to arrive in time: a host that sends one byte a minute cannot
 * block the caller.
 * @throws ConnectorError transient
 */
async function readText(
  milliseconds: number,
  host: string,
  { body }: Response,
  max: number,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    while (text.length < max) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
    return text;
  };
  return withTimeout(milliseconds, host, read());
}

/**
 * Waits for the response to a request with a body: while the body is being sent, then as long as the host may take to store it.
 * @throws ConnectorError transient
 */
async function awaitResponse<T>(
  body: Promise<unknown> | undefined,
  milliseconds: number,
  host: string,
  response: Promise<T>,
): Promise<T> {
  response.catch(() => undefined);
  // A response, or its failure, before the end of the body counts.
  if (body) await Promise.race([body.catch(() => undefined), response]);
  return withTimeout(milliseconds, host, response);
}
