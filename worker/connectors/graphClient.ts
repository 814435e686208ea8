import { z } from "zod";
import { defaultGraphScope } from "#domain/configuration/types.ts";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import type { Timeouts } from "./deadline.ts";
import { errorDetails, errorKindOf, HttpClient, jsonOf } from "./httpClient.ts";
import type { Answer } from "./httpRequest.ts";
import type { Streamed } from "./requestBody.ts";

const publicCloud = { login: "https://login.microsoftonline.com", graph: "https://graph.microsoft.com" };
/** Seconds before its end at which a token is no longer used. */
const tokenMarginSeconds = 60;
const maxPages = 50;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
const refusedLogin = z.object({ error_codes: z.array(z.number()).min(1) });
const refused = z.object({ error: z.object({ code: z.string(), message: z.string().default("") }) });
const page = z.object({ value: z.array(z.unknown()), "@odata.nextLink": z.string().optional() });

/** What Microsoft's login says by its codes, as whoever can mend it has to hear it. */
const loginErrors: Readonly<Record<number, readonly [ConnectorError["kind"], string]>> = {
  7000215: ["auth", "the client secret is wrong; it needs the secret's value, not its id."],
  7000222: ["auth", "the client secret has expired."],
  7000216: ["auth", "the client secret is missing."],
  700016: ["config", "the tenant knows no app with this clientId."],
  90002: ["config", "there is no such tenantId."],
  900023: ["config", "there is no such tenantId."],
  1002012: ["config", "the scope has to end with /.default."],
  70011: ["config", "the scope is not valid."],
  7000112: ["auth", "the app is disabled."],
};

interface Asked {
  /** A function is called again when the call is made again: a stream is sent once. */
  body?: string | (() => Promise<Streamed>);
  contentType?: string;
  patience?: number;
}

/** Microsoft Graph with the login of an app. The token is kept for as long as the client. */
export class GraphClient {
  readonly caller: HttpClient;
  readonly #destination: Destination;
  readonly #base: typeof publicCloud;
  #token: Promise<{ text: string; until: number }> | null = null;
  #tokenText = "";

