import { ConnectorError, type OutgoingFile } from "./connector.ts";
import { redact, type Timeouts } from "./deadline.ts";
import { type Answer, httpRequest } from "./httpRequest.ts";
import { type Streamed, streamedBody } from "./requestBody.ts";
import { retryAfterOf } from "./webdavClient.ts";

interface Sent {
  headers?: Readonly<Record<string, string>>;
  body?: string | Streamed | null;
  /** Milliseconds until it has to answer. */
  patience?: number;
  /** Characters of the answer that are read; as few as usual without it. */
  most?: number;
}

/** Calls of an interface that answers short texts. A redirect is an answer like others: it is not followed. */
export class HttpClient {
  readonly #patience: Timeouts;
  readonly #secrets: () => readonly string[];

  /** @param secrets what an error never shows */
  constructor(timeouts: Timeouts, secrets: () => readonly string[]) {
    this.#patience = timeouts;
    this.#secrets = secrets;
  }

  /** @throws ConnectorError transient or config where no answer came, or what broke the body off */
  call(
    method: string,
    url: URL,
    { headers = {}, body = null, patience: timeoutMs, most: max }: Sent = {},
  ): Promise<Answer> {
    return httpRequest(
      url,
      { method, headers, body },
      { patience: this.#patience, answer: timeoutMs, most: max, broken: (error) => this.#broken(error, url) },
    );
  }

  #broken(error: unknown, url: URL): ConnectorError {
    if (error instanceof ConnectorError) return error;
    const told = this.quoted(error instanceof Error ? error.message : String(error));
    if (/certificate|TLS|SSL/i.test(told))
      return new ConnectorError("config", `The certificate of ${url.host} does not fit: ${told}`);
    return new ConnectorError("transient", `No connection to ${url.host}: ${told || "it was cut off"}`);
  }

  /** Bytes [from, to) of a file, of which each piece is told when it is gone. */
  async streamed(
    file: OutgoingFile,
    [from, to]: readonly [number, number],
    host: string,
    sent: (bytes: number) => Promise<void>,
    around: { head: Uint8Array; tail: Uint8Array } = { head: new Uint8Array(), tail: new Uint8Array() },
  ): Promise<Streamed> {
    const content = await file.open(from, to);
    const { head, tail } = around;
    const length = head.byteLength + to - from + tail.byteLength;
    return streamedBody(withTimeout(head, content, tail), length, {
      host,
      patience: this.#patience,
      told: (bytes) => sent(Math.min(Math.max(from + bytes - head.byteLength, from), to)),
    });
  }

  /** A text of the other side as it may stand in an error. */
  quoted(text: string): string {
    return redact(text, this.#secrets());
  }
}

/** The JSON of an answer; undefined where it holds none. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of an HTTP status that is not a success, where the interface says nothing else of it. */
export function errorKindOf({ status, headers }: Answer): ConnectorError["kind"] {
  if (status === 401 || status === 403) return "auth";
  if (status === 404 || status === 410) return "notFound";
  if (status === 409 || status === 412) return "conflict";
  if (status === 507) return "full";
  if (status === 429 || (status === 503 && headers.has("retry-after"))) return "throttled";
  // A lock ends by itself.
  return status === 408 || status === 423 || status >= 500 ? "transient" : "config";
}

export const errorDetails = ({ status, headers }: Answer) => ({
  status,
  retryAfter: retryAfterOf(headers.get("retry-after"), Date.now()),
});

function withTimeout(
  head: Uint8Array,
  content: ReadableStream<Uint8Array>,
  tail: Uint8Array,
): ReadableStream<Uint8Array> {
  if (head.byteLength + tail.byteLength === 0) return content;
  const reader = content.getReader();
  let begun = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun && head.byteLength > 0) {
        begun = true;
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
