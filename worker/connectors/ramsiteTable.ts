import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { parseAddress } from "./address.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import { errorDetails, errorKindOf } from "./httpClient.ts";
import type { Answer } from "./httpRequest.ts";

/*
 * RAMSITE publishes no interface. What its calls look like stands in the table of a destination or import:
 * domain/configuration/types and importTypes say what each key means. A key that is needed and empty is named in the error.
 */

const placeholder = /\{(\w{1,100})\}/g;
const object = z.record(z.string(), z.unknown());

export class RamsiteTable {
  readonly base: URL;
  protected readonly allowPrivate: boolean;
  readonly #params: Destination["params"];
  readonly #apiKey: string;

  /** @throws ConnectorError config naming the setting that is missing */
  constructor({ params, secrets, allowPrivate }: Destination) {
    this.#params = params;
    this.allowPrivate = allowPrivate;
    this.base = parseAddress(this.needed("baseUrl"), "baseUrl", allowPrivate);
    this.#apiKey = secrets.apiKey ?? "";
    if (!this.#apiKey) throw notFilledIn("apiKey");
    // An unfit header shows when the system is opened, not in the middle of what is done with it.
    this.headers();
  }

  has(key: string): boolean {
    return Boolean(this.#params[key]?.trim());
  }

  or(key: string, otherwise: string): string {
    return this.#params[key]?.trim() || otherwise;
  }

  /** @throws ConnectorError config */
  needed(key: string): string {
    const value = this.#params[key]?.trim();
    if (!value) throw notFilledIn(key);
    return value;
  }

  /** The login. */
  headers(): Record<string, string> {
    const [name, prefix] = [this.or("apiKeyHeader", "X-API-Key"), this.or("apiKeyPrefix", "")];
    const value = prefix ? `${prefix} ${this.#apiKey}` : this.#apiKey;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
      throw new ConnectorError(
        "config",
        "The apiKeyHeader or the API key holds characters that no header can have.",
      );
    return { [name]: value };
  }

  /**
   * The address that a path's setting gives.
   * @param own placeholders and their values, before those of the table
   * @throws ConnectorError config for an empty setting, a placeholder without a value, or a path that leads elsewhere
   */
  address(key: string, own: Readonly<Record<string, string>>): URL {
    const template = this.needed(key);
    const [path = "", ...queries] = template.split("?");
    const whole = (text: string) => encodeURIComponent(text);
    const apart = (text: string) => text.split("/").map(encodeURIComponent).join("/");
    const filled = [
      this.filled(key, path, own, apart),
      ...queries.map((query) => this.filled(key, query, own, whole)),
    ].join("?");
    const base = trimEndChars(this.base.origin + this.base.pathname, "/");
    const text = `${base}/${filled.replace(/^\/+/, "")}`;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWithin =
      url?.origin === this.base.origin && !/(^|\/)\.{1,2}(\/|$)/.test(decoded(filled.split("?")[0]!));
    if (!url || !isWithin)
      throw new ConnectorError("config", `The setting ${key} gives no path below its baseUrl.`);
    return parseAddress(url.href, key, this.allowPrivate);
  }

  protected filled(
    key: string,
    template: string,
    own: Readonly<Record<string, string>>,
    encode: (text: string) => string,
  ): string {
    return template.replace(placeholder, (_, word: string) => {
      const given = own[word];
      if (given !== undefined) return encode(given);
      const value = this.#params[word];
      if (value === undefined || value.trim() === "")
        throw new ConnectorError("config", `The setting ${key} asks for {${word}}, which is not filled in.`);
      return encode(value.trim());
    });
  }

  /** The error of an answer that is no success. */
  errorOf(answer: Answer, doing: string): ConnectorError {
    const kind = errorKindOf(answer);
    const why: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the API key is wrong, or may not do that.",
      notFound: "the path, project or document structure does not exist.",
      conflict: "something else is in the way.",
      throttled: "it wants to be asked later.",
      full: "there is no space left.",
      transient: "it failed.",
    };
    const said =
      answer.status >= 300 && answer.status < 400
        ? "it redirects; enter the address that it leads to."
        : (why[kind] ?? "it does not take that name or call.");
    return new ConnectorError(
      kind,
      `${this.base.host} answered ${answer.status} to ${doing}: ${said}`,
      errorDetails(answer),
    );
  }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The list of an answer: itself, or the first one that it holds under any name. */
export function listIn(told: unknown): unknown[] | null {
  if (Array.isArray(told)) return told;
  return Object.values(object.safeParse(told).data ?? {}).find((value) => Array.isArray(value)) ?? null;
}

const notFilledIn = (key: string): ConnectorError =>
  new ConnectorError(
    "config",
    `The setting ${key} is not filled in: RAMSITE's interface has to be described there.`,
  );

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "..";
  }
}
