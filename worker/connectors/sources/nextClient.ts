import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { errorDetailsOf, errorKindOf, HttpClient, jsonOf } from "../httpClient.ts";
import type { HttpResponse } from "../httpRequest.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "../timeouts.ts";
import { maxResponseCharacters } from "./responseLimits.ts";

/*
 * The API of Next Project: https://next-tech.readme.io. A list is `GET /v1/{resource}/?page=&size=` with at most 100 items and
 * `filter_str`, a JSON object of fields and their required values; the response is { items, total, page, size, pages }.
 * The access token is sent as a bearer token and does not expire.
 */

const publicAddress = "https://api.next-tech.com/v1";
const pageSize = 100;

const itemSchema = z.record(z.string(), z.unknown());
export type NextItem = z.infer<typeof itemSchema>;
const listSchema = z.object({ items: z.array(itemSchema), pages: z.number().nullish() });
const errorSchema = z.object({ detail: z.string() });

/** The name fields of projects, customers and users; the first non-empty one is used. */
const nameKeys = ["name", "fullname", "customername"];

export const nextName = (item: NextItem): string =>
  nameKeys
    .map((key) => item[key])
    .find((value): value is string => typeof value === "string" && value !== "") ?? "";

export class NextClient {
  readonly #caller: HttpClient;
  readonly #base: string;
  readonly #token: string;

  /** @throws ConnectorError config without a usable token */
  constructor({ next = publicAddress }: Destination, token: string, timeouts: Timeouts = defaultTimeouts) {
    this.#base = trimEndChars(next, "/");
    this.#token = token.trim();
    if (!this.#token) throw new ConnectorError("config", "The access token of Next is not filled in.");
    if (!/^[\x21-\x7e]{1,2000}$/.test(this.#token))
      throw new ConnectorError("config", "The access token of Next contains invalid characters.");
    this.#caller = new HttpClient(timeouts, () => [this.#token]);
  }

  redact(text: string): string {
    return this.#caller.redact(text);
  }

  /** A page of a list; `page` from 1. */
  async list(
    resource: string,
    page: number,
    filter?: Readonly<Record<string, string | number>>,
  ): Promise<{ items: NextItem[]; isLast: boolean }> {
    const url = new URL(`${this.#base}/${resource}/`);
    if (filter) url.searchParams.set("filter_str", JSON.stringify(filter));
    url.searchParams.set("page", String(page));
    url.searchParams.set("size", String(pageSize));
    const response = await this.#get(url);
    if (response.status !== 200) throw this.#errorOf(response, `the list of ${resource}s`);
    const { items, pages } = this.#parse(response, listSchema, `the list of ${resource}s`);
    return { items, isLast: pages == null ? items.length < pageSize : page >= pages };
  }

  /** One item by its id; null if it does not exist. */
  async get(resource: string, id: number): Promise<NextItem | null> {
    const response = await this.#get(new URL(`${this.#base}/${resource}/${id}`));
    if (response.status === 404) return null;
    if (response.status !== 200) throw this.#errorOf(response, `a ${resource}`);
    return this.#parse(response, itemSchema, `a ${resource}`);
  }

  #get(url: URL): Promise<HttpResponse> {
    return this.#caller.call("GET", url, {
      headers: { accept: "application/json", authorization: `Bearer ${this.#token}` },
      maxCharacters: maxResponseCharacters,
    });
  }

  #parse<T>(response: HttpResponse, schema: z.ZodType<T>, operation: string): T {
    const result = schema.safeParse(jsonOf(response));
    if (result.success) return result.data;
    throw new ConnectorError("transient", `Next sent an unreadable response to ${operation}.`);
  }

  #errorOf(response: HttpResponse, operation: string): ConnectorError {
    const kind = errorKindOf(response);
    const detail = this.redact(errorSchema.safeParse(jsonOf(response)).data?.detail ?? "");
    const hints: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the access token is wrong or was revoked, its user is not allowed to read that, or Next is down for maintenance.",
      throttled: "it asks to try again later.",
      notFound: "it does not exist.",
      transient: "it failed.",
    };
    const explanation = [hints[kind], detail && `(${detail})`].filter(Boolean).join(" ");
    return new ConnectorError(
      kind,
      `Next answered ${response.status} to ${operation}${explanation ? `: ${explanation}` : "."}`,
      errorDetailsOf(response),
    );
  }
}
