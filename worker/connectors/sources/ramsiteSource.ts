import { z } from "zod";
import { ramsiteFilters } from "#domain/configuration/importTypes.ts";
import { parseAddress } from "../address.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { type Timeouts, timeoutsMs as usual } from "../deadline.ts";
import { HttpClient, jsonOf } from "../httpClient.ts";
import { isSuccess, listIn, RamsiteTable } from "../ramsiteTable.ts";
import { maxResponseCharacters } from "./limits.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

/*
 * RAMSITE of 3GIS, or another system that answers lists in JSON: the call is what the import's table says (importTypes.ts). A list that
 * comes in pages is walked by {page} or {offset} until a page is empty, or by what the answer names as next.
 */

type Item = Readonly<Record<string, unknown>>;

const record = z.record(z.string(), z.unknown());
const cell = z.union([z.string(), z.number(), z.boolean()]);
const values = z.union([cell.transform((value) => [value]), z.array(cell)]);

/** Where the next page begins. `last` tells one page from the next. */
const cursorOf = z.object({
  page: z.int(),
  offset: z.int(),
  token: z.string().nullable(),
  last: z.string(),
});
type Cursor = z.infer<typeof cursorOf>;
const firstCursor: Cursor = { page: 1, offset: 0, token: null, last: "" };

/** Pages of a list, so that one that leads in circles has an end. */
const maxPages = 20_000;
/** Columns of an answer's params, and characters of each. */
const maxima = { columns: 50, characters: 500 } as const;

abstract class RamsiteReader implements SourceReader {
  protected readonly table: RamsiteTable;
  readonly #destination: Destination;
  readonly #caller: HttpClient;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = usual) {
    this.#destination = destination;
    this.table = new RamsiteTable(destination);
    this.table.needed("listPath");
    this.#caller = new HttpClient(timeouts, () => [destination.secrets.apiKey ?? ""]);
  }

  protected abstract rowsOf(item: Item): SourceEntry[];

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const at = cursor === null ? firstCursor : cursorOf.parse(JSON.parse(cursor));
    const url = this.#urlOf(at);
    const answer = await this.#caller.call("GET", url, {
      headers: { accept: "application/json", ...this.table.headers() },
      most: maxResponseCharacters,
    });
    if (!isSuccess(answer)) throw this.table.errorOf(answer, "the list");
    if (answer.text.length >= maxResponseCharacters)
      throw new ConnectorError(
        "config",
        `${url.host} answered more than ${maxResponseCharacters / 1_000_000} MB: listPath has to ask for pages.`,
      );
    const told = jsonOf(answer);
    const list = listIn(told);
    if (!list)
      throw new ConnectorError("config", `What ${url.host} answers to listPath holds no list in JSON.`);
    const items = list.flatMap((one): Item[] => {
      const read = record.safeParse(one);
      return read.success ? [read.data] : [];
    });
    return { rows: items.flatMap((item) => this.rowsOf(item)), next: this.#next(at, url, told, list) };
  }

  #urlOf({ page, offset, token }: Cursor): URL {
    const template = this.table.needed("listPath");
    // A link was held to the base when it was read, and is again: what lies in a row is not trusted.
    if (token !== null && !template.includes("{cursor}"))
      return this.#within(new URL(token, this.table.base));
    const own = { page: String(page), offset: String(offset), cursor: token ?? "" };
    const url = this.table.address("listPath", own);
    for (const key of ramsiteFilters)
      if (this.table.has(key) && !template.includes(`{${key}}`))
        url.searchParams.append(key, this.table.needed(key));
    return url;
  }

  #next(at: Cursor, url: URL, told: unknown, list: readonly unknown[]): string | null {
    const template = this.table.needed("listPath");
    const next = { ...at, page: at.page + 1, offset: at.offset + list.length };
    if (this.table.has("nextKey")) {
      const token = cell.safeParse(fieldOf(told, this.table.needed("nextKey"))).data ?? "";
      if (token === "" || token === false) return null;
      const further = template.includes("{cursor}") ? String(token) : this.#linked(url, String(token));
      if (further === at.token || at.page >= maxPages) throw pagingLoopError(url);
      return JSON.stringify({ ...next, token: further });
    }
    if (!/\{(page|offset)\}/.test(template) || list.length === 0) return null;
    const last = `${list.length} ${JSON.stringify(list[0]).slice(0, 300)}`;
    // Otherwise a system that knows no pages is asked for ever.
    if (last === at.last || at.page >= maxPages) throw pagingLoopError(url);
    return JSON.stringify({ ...next, last });
  }

  #linked(from: URL, link: string): string {
    if (!URL.canParse(link, from))
      throw new ConnectorError("config", `What ${from.host} names under nextKey is no address.`);
    return this.#within(new URL(link, from)).href;
  }

  /** The API key goes to no other host. */
  #within(url: URL): URL {
    if (url.origin !== this.table.base.origin)
      throw new ConnectorError("config", `${this.table.base.host} names a next page at another host.`);
    return parseAddress(url.href, "nextKey", this.#destination.allowPrivate);
  }
}

const pagingLoopError = ({ host }: URL): ConnectorError =>
  new ConnectorError(
    "config",
    `${host} answers the same page again: listPath and nextKey do not fit how it counts its pages.`,
  );

/** The names of sites or projects, with their positions. */
export class RamsiteSuggestionReader extends RamsiteReader {
  protected rowsOf(item: Item): SourceEntry[] {
    const textOf = (key: string) => String(cell.safeParse(fieldOf(item, key)).data ?? "");
    const name = textOf(this.table.or("nameKey", "name"));
    const [lat, lng] = [textOf(this.table.or("latKey", "lat")), textOf(this.table.or("lngKey", "lng"))];
    return [{ name, lat, lng }];
  }
}

/** The values of one answer, with what else its record says. */
export class RamsiteAnswerReader extends RamsiteReader {
  readonly #valid: ReadonlySet<string> | null;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts?: Timeouts) {
    super(destination, timeouts);
    this.table.needed("answerName");
    const valid = this.table
      .or("validValues", "")
      .split(";")
      .map((value) => value.trim())
      .filter(Boolean);
    this.#valid = valid.length > 0 ? new Set(valid) : null;
  }

  protected rowsOf(item: Item): SourceEntry[] {
    const answerName = this.table.needed("answerName");
    const found = values.safeParse(fieldOf(item, answerName)).data ?? [];
    const names = found.map((value) => String(value).trim());
    const params = Object.fromEntries(
      Object.entries(item)
        .flatMap(([key, value]): [string, string][] => {
          const text = cell.safeParse(value).data;
          return text === undefined || key === answerName
            ? []
            : [[key.slice(0, 100), String(text).slice(0, maxima.characters)]];
        })
        .slice(0, maxima.columns),
    );
    return names
      .filter((name) => name !== "" && (this.#valid?.has(name) ?? true))
      .map((name) => ({ name, params }));
  }
}

/** What lies under a key; dots lead into objects and lists. */
function fieldOf(told: unknown, key: string): unknown {
  const whole = record.safeParse(told).data;
  if (whole && Object.hasOwn(whole, key)) return whole[key];
  return key.split(".").reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)];
    const inside = record.safeParse(at).data;
    return inside && Object.hasOwn(inside, part) ? inside[part] : undefined;
  }, told);
}
