import { connect } from "cloudflare:sockets";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { parseAddress, parseRedirectTarget } from "./address.ts";
import { ConnectorError, type Destination, handshakeError } from "./connector.ts";
import { type Challenge, DigestLogin, parseChallenges } from "./httpLogin.ts";
import { type HttpResponse, sendHttpRequest } from "./httpRequest.ts";
import { LeaseLostWrapper } from "./leaseRenewal.ts";
import { redact } from "./redact.ts";
import type { StreamedBody } from "./requestBody.ts";
import { isWebPage, quoteServerMessage } from "./serverMessage.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Maximum redirects per call. */
const maxRedirects = 5;

/** The options of a call. */
interface CallOptions {
  headers?: Readonly<Record<string, string>>;
  /** A function is called again for each redirect, because a stream can be sent only once. */
  body?: string | (() => Promise<StreamedBody>);
  /** Milliseconds until the server has to respond. */
  timeoutMs?: number;
}

/** A response, and the address that gave it after redirects. */
export interface WebdavResponse extends HttpResponse {
  url: URL;
}

/** A WebDAV client with Basic or Digest authentication. The login is sent to its own origin only; redirects must pass the address check. */
export class WebdavClient {
  /** The folder to which paths are relative, without a trailing slash. */
  base: URL;
  readonly #destination: Destination;
  #basic: string;
  /** The same login in Latin-1, as older servers read it (RFC 2617); null if it is the same there, or not possible. */
  readonly #latin1Basic: string | null;
  /** Set once the server has asked for Digest authentication. */
  #digest: DigestLogin | null = null;
  readonly #timeouts: Timeouts;

  /** @throws ConnectorError config */
  constructor(url: string, destination: Destination, timeouts: Timeouts) {
    this.base = parseAddress(url, "url", destination.allowPrivate);
    this.base.pathname = trimEndChars(this.base.pathname, "/");
    this.base.search = "";
    this.base.hash = "";
    this.#destination = destination;
    this.#timeouts = timeouts;
    const { username = "" } = destination.params;
    const login = `${username}:${destination.secrets.password ?? ""}`;
    this.#basic = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(login)))}`;
    this.#latin1Basic = /^[ -~]*$|[^\u0020-\u00ff]/.test(login) ? null : `Basic ${btoa(login)}`;
  }

  get host(): string {
    return this.base.host;
  }

  /** The URL of a path under the base. */
  url(path: readonly string[], isFolder = false): URL {
    const url = new URL(this.base);
    const encodedPath = path.map((segment) => `/${encodeURIComponent(segment)}`).join("");
    url.pathname = `${this.base.pathname === "/" ? "" : this.base.pathname}${encodedPath}${isFolder ? "/" : ""}`;
    return url;
  }

  /** @throws ConnectorError config, transient, or the error that interrupted the body */
  async call(method: string, url: URL, options: CallOptions = {}): Promise<WebdavResponse> {
    let target = url;
    for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount += 1) {
      const response = await this.#loggedIn(method, target, options);
      if (![301, 302, 303, 307, 308].includes(response.status)) {
        if (response.status === 401 && target.origin !== this.base.origin)
          throw new ConnectorError(
            "config",
            `The host ${this.host} redirects to ${target.origin}, which requires its own login. Enter that address instead.`,
            { status: 401 },
          );
        const webdavResponse = { ...response, url: target };
        if (redirectCount > 0) {
          if (method !== "HEAD" && response.status < 300 && isWebPage(response))
            throw this.pageError(webdavResponse, method);
          this.#adoptRedirectedBase(url, target);
        }
        return webdavResponse;
      }
      target = parseRedirectTarget(target, response.headers.get("location"), this.#destination.allowPrivate);
    }
    throw new ConnectorError("config", `The host ${this.host} redirects in a loop.`);
  }

