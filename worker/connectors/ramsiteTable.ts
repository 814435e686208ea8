import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { parseAddress } from "./address.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import { errorDetailsOf, errorKindOf } from "./httpClient.ts";
import type { HttpResponse } from "./httpRequest.ts";
import { quoteServerMessage } from "./serverMessage.ts";

/*
 * RAMSITE publishes no API, so the settings of a destination or import describe its requests. domain/configuration/types and
 * importTypes document each key. An empty required key is named in the error.
 */

const placeholder = /\{(\w{1,100})\}/g;
const objectSchema = z.record(z.string(), z.unknown());

export class RamsiteTable {
  readonly base: URL;
  protected readonly allowPrivate: boolean;
  readonly #params: Destination["params"];
  readonly #apiKey: string;

  /** @throws ConnectorError config that names the missing setting */
  constructor({ params, secrets, allowPrivate }: Destination) {
    this.#params = params;
    this.allowPrivate = allowPrivate;
    this.base = parseAddress(this.requireParam("baseUrl"), "baseUrl", allowPrivate);
    this.#apiKey = secrets.apiKey ?? "";
    if (!this.#apiKey) throw missingSettingError("apiKey");
    // Fail for an invalid header when the system is opened, not in the middle of its use.
    this.headers();
  }

  hasParam(key: string): boolean {
    return Boolean(this.#params[key]?.trim());
  }

  getParam(key: string, defaultValue: string): string {
    return this.#params[key]?.trim() || defaultValue;
  }

  /** @throws ConnectorError config */
  requireParam(key: string): string {
    const value = this.#params[key]?.trim();
    if (!value) throw missingSettingError(key);
    return value;
  }

  /** The authentication header. */
  headers(): Record<string, string> {
    const [name, prefix] = [this.getParam("apiKeyHeader", "X-API-Key"), this.getParam("apiKeyPrefix", "")];
    const value = prefix ? `${prefix} ${this.#apiKey}` : this.#apiKey;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
      throw new ConnectorError(
        "config",
        "The apiKeyHeader or the API key contains characters that are not allowed in a header.",
      );
    return { [name]: value };
  }

  /**
   * The URL that a path setting gives.
   * @param placeholderValues values of placeholders, which take precedence over settings
   * @throws ConnectorError config for an empty setting, a placeholder without a value, or a path outside the base URL
   */
  address(key: string, placeholderValues: Readonly<Record<string, string>>): URL {
    const template = this.requireParam(key);
    const [path = "", ...queries] = template.split("?");
    const encodeValue = (text: string) => encodeURIComponent(text);
    const encodePath = (text: string) => text.split("/").map(encodeURIComponent).join("/");
    const pathAndQuery = [
      this.fillPlaceholders(key, path, placeholderValues, encodePath),
      ...queries.map((query) => this.fillPlaceholders(key, query, placeholderValues, encodeValue)),
    ].join("?");
    const base = trimEndChars(this.base.origin + this.base.pathname, "/");
    const text = `${base}/${pathAndQuery.replace(/^\/+/, "")}`;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWithin =
      url?.origin === this.base.origin &&
      !/(^|\/)\.{1,2}(\/|$)/.test(decodePath(pathAndQuery.split("?")[0]!));
    if (!url || !isWithin)
      throw new ConnectorError("config", `The setting ${key} gives no path below its baseUrl.`);
    return parseAddress(url.href, key, this.allowPrivate);
  }

  protected fillPlaceholders(
    key: string,
    template: string,
    placeholderValues: Readonly<Record<string, string>>,
    encode: (text: string) => string,
  ): string {
    return template.replace(placeholder, (_, name: string) => {
      const placeholderValue = placeholderValues[name];
      if (placeholderValue !== undefined) return encode(placeholderValue);
      const value = this.#params[name];
      if (value === undefined || value.trim() === "")
        throw new ConnectorError("config", `The setting ${key} uses {${name}}, which is not filled in.`);
      return encode(value.trim());
    });
  }

  /** The error of an unsuccessful response. */
  errorOf(response: HttpResponse, operation: string): ConnectorError {
    const kind = errorKindOf(response);
    const hints: Partial<Record<ConnectorError["kind"], string>> = {
      auth: "the API key is wrong, or not allowed to do that.",
      notFound: "the path, project or document structure does not exist.",
      conflict: "the name is taken.",
      throttled: "it asks to try again later.",
      full: "there is no space left.",
      transient: "it failed.",
    };
    const explanation =
      response.status >= 300 && response.status < 400
        ? "it redirects; enter the address that it redirects to."
        : (hints[kind] ?? "it does not accept that name or request.");
    return new ConnectorError(
      kind,
      `${this.base.origin} answered ${response.status} to ${operation}: ${explanation}${quoteServerMessage(response, [this.#apiKey])}`,
      errorDetailsOf(response),
    );
  }
}

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** The list in a response: the response itself, or its first array under any key. */
export function findList(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  return Object.values(objectSchema.safeParse(json).data ?? {}).find((value) => Array.isArray(value)) ?? null;
}

const missingSettingError = (key: string): ConnectorError =>
  new ConnectorError(
    "config",
    `The setting ${key} is not filled in. The settings have to describe RAMSITE's API.`,
  );

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "..";
  }
}
