import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { type Timeouts, timeoutsMs as usual } from "../deadline.ts";
import { errorDetails, errorKindOf, HttpClient, jsonOf } from "../httpClient.ts";
import type { Answer } from "../httpRequest.ts";
import { maxResponseCharacters } from "./limits.ts";

/*
 * Next Project, whose interface is published: https://next-tech.readme.io. A list is `GET /v1/{resource}/?page=&size=` with at most 100
 * items and `filter_str`, a JSON object of fields and the values they must have; it is answered as { items, total, page, size, pages }.
 * The access token is sent as a bearer and has no end.
 */

const publicAddress = "https://api.next-tech.com/v1";
const pageSize = 100;

const item = z.record(z.string(), z.unknown());
export type NextItem = z.infer<typeof item>;
const list = z.object({ items: z.array(item), pages: z.number().nullish() });
const refused = z.object({ detail: z.string() });

/** What projects, customers and users are called by, the first that is filled in. */
const nameKeys = ["name", "fullname", "customername"];

export const nextName = (of: NextItem): string =>
  nameKeys
    .map((key) => of[key])
    .find((value): value is string => typeof value === "string" && value !== "") ?? "";

export class NextClient {
  readonly #caller: HttpClient;
  readonly #base: string;
  readonly #token: string;

  /** @throws ConnectorError config without a usable token */
  constructor({ next = publicAddress }: Destination, token: string, timeouts: Timeouts = usual) {
    this.#base = trimEndChars(next, "/");
    this.#token = token.trim();
    if (!this.#token) throw new ConnectorError("config", "The access token of Next is not filled in.");
    if (!/^[\x21-\x7e]{1,2000}$/.test(this.#token))
      throw new ConnectorError("config", "The access token of Next holds characters that no token has.");
    this.#caller = new HttpClient(timeouts, () => [this.#token]);
  }

  quoted(text: string): string {
    return this.#caller.quoted(text);
  }

  /** A page of a list, from 1. */
  async list(
    resource: string,
    page: number,
    filter?: Readonly<Record<string, string | number>>,
  ): Promise<{ items: NextItem[]; isLast: boolean }> {
    const url = new URL(`${this.#base}/${resource}/`);
    if (filter) url.searchParams.set("filter_str", JSON.stringify(filter));
    url.searchParams.set("page", String(page));
    url.searchParams.set("size", String(pageSize));
    const answer = await this.#get(url);
    if (answer.status !== 200) throw this.#errorOf(answer, `the list of ${resource}s`);
    const { items, pages } = this.#parsed(answer, list, `the list of ${resource}s`);
    return { items, isLast: pages == null ? items.length < pageSize : page >= pages };
  }

  /** One item by its id; null where there is none. */
  async get(resource: string, id: number): Promise<NextItem | null> {
    const answer = await this.#get(new URL(`${this.#base}/${resource}/${id}`));
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw this.#errorOf(answer, `a ${resource}`);
    return this.#parsed(answer, item, `a ${resource}`);
  }

  #get(url: URL): Promise<Answer> {
    return this.#caller.call("GET", url, {
      headers: { accept: "application/json", authorization: `Bearer ${this.#token}` },
      most: maxResponseCharacters,
    });
  }

  #parsed<T>(answer: Answer, schema: z.ZodType<T>, doing: string): T {
    const result = schema.safeParse(jsonOf(answer));
    if (result.success) return result.data;
    throw new ConnectorError("transient", `Next answered something unreadable to ${doing}.`);
  }

  #errorOf(answer: Answer, doing: string): ConnectorError {
    const kind = errorKindOf(answer);
    const told = this.quoted(refused.safeParse(jsonOf(answer)).data?.detail ?? "");
    const why: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the access token is wrong or was revoked, its user may not read that, or Next is being maintained.",
      throttled: "it wants to be asked later.",
      notFound: "it is not there.",
      transient: "it failed.",
    };
    const said = [why[kind], told && `(${told})`].filter(Boolean).join(" ");
    return new ConnectorError(
      kind,
      `Next answered ${answer.status} to ${doing}${said ? `: ${said}` : "."}`,
      errorDetails(answer),
    );
  }
}