  /** If the base redirects within its own host, later calls use the new base: the destination of a MOVE must be below it. */
  #adoptRedirectedBase(requestedUrl: URL, target: URL): void {
    const relativePath = requestedUrl.pathname.slice(
      this.base.pathname === "/" ? 0 : this.base.pathname.length,
    );
    if (target.origin !== this.base.origin || !target.pathname.endsWith(relativePath)) return;
    const base = new URL(this.base);
    base.pathname = trimEndChars(target.pathname.slice(0, target.pathname.length - relativePath.length), "/");
    this.base = base;
  }

  /** Logs in by Digest if the server accepts nothing else. The request is repeated once, for a new or an expired nonce. */
  async #loggedIn(method: string, url: URL, options: CallOptions): Promise<HttpResponse> {
    const hadDigest = this.#digest !== null;
    const response = await this.#callWithRetry(method, url, options);
    if (response.status !== 401 || url.origin !== this.base.origin) return response;
    const challenges = parseChallenges(response.headers.get("www-authenticate"));
    const isStale = challenges.some(({ params }) => params.get("stale")?.toLowerCase() === "true");
    const takesBasic = challenges.length === 0 || challenges.some(({ scheme }) => scheme === "basic");
    const readsUtf8 = challenges.some(({ params }) => params.get("charset")?.toUpperCase() === "UTF-8");
    if (takesBasic && !readsUtf8) return (await this.#callInLatin1(method, url, options)) ?? response;
    if (takesBasic || (hadDigest && !isStale)) return response;
    const { params, secrets } = this.#destination;
    this.#digest = DigestLogin.create(challenges, params.username ?? "", secrets.password ?? "");
    if (!this.#digest) throw this.#loginMethodError(challenges, url);
    return this.#callWithRetry(method, url, options);
  }

  /** Repeats a refused call with the login in Latin-1, and keeps it if the server accepts it; null if it does not. */
  async #callInLatin1(method: string, url: URL, options: CallOptions): Promise<HttpResponse | null> {
    if (this.#latin1Basic === null || this.#digest) return null;
    const refusedBasic = this.#basic;
    this.#basic = this.#latin1Basic;
    const response = await this.#callWithRetry(method, url, options);
    if (response.status !== 401) return response;
    this.#basic = refusedBasic;
    return null;
  }

  /** The error if the server accepts only other login methods, or a Digest with another hash. */
  #loginMethodError(challenges: readonly Challenge[], url: URL): ConnectorError {
    const methods = [...new Set(challenges.map(({ scheme }) => scheme))].join(", ");
    return new ConnectorError(
      "config",
      `${this.addressOf(url)} asks for the login method ${redact(methods, this.secrets)}. Siteproof can use Basic, and Digest with SHA-256 or MD5: turn one of them on there.`,
      { status: 401 },
    );
  }

  /** A server may close a kept-alive connection just as it is reused, so read-only requests are retried once. */
  async #callWithRetry(method: string, url: URL, options: CallOptions): Promise<HttpResponse> {
    try {
      return await this.#callOnce(method, url, options);
    } catch (error) {
      const canRetry = error instanceof ConnectorError && error.kind === "transient" && method === "PROPFIND";
      if (!canRetry) throw error;
      return this.#callOnce(method, url, options);
    }
  }

  async #callOnce(
    method: string,
    url: URL,
    { headers, body, timeoutMs }: CallOptions,
  ): Promise<HttpResponse> {
    const authentication: Record<string, string> =
      url.origin === this.base.origin
        ? { authorization: this.#digest?.header(method, url) ?? this.#basic }
        : {};
    return sendHttpRequest(
      url,
      {
        method,
        headers: { ...headers, ...authentication },
        body: typeof body === "function" ? await body() : (body ?? null),
      },
      {
        timeouts: this.#timeouts,
        answer: timeoutMs,
        resolver: this.#destination.resolver,
        toError: (error) => this.#networkError(error, url),
      },
    );
  }

  async #networkError(error: unknown, url: URL): Promise<Error> {
    if (error instanceof ConnectorError || error instanceof LeaseLostWrapper) return error;
    const detail = redact(error instanceof Error ? error.message : String(error), this.secrets);
    if (url.protocol === "https:" && (await this.#failsOnlyTls(url))) return handshakeError(url.host);
    return new ConnectorError("transient", `No connection to ${url.host}: ${detail || "it was interrupted"}`);
  }

  /**
   * Whether a host accepts connections but not TLS. The platform reports a failed handshake as an internal error without details,
   * so connections with and without TLS are tried; after a transient failure both succeed.
   */
  async #failsOnlyTls(url: URL): Promise<boolean> {
    const address = { hostname: url.hostname, port: Number(url.port || 443) };
    const canOpen = async (secureTransport: "on" | "off") => {
      const socket = connect(address, { secureTransport, allowHalfOpen: false });
      socket.closed.catch(() => undefined);
      socket.opened.catch(() => undefined);
      try {
        await withTimeout(this.#timeouts.responseMs, url.host, socket.opened);
        return true;
      } catch {
        return false;
      } finally {
        socket.close().catch(() => undefined);
      }
    };
    return (await canOpen("off")) && !(await canOpen("on"));
  }

  get secrets(): string[] {
    return [this.#destination.secrets.password ?? "", this.#basic, this.#latin1Basic ?? ""];
  }

  /** The address of a response, for error messages: the destination's address, or the target of a redirect. It names no file. */
  addressOf(url: URL): string {
    const base = `${this.base.origin}${this.base.pathname}`;
    const isBelow = url.origin === this.base.origin && url.pathname.startsWith(this.base.pathname);
    return redact(isBelow ? base : `${url.origin}${url.pathname}`, this.secrets);
  }

  /** The server's own explanation, to append to an error message. */
  quoteResponse(response: HttpResponse): string {
    return quoteServerMessage(response, this.secrets);
  }

  /** The error of a web page where WebDAV was expected: a login page, or an address outside the WebDAV service. */
  pageError(response: WebdavResponse, method: string): ConnectorError {
    const address = this.addressOf(response.url);
    const cause = address.startsWith(`${this.base.origin}${this.base.pathname}`)
      ? ""
      : `, to which ${this.host} redirects`;
    return new ConnectorError(
      "config",
      `${address}${cause}, answered ${method} with a web page (${response.status}): there is no WebDAV at this address.${this.quoteResponse(response)}`,
      { status: response.status, isOfFile: false },
    );
  }

  /** The error of an unexpected response. */
  errorOf(response: HttpResponse & { url?: URL }, operation: string): ConnectorError {
    const { status, headers, url = this.base } = response;
    const details = { status, retryAfter: parseRetryAfter(headers.get("retry-after"), Date.now()) };
    const makeError = (kind: ConnectorError["kind"], message: string) =>
      new ConnectorError(
        kind,
        `${this.addressOf(url)} answered ${status} to ${operation}: ${message}${this.quoteResponse(response)}`,
        details,
      );
    if (status === 401) return makeError("auth", "the user name or password is wrong.");
    if (status === 403)
      return makeError("auth", "it does not accept that name or content, or the user may not do that.");
    if (status === 404 || status === 410) return makeError("notFound", "the folder does not exist.");
    if (status === 405 || status === 409 || status === 412)
      return makeError("conflict", "the name is taken, or the parent folder is missing.");
    // A lock expires on its own.
    if (status === 423) return makeError("transient", "the file is locked.");
    if (status === 429 || (status === 503 && details.retryAfter !== null))
      return makeError("throttled", "it asks to try again later.");
    if (status === 507 || status === 413)
      return makeError(
        "full",
        status === 507 ? "there is no space left." : "the file is larger than it accepts.",
      );
    if (status === 526 || status === 525) return handshakeError(this.host, `status ${status}`);
    if (status === 408 || status >= 500) return makeError("transient", "it failed.");
    return makeError("config", "it does not accept that name or request.");
  }
}

/** The seconds of a Retry-After header, which contains seconds or a date; at most a week. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (date - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), 604_800) : null;
}
