import { z } from "zod";
import { defaultGraphScope } from "#domain/configuration/types.ts";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import { errorDetailsOf, errorKindOf, HttpClient, jsonOf } from "./httpClient.ts";
import type { HttpResponse } from "./httpRequest.ts";
import type { StreamedBody } from "./requestBody.ts";
import { quoteServerMessage } from "./serverMessage.ts";
import type { Timeouts } from "./timeouts.ts";

const publicCloud = { login: "https://login.microsoftonline.com", graph: "https://graph.microsoft.com" };
/** Seconds before expiry at which a token is no longer used. */
const tokenMarginSeconds = 60;
const maxPages = 50;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
const loginErrorBody = z.object({
  error_codes: z.array(z.number()).min(1).optional(),
  error_description: z.string().optional(),
});
const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string().default("") }) });
const listPage = z.object({ value: z.array(z.unknown()), "@odata.nextLink": z.string().optional() });

/** Login error codes of Microsoft, as messages for the person who can fix them. */
const loginErrors: Readonly<Record<number, readonly [ConnectorError["kind"], string]>> = {
  7000215: ["auth", "the client secret is wrong; it needs the secret's value, not its id."],
  7000222: ["auth", "the client secret has expired."],
  7000216: ["auth", "the client secret is missing."],
  700016: ["config", "the tenant has no app with this clientId."],
  90002: ["config", "there is no such tenantId."],
  900023: ["config", "there is no such tenantId."],
  1002012: ["config", "the scope has to end with /.default."],
  70011: ["config", "the scope is not valid."],
  7000112: ["auth", "the app is disabled."],
};

interface CallOptions {
  /** A function is called again when the request is repeated, because a stream can be sent only once. */
  body?: string | (() => Promise<StreamedBody>);
  contentType?: string;
  timeoutMs?: number;
}

/** Microsoft Graph, authenticated as an app. The token is cached by the client. */
export class GraphClient {
  readonly http: HttpClient;
  readonly #destination: Destination;
  readonly #base: typeof publicCloud;
  #tokenRequest: Promise<{ text: string; expiresAt: number }> | null = null;
  #tokenText = "";

  constructor(destination: Destination, timeouts: Timeouts) {
    this.#destination = destination;
    this.#base = destination.microsoft ?? publicCloud;
    this.http = new HttpClient(timeouts, () => this.secrets, destination.resolver);
  }

