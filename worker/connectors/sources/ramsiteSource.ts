import { z } from "zod";
import { ramsiteFilters } from "#domain/configuration/importTypes.ts";
import { parseAddress } from "../address.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { HttpClient, jsonOf } from "../httpClient.ts";
import { findList, isSuccess, RamsiteTable } from "../ramsiteTable.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "../timeouts.ts";
import { maxResponseCharacters } from "./responseLimits.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

/*
 * RAMSITE of 3GIS, or another system that returns JSON lists; the settings of the import describe the request (importTypes.ts).
 * Paginated lists are read by {page} or {offset} until a page is empty, or by the next page that the response names.
 */

type Item = Readonly<Record<string, unknown>>;

const recordSchema = z.record(z.string(), z.unknown());
const cellSchema = z.union([z.string(), z.number(), z.boolean()]);
const valuesSchema = z.union([cellSchema.transform((value) => [value]), z.array(cellSchema)]);

/** The position of the next page. `last` identifies the previous page. */
const cursorSchema = z.object({
  page: z.int(),
  offset: z.int(),
  token: z.string().nullable(),
  last: z.string(),
});
type Cursor = z.infer<typeof cursorSchema>;
const firstCursor: Cursor = { page: 1, offset: 0, token: null, last: "" };

/** Maximum pages of a list, so that reading a list that loops ends. */
const maxPages = 20_000;
/** Maximum columns of an answer's params, and characters per value. */
const paramLimits = { columns: 50, characters: 500 } as const;

abstract class RamsiteReader implements SourceReader {
  protected readonly table: RamsiteTable;
  readonly #destination: Destination;
  readonly #caller: HttpClient;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#destination = destination;
    this.table = new RamsiteTable(destination);
    this.table.requireParam("listPath");
    this.#caller = new HttpClient(timeouts, () => [destination.secrets.apiKey ?? ""], destination.resolver);
  }

  protected abstract rowsOf(item: Item): SourceEntry[];

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const position = cursor === null ? firstCursor : cursorSchema.parse(JSON.parse(cursor));
    const url = this.#urlOf(position);
    const response = await this.#caller.call("GET", url, {
      headers: { accept: "application/json", ...this.table.headers() },
      maxCharacters: maxResponseCharacters,
    });
    if (!isSuccess(response)) throw this.table.errorOf(response, "the list");
    if (response.text.length >= maxResponseCharacters)
      throw new ConnectorError(
        "config",
        `${url.host} sent more than ${maxResponseCharacters / 1_000_000} MB: listPath has to request pages.`,
      );
    const json = jsonOf(response);
    const list = findList(json);
    if (!list)
      throw new ConnectorError("config", `The response of ${url.host} to listPath contains no list in JSON.`);
    const items = list.flatMap((element): Item[] => {
      const result = recordSchema.safeParse(element);
      return result.success ? [result.data] : [];
    });
    return {
      rows: items.flatMap((item) => this.rowsOf(item)),
      next: this.#nextCursor(position, url, json, list),
    };
  }

  #urlOf({ page, offset, token }: Cursor): URL {
    const template = this.table.requireParam("listPath");
    // A link was checked against the base when it was read, and is checked again: stored cursors are not trusted.
    if (token !== null && !template.includes("{cursor}"))
      return this.#parseSameOrigin(new URL(token, this.table.base));
    const placeholderValues = { page: String(page), offset: String(offset), cursor: token ?? "" };
    const url = this.table.address("listPath", placeholderValues);
    for (const key of ramsiteFilters)
      if (this.table.hasParam(key) && !template.includes(`{${key}}`))
        url.searchParams.append(key, this.table.requireParam(key));
    return url;
  }

  #nextCursor(position: Cursor, url: URL, json: unknown, list: readonly unknown[]): string | null {
    const template = this.table.requireParam("listPath");
    const nextPosition = { ...position, page: position.page + 1, offset: position.offset + list.length };
    if (this.table.hasParam("nextKey")) {
      const token = cellSchema.safeParse(fieldOf(json, this.table.requireParam("nextKey"))).data ?? "";
      if (token === "" || token === false) return null;
      const nextToken = template.includes("{cursor}") ? String(token) : this.#resolveLink(url, String(token));
      if (nextToken === position.token || position.page >= maxPages) throw pagingLoopError(url);
      return JSON.stringify({ ...nextPosition, token: nextToken });
    }
    if (!/\{(page|offset)\}/.test(template) || list.length === 0) return null;
    const last = `${list.length} ${JSON.stringify(list[0]).slice(0, 300)}`;
    // Without this check, a system that ignores pagination would be read forever.
    if (last === position.last || position.page >= maxPages) throw pagingLoopError(url);
    return JSON.stringify({ ...nextPosition, last });
  }

  #resolveLink(base: URL, link: string): string {
    if (!URL.canParse(link, base))
      throw new ConnectorError("config", `The value of nextKey from ${base.host} is not an address.`);
    return this.#parseSameOrigin(new URL(link, base)).href;
  }

  /** The API key must not be sent to another host. */
  #parseSameOrigin(url: URL): URL {
    if (url.origin !== this.table.base.origin)
      throw new ConnectorError("config", `${this.table.base.host} names a next page at another host.`);
    return parseAddress(url.href, "nextKey", this.#destination.allowPrivate);
  }
}

const pagingLoopError = ({ host }: URL): ConnectorError =>
  new ConnectorError(
    "config",
    `${host} returns the same page again: listPath and nextKey do not match its pagination.`,
  );

/** The names of sites or projects, with their coordinates. */
export class RamsiteSuggestionReader extends RamsiteReader {
  protected rowsOf(item: Item): SourceEntry[] {
    const textOf = (key: string) => String(cellSchema.safeParse(fieldOf(item, key)).data ?? "");
    const name = textOf(this.table.getParam("nameKey", "name"));
    const [lat, lng] = [
      textOf(this.table.getParam("latKey", "lat")),
      textOf(this.table.getParam("lngKey", "lng")),
    ];
    return [{ name, lat, lng }];
  }
}

/** The values of one answer, with the other fields of its record as params. */
export class RamsiteAnswerReader extends RamsiteReader {
  readonly #validValues: ReadonlySet<string> | null;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts?: Timeouts) {
    super(destination, timeouts);
    this.table.requireParam("answerName");
    const validValues = this.table
      .getParam("validValues", "")
      .split(";")
      .map((value) => value.trim())
      .filter(Boolean);
    this.#validValues = validValues.length > 0 ? new Set(validValues) : null;
  }

  protected rowsOf(item: Item): SourceEntry[] {
    const answerName = this.table.requireParam("answerName");
    const values = valuesSchema.safeParse(fieldOf(item, answerName)).data ?? [];
    const names = values.map((value) => String(value).trim());
    const params = Object.fromEntries(
      Object.entries(item)
        .flatMap(([key, value]): [string, string][] => {
          const text = cellSchema.safeParse(value).data;
          return text === undefined || key === answerName
            ? []
            : [[key.slice(0, 100), String(text).slice(0, paramLimits.characters)]];
        })
        .slice(0, paramLimits.columns),
    );
    return names
      .filter((name) => name !== "" && (this.#validValues?.has(name) ?? true))
      .map((name) => ({ name, params }));
  }
}

/** The value under a key; dots access nested objects and arrays. */
function fieldOf(json: unknown, key: string): unknown {
  const fields = recordSchema.safeParse(json).data;
  if (fields && Object.hasOwn(fields, key)) return fields[key];
  return key.split(".").reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    const record = recordSchema.safeParse(value).data;
    return record && Object.hasOwn(record, part) ? record[part] : undefined;
  }, json);
}