  constructor(destination: Destination, timeouts: Timeouts) {
    this.#destination = destination;
    this.#base = destination.microsoft ?? publicCloud;
    this.caller = new HttpClient(timeouts, () => [destination.secrets.clientSecret ?? "", this.#tokenText]);
  }

  get isEncrypted(): boolean {
    return this.#base.graph.startsWith("https:");
  }

  /**
   * Makes a call and gives its answer, whatever its status. A token that is refused is replaced once.
   * @param path begins with a slash, its segments encoded
   */
  async call(method: string, path: string, input: Asked = {}): Promise<Answer> {
    const answer = await this.#once(method, path, input);
    if (answer.status !== 401) return answer;
    this.#token = null;
    return this.#once(method, path, input);
  }

  async #once(
    method: string,
    path: string,
    { body, contentType, patience: timeoutMs }: Asked,
  ): Promise<Answer> {
    const authorization = `Bearer ${await this.#accessToken()}`;
    return this.caller.call(method, new URL(`${trimEndChars(this.#base.graph, "/")}/v1.0${path}`), {
      headers: {
        authorization,
        accept: "application/json",
        ...(contentType && { "content-type": contentType }),
      },
      ...(body !== undefined && { body: typeof body === "function" ? await body() : body }),
      ...(timeoutMs !== undefined && { patience: timeoutMs }),
    });
  }

  /** All items of a list, page after page. */
  async all<T>(path: string, item: z.ZodType<T>, doing: string): Promise<T[]> {
    const items: T[] = [];
    let next: string | null = path;
    for (let pages = 0; next !== null && pages < maxPages; pages += 1) {
      const read: { items: T[]; next: string | null } = await this.page(next, item, doing);
      items.push(...read.items);
      next = read.next;
    }
    return items;
  }

  /** A page of a list, and the path of the next one. */
  async page<T>(
    path: string,
    item: z.ZodType<T>,
    doing: string,
  ): Promise<{ items: T[]; next: string | null }> {
    const answer = await this.call("GET", path);
    if (answer.status !== 200) throw this.errorOf(answer, doing);
    const { value, "@odata.nextLink": link } = this.parsed(answer, page, doing);
    const items = value.map((one) => this.parsed(one, item, doing));
    if (link === undefined) return { items, next: null };
    const prefix = `${trimEndChars(this.#base.graph, "/")}/v1.0`;
    // The token goes nowhere but to Graph.
    if (!link.startsWith(`${prefix}/`))
      throw new ConnectorError("transient", `Microsoft says that ${doing} go on somewhere else.`);
    return { items, next: link.slice(prefix.length) };
  }

  /** @throws ConnectorError transient for an answer that is not what Graph promises */
  parsed<T>(answer: unknown, schema: z.ZodType<T>, doing: string): T {
    const body = isAnswer(answer) ? jsonOf(answer) : answer;
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    throw new ConnectorError("transient", `Microsoft answered something unreadable to ${doing}.`);
  }

  /** The error of an answer that is none of those expected. `doing` says what was asked for: "the folder Bilder". */
  errorOf(answer: Answer, doing: string): ConnectorError {
    const { code = "", message = "" } = refused.safeParse(jsonOf(answer)).data?.error ?? {};
    const told = this.caller.quoted([code, message].filter(Boolean).join(": "));
    const kind = /quota|insufficientStorage/i.test(code) ? "full" : errorKindOf(answer);
    const why: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the app may not do that; it needs the permission Sites.Selected or Sites.ReadWrite.All.",
      throttled: "it wants to be asked later.",
      full: "there is no storage left.",
      conflict: "something else has this name.",
      notFound: "it is not there.",
      ...(answer.status === 423 && { transient: "somebody has it locked." }),
    };
    const said = [why[kind], told && `(${told})`].filter(Boolean).join(" ");
    return new ConnectorError(
      kind,
      `SharePoint answered ${answer.status} to ${doing}${said ? `: ${said}` : "."}`,
      errorDetails(answer),
    );
  }

  async #accessToken(): Promise<string> {
    const known = await this.#token;
    if (known && known.until > Date.now()) return known.text;
    const asked = this.#logIn();
    this.#token = asked;
    asked.catch(() => {
      if (this.#token === asked) this.#token = null;
    });
    const { text } = await asked;
    return text;
  }

  async #logIn(): Promise<{ text: string; until: number }> {
    const { params, secrets } = this.#destination;
    const tenant = encodeURIComponent(params.tenantId?.trim() ?? "");
    if (!/^[\w.-]{1,200}$/.test(tenant) || /^\.+$/.test(tenant))
      throw new ConnectorError("config", "The tenantId is missing or not one.");
    const answer = await this.caller.call(
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
    if (answer.status !== 200) throw this.#refusedLogin(answer);
    const { access_token, expires_in } = this.parsed(answer, granted, "the login");
    this.#tokenText = access_token;
    return { text: access_token, until: Date.now() + (expires_in - tokenMarginSeconds) * 1000 };
  }

  #refusedLogin(answer: Answer): ConnectorError {
    const code = refusedLogin.safeParse(jsonOf(answer)).data?.error_codes[0];
    const known = code === undefined ? undefined : loginErrors[code];
    // A wrong client is told with 400 as well as with 401.
    const kind = known?.[0] ?? (answer.status === 400 ? "config" : errorKindOf(answer));
    const named = code === undefined ? "" : ` (AADSTS${code})`;
    return new ConnectorError(
      kind,
      `Microsoft answered ${answer.status} to the login${named}: ${known?.[1] ?? (kind === "throttled" ? "it wants to be asked later." : "it is refused.")}`,
      errorDetails(answer),
    );
  }
}

const isAnswer = (answer: unknown): answer is Answer =>
  typeof answer === "object" && answer !== null && "text" in answer && "headers" in answer;