  get secrets(): string[] {
    return [this.#destination.secrets.clientSecret ?? "", this.#tokenText];
  }

  get isEncrypted(): boolean {
    return this.#base.graph.startsWith("https:");
  }

  /**
   * Makes a request and returns the response, whatever its status. A refused token is replaced once.
   * @param path begins with a slash, its segments encoded
   */
  async call(method: string, path: string, input: CallOptions = {}): Promise<HttpResponse> {
    const response = await this.#callOnce(method, path, input);
    if (response.status !== 401) return response;
    this.#tokenRequest = null;
    return this.#callOnce(method, path, input);
  }

  async #callOnce(
    method: string,
    path: string,
    { body, contentType, timeoutMs }: CallOptions,
  ): Promise<HttpResponse> {
    const authorization = `Bearer ${await this.#accessToken()}`;
    return this.http.call(method, new URL(`${trimEndChars(this.#base.graph, "/")}/v1.0${path}`), {
      headers: {
        authorization,
        accept: "application/json",
        ...(contentType && { "content-type": contentType }),
      },
      ...(body !== undefined && { body: typeof body === "function" ? await body() : body }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  /** All items of a list, over all its pages. */
  async listAll<T>(path: string, item: z.ZodType<T>, subject: string): Promise<T[]> {
    const items: T[] = [];
    let next: string | null = path;
    for (let pages = 0; next !== null && pages < maxPages; pages += 1) {
      const result: { items: T[]; next: string | null } = await this.page(next, item, subject);
      items.push(...result.items);
      next = result.next;
    }
    return items;
  }

  /** A page of a list, and the path of the next one. */
  async page<T>(
    path: string,
    item: z.ZodType<T>,
    subject: string,
  ): Promise<{ items: T[]; next: string | null }> {
    const response = await this.call("GET", path);
    if (response.status !== 200) throw this.errorOf(response, subject);
    const { value, "@odata.nextLink": link } = this.parse(response, listPage, subject);
    const items = value.map((entry) => this.parse(entry, item, subject));
    if (link === undefined) return { items, next: null };
    const prefix = `${trimEndChars(this.#base.graph, "/")}/v1.0`;
    // The token must be sent to Graph only.
    if (!link.startsWith(`${prefix}/`))
      throw new ConnectorError("transient", `Microsoft continues the list of ${subject} at another address.`);
    return { items, next: link.slice(prefix.length) };
  }

  /** Validates a response. @throws ConnectorError transient if it does not match the schema */
  parse<T>(response: unknown, schema: z.ZodType<T>, subject: string): T {
    const body = isHttpResponse(response) ? jsonOf(response) : response;
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    throw new ConnectorError("transient", `Microsoft sent an unreadable response to ${subject}.`);
  }

  /** The error of an unexpected response. `subject` says what was requested, such as "the folder Bilder". */
  errorOf(response: HttpResponse, subject: string): ConnectorError {
    const { code = "", message = "" } = errorBody.safeParse(jsonOf(response)).data?.error ?? {};
    const detail = this.http.redact([code, message].filter(Boolean).join(": "));
    const kind = /quota|insufficientStorage/i.test(code) ? "full" : errorKindOf(response);
    const hints: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the app is not allowed to do that; it needs the permission Sites.Selected or Sites.ReadWrite.All.",
      throttled: "it asks to try again later.",
      full: "there is no storage left.",
      conflict: "the name is taken.",
      notFound: "it does not exist.",
      ...(response.status === 423 && { transient: "it is locked." }),
    };
    const serverMessage = detail ? `It says: “${detail}”` : quoteServerMessage(response, this.secrets).trim();
    const explanation = [hints[kind], serverMessage].filter(Boolean).join(" ");
    return new ConnectorError(
      kind,
      `SharePoint (${this.#base.graph}) answered ${response.status} to ${subject}${explanation ? `: ${explanation}` : "."}`,
      errorDetailsOf(response),
    );
  }

  async #accessToken(): Promise<string> {
    const cachedToken = await this.#tokenRequest;
    if (cachedToken && cachedToken.expiresAt > Date.now()) return cachedToken.text;
    const request = this.#logIn();
    this.#tokenRequest = request;
    request.catch(() => {
      if (this.#tokenRequest === request) this.#tokenRequest = null;
    });
    const { text } = await request;
    return text;
  }

  async #logIn(): Promise<{ text: string; expiresAt: number }> {
    const { params, secrets } = this.#destination;
    const tenant = encodeURIComponent(params.tenantId?.trim() ?? "");
    if (!/^[\w.-]{1,200}$/.test(tenant) || /^\.+$/.test(tenant))
      throw new ConnectorError("config", "The tenantId is missing or not valid.");
    const response = await this.http.call(
      "POST",
      new URL(`${trimEndChars(this.#base.login, "/")}/${tenant}/oauth2/v2.0/token`),
      {
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: params.clientId?.trim() ?? "",
          client_secret: secrets.clientSecret ?? "",
          scope: params.scope?.trim() || defaultGraphScope,
        }).toString(),
      },
    );
    if (response.status !== 200) throw this.#loginError(response);
    const { access_token, expires_in } = this.parse(response, tokenResponse, "the login");
    this.#tokenText = access_token;
    return { text: access_token, expiresAt: Date.now() + (expires_in - tokenMarginSeconds) * 1000 };
  }

  #loginError(response: HttpResponse): ConnectorError {
    const { error_codes: codes, error_description: description } =
      loginErrorBody.safeParse(jsonOf(response)).data ?? {};
    const code = codes?.[0];
    // Its later sentences are ids and times.
    const message = this.http.redact(description?.split(/\r?\n| Trace ID:/)[0] ?? "");
    const quote = message ? ` It says: “${message}”` : quoteServerMessage(response, this.secrets);
    const loginError = code === undefined ? undefined : loginErrors[code];
    // A wrong client is answered with 400 or 401.
    const kind = loginError?.[0] ?? (response.status === 400 ? "config" : errorKindOf(response));
    const codeText = code === undefined ? "" : ` (AADSTS${code})`;
    return new ConnectorError(
      kind,
      `Microsoft (${this.#base.login}) answered ${response.status} to the login${codeText}: ${loginError?.[1] ?? (kind === "throttled" ? "it asks to try again later." : "it was refused.")}${quote}`,
      errorDetailsOf(response),
    );
  }
}

const isHttpResponse = (value: unknown): value is HttpResponse =>
  typeof value === "object" && value !== null && "text" in value && "headers" in value;
