import { awaitResponse, readText, type Timeouts } from "./deadline.ts";
import type { Streamed } from "./requestBody.ts";

/** Characters of an answer that are read unless a call says otherwise; more is none that a connector understands. */
const defaultMaxCharacters = 1_000_000;

/** What a host answered, read to its end: a connection whose answer is left unread is not used again. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

interface Call {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Streamed | null;
}

interface How {
  patience: Timeouts;
  /** Milliseconds until the host has to answer; as usual without it. */
  answer: number | undefined;
  /** Characters of the answer that are read. */
  most?: number | undefined;
  /** What a call without an answer comes to. */
  broken(error: unknown): Error | Promise<Error>;
}

/**
 * One call over HTTP. A redirect is an answer like others: it is not followed.
 * @throws what broke the body off; for any other reason that there is no answer, what `broken` makes of it
 */
export async function httpRequest(
  url: URL,
  { method, headers, body }: Call,
  { patience: timeouts, answer = timeouts.answer, most: max = defaultMaxCharacters, broken }: How,
): Promise<Answer> {
  const ended = new AbortController();
  const sending = typeof body === "object" ? body : null;
  try {
    const response = await awaitResponse(
      sending?.done,
      answer,
      url.host,
      fetch(url, {
        method,
        redirect: "manual",
        headers,
        signal: ended.signal,
        body: typeof body === "string" ? body : (sending?.stream ?? null),
      }),
    );
    const text = await readText(timeouts.answer, url.host, response, max);
    // A host that has answered need not take the rest of the body.
    if (sending) ended.abort();
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    ended.abort();
    // Why the body broke off says more than that the call did.
    const own = await sending?.broken();
    throw own ? own.reason : await broken(error);
  }
}
