import { ConnectorError, handshakeError, type OutgoingFile } from "./connector.ts";
import { type HttpResponse, sendHttpRequest } from "./httpRequest.ts";
import { redact } from "./redact.ts";
import { createStreamedBody, type StreamedBody } from "./requestBody.ts";
import type { Timeouts } from "./timeouts.ts";
import { parseRetryAfter } from "./webdavClient.ts";

interface CallOptions {
  headers?: Readonly<Record<string, string>>;
  body?: string | StreamedBody | null;
  /** Milliseconds until it has to respond. */
  timeoutMs?: number;
  /** Maximum characters of the response to read. */
  maxCharacters?: number;
}

/** A client for APIs with short text responses. Redirects are not followed; they are returned like any response. */
export class HttpClient {
  readonly #timeouts: Timeouts;
  readonly #secrets: () => readonly string[];
  readonly #resolver: string | undefined;

  /** @param secrets redacted from every error; `resolver` checks that names are public */
  constructor(timeouts: Timeouts, secrets: () => readonly string[], resolver?: string) {
    this.#resolver = resolver;
    this.#timeouts = timeouts;
    this.#secrets = secrets;
  }

  /** @throws ConnectorError transient or config without a response, or the error that interrupted the body */
  call(
    method: string,
    url: URL,
    { headers = {}, body = null, timeoutMs, maxCharacters: max }: CallOptions = {},
  ): Promise<HttpResponse> {
    return sendHttpRequest(
      url,
      { method, headers, body },
      {
        timeouts: this.#timeouts,
        answer: timeoutMs,
        maxCharacters: max,
        resolver: this.#resolver,
        toError: (error) => this.#connectionError(error, url),
      },
    );
  }

  #connectionError(error: unknown, url: URL): ConnectorError {
    if (error instanceof ConnectorError) return error;
    const detail = this.redact(error instanceof Error ? error.message : String(error));
    if (/certificate|TLS|SSL/i.test(detail)) return handshakeError(url.host, detail);
    return new ConnectorError("transient", `No connection to ${url.host}: ${detail || "it was interrupted"}`);
  }

  /** A body of bytes [from, to) of a file, optionally between `head` and `tail`. Progress is reported after each chunk. */
  async streamFile(
    file: OutgoingFile,
    [from, to]: readonly [number, number],
    host: string,
    onProgress: (bytes: number) => Promise<void>,
    envelope: { head: Uint8Array; tail: Uint8Array } = { head: new Uint8Array(), tail: new Uint8Array() },
  ): Promise<StreamedBody> {
    const content = await file.open(from, to);
    const { head, tail } = envelope;
    const length = head.byteLength + to - from + tail.byteLength;
    return createStreamedBody(concatenate(head, content, tail), length, {
      host,
      timeouts: this.#timeouts,
      onProgress: (bytes) => onProgress(Math.min(Math.max(from + bytes - head.byteLength, from), to)),
    });
  }

  /** Prepares text from the other side for an error message. */
  redact(text: string): string {
    return redact(text, this.#secrets());
  }
}

/** The JSON of a response; undefined if it is not JSON. */
export function jsonOf({ text }: HttpResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error kind of an HTTP status other than success, unless the API says more. */
export function errorKindOf({ status, headers }: HttpResponse): ConnectorError["kind"] {
  if (status === 401 || status === 403) return "auth";
  if (status === 404 || status === 410) return "notFound";
  if (status === 409 || status === 412) return "conflict";
  if (status === 507) return "full";
  if (status === 429 || (status === 503 && headers.has("retry-after"))) return "throttled";
  // A lock expires on its own.
  return status === 408 || status === 423 || status >= 500 ? "transient" : "config";
}

export const errorDetailsOf = ({ status, headers }: HttpResponse) => ({
  status,
  retryAfter: parseRetryAfter(headers.get("retry-after"), Date.now()),
});

function concatenate(
  head: Uint8Array,
  content: ReadableStream<Uint8Array>,
  tail: Uint8Array,
): ReadableStream<Uint8Array> {
  if (head.byteLength + tail.byteLength === 0) return content;
  const reader = content.getReader();
  let isHeadSent = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isHeadSent && head.byteLength > 0) {
        isHeadSent = true;
        controller.enqueue(head);
        return;
      }
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      if (tail.byteLength > 0) controller.enqueue(tail);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
