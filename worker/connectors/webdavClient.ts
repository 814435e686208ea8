import { connect } from "cloudflare:sockets";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { parseAddress, redirectTarget } from "./address.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import { LeaseLostWrapper, redact, type Timeouts, withTimeout } from "./deadline.ts";
import { type Answer, httpRequest } from "./httpRequest.ts";
import type { Streamed } from "./requestBody.ts";

/** Redirects that one call follows. */
const maxRedirects = 5;

/** What a call sends besides its method. */
interface Sent {
  headers?: Readonly<Record<string, string>>;
  /** A function is called again for each redirect: a stream is sent once. */
  body?: string | (() => Promise<Streamed>);
  /** Milliseconds until it has to answer. */
  patience?: number;
}

/** Calls to a WebDAV server: the login goes to its own origin alone, redirects are held to the rule of addresses. */
export class WebdavClient {
  /** The folder that paths begin at, without a slash at the end. */
  base: URL;
  readonly #destination: Destination;
  readonly #authorization: string;
  readonly #patience: Timeouts;

  /** @throws ConnectorError config */
  constructor(url: string, destination: Destination, timeouts: Timeouts) {
    this.base = parseAddress(url, "url", destination.allowPrivate);
    this.base.pathname = trimEndChars(this.base.pathname, "/");
    this.base.search = "";
    this.base.hash = "";
    this.#destination = destination;
    this.#patience = timeouts;
    const { username = "" } = destination.params;
    const login = new TextEncoder().encode(`${username}:${destination.secrets.password ?? ""}`);
    this.#authorization = `Basic ${btoa(String.fromCharCode(...login))}`;
  }

  get host(): string {
    return this.base.host;
  }

  /** The address of a path under the base. */
  url(path: readonly string[], folder = false): URL {
    const url = new URL(this.base);
    const below = path.map((segment) => `/${encodeURIComponent(segment)}`).join("");
    url.pathname = `${this.base.pathname === "/" ? "" : this.base.pathname}${below}${folder ? "/" : ""}`;
    return url;
  }

  /** @throws ConnectorError config, transient, or what sending the body threw */
  async call(method: string, url: URL, sent: Sent = {}): Promise<Answer> {
    let target = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await this.#safely(method, target, sent);
      if (![301, 302, 303, 307, 308].includes(answer.status)) {
        if (answer.status === 401 && target.origin !== this.base.origin)
          throw new ConnectorError(
            "config",
            `The host ${this.host} redirects to ${target.origin}, which asks for a login of its own. Enter that address instead.`,
            { status: 401 },
          );
        if (redirects > 0) this.#learn(url, target);
        return answer;
      }
      target = redirectTarget(target, answer.headers.get("location"), this.#destination.allowPrivate);
    }
    throw new ConnectorError("config", `The host ${this.host} redirects in a circle.`);
  }

  /** A base that leads elsewhere at its own host is asked there from now on: the target of a MOVE has to be an address of there. */
  #learn(asked: URL, answered: URL): void {
    const below = asked.pathname.slice(this.base.pathname === "/" ? 0 : this.base.pathname.length);
    if (answered.origin !== this.base.origin || !answered.pathname.endsWith(below)) return;
    const base = new URL(this.base);
    base.pathname = trimEndChars(answered.pathname.slice(0, answered.pathname.length - below.length), "/");
    this.base = base;
  }

  /** A server may close a connection that it kept just as it is used again: what changes nothing when asked twice is asked twice. */
  async #safely(method: string, url: URL, sent: Sent): Promise<Answer> {
    try {
      return await this.#once(method, url, sent);
    } catch (error) {
      const again = error instanceof ConnectorError && error.kind === "transient" && method === "PROPFIND";
      if (!again) throw error;
      return this.#once(method, url, sent);
    }
  }

  async #once(method: string, url: URL, { headers, body, patience: timeoutMs }: Sent): Promise<Answer> {
    const own: Record<string, string> =
      url.origin === this.base.origin ? { authorization: this.#authorization } : {};
    return httpRequest(
      url,
      {
        method,
        headers: { ...headers, ...own },
        body: typeof body === "function" ? await body() : (body ?? null),
      },
      {
        patience: this.#patience,
        answer: timeoutMs,
        broken: (error) => this.#networkError(error, url),
      },
    );
  }

  async #networkError(error: unknown, url: URL): Promise<Error> {
    if (error instanceof ConnectorError || error instanceof LeaseLostWrapper) return error;
    const told = redact(error instanceof Error ? error.message : String(error), this.secrets);
    if (url.protocol === "https:" && (await this.#isReached(url)))
      return new ConnectorError(
        "config",
        `The host ${url.host} answers, but no encrypted connection comes about: its certificate does not fit.`,
      );
    return new ConnectorError("transient", `No connection to ${url.host}: ${told || "it was cut off"}`);
  }

  /**
   * Whether a host takes connections and yet no TLS. The platform calls a handshake that failed an internal error and says no more, so
   * both are tried: what was lost on its way fits again.
   */
  async #isReached(url: URL): Promise<boolean> {
    const address = { hostname: url.hostname, port: Number(url.port || 443) };
    const opens = async (secureTransport: "on" | "off") => {
      const socket = connect(address, { secureTransport, allowHalfOpen: false });
      socket.closed.catch(() => undefined);
      socket.opened.catch(() => undefined);
      try {
        await withTimeout(this.#patience.answer, url.host, socket.opened);
        return true;
      } catch {
        return false;
      } finally {
        socket.close().catch(() => undefined);
      }
    };
    return (await opens("off")) && !(await opens("on"));
  }

  get secrets(): string[] {
    return [this.#destination.secrets.password ?? "", this.#authorization];
  }

  /** The error of an answer that is none of those expected. */
  errorOf({ status, headers }: Answer, doing: string): ConnectorError {
    const about = { status, retryAfter: retryAfterOf(headers.get("retry-after"), Date.now()) };
    const error = (kind: ConnectorError["kind"], why: string) =>
      new ConnectorError(kind, `${this.host} answered ${status} to ${doing}: ${why}`, about);
    if (status === 401) return error("auth", "user name or password are wrong.");
    if (status === 403) return error("auth", "the user may not do that there.");
    if (status === 404 || status === 410) return error("notFound", "the folder does not exist.");
    if (status === 405 || status === 409 || status === 412)
      return error("conflict", "something else is in the way, or the folder above is missing.");
    // A lock ends by itself.
    if (status === 423) return error("transient", "the file is locked by somebody.");
    if (status === 429 || (status === 503 && about.retryAfter !== null))
      return error("throttled", "it wants to be asked later.");
    if (status === 507 || status === 413)
      return error("full", status === 507 ? "there is no space left." : "the file is larger than it takes.");
    if (status === 526 || status === 525) return error("config", "its certificate does not fit.");
    if (status === 408 || status >= 500) return error("transient", "it failed.");
    return error("config", "it does not take that name or call.");
  }
}

/** Seconds of a Retry-After header, which holds seconds or a date; at most a week. */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (date - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), 604_800) : null;
}
