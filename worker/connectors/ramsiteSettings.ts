import { withoutEnd } from "../../domain/rules/text";
import { addressOf } from "./address";
import { ConnectorError, type Destination } from "./connector";

/*
 * RAMSITE publishes no interface. What its calls look like stands in the destination's table: domain/rules/configurationTypes says
 * what each key means. A key that is needed and empty is named in the error.
 */

/** Where a call goes: the folders, and the name of a file or of the folder that is made. */
export interface Place {
  folders: readonly string[];
  name: string;
}

const placeholder = /\{(\w{1,100})\}/g;

export class RamsiteSettings {
  readonly base: URL;
  readonly #params: Destination["params"];
  readonly #apiKey: string;
  readonly #allowPrivate: boolean;

  /** @throws ConnectorError config naming the setting that is missing */
  constructor({ params, secrets, allowPrivate }: Destination) {
    this.#params = params;
    this.#allowPrivate = allowPrivate;
    this.base = addressOf(this.needed("baseUrl"), "baseUrl", allowPrivate);
    this.needed("uploadPath");
    if (!this.has("findPath") && !this.has("listPath")) this.needed("findPath");
    this.#apiKey = secrets.apiKey ?? "";
    if (!this.#apiKey) throw notFilledIn("apiKey");
    // An unfit header or word shows when the connector is opened, not in the middle of a delivery.
    this.headers();
    this.uploadMethod();
    this.isMultipart();
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

  uploadMethod(): string {
    return this.#word("uploadMethod", ["POST", "PUT", "PATCH"]);
  }

  isMultipart(): boolean {
    return this.#word("uploadBody", ["MULTIPART", "RAW"]) === "MULTIPART";
  }

  #word(key: string, words: readonly [string, ...string[]]): string {
    const word = this.or(key, words[0]).toUpperCase();
    if (words.includes(word)) return word;
    throw new ConnectorError("config", `The setting ${key} must be ${words.join(" or ")}.`);
  }

  /**
   * The address that a path's setting gives for a place.
   * @throws ConnectorError config for an empty setting, a placeholder without a value, or a path that leads elsewhere
   */
  url(key: string, place: Place): URL {
    const template = this.needed(key);
    const [path = "", ...queries] = template.split("?");
    const whole = (text: string) => encodeURIComponent(text);
    const apart = (text: string) => text.split("/").map(encodeURIComponent).join("/");
    const filled = [
      this.#filled(key, path, place, apart),
      ...queries.map((query) => this.#filled(key, query, place, whole)),
    ].join("?");
    const base = withoutEnd(this.base.origin + this.base.pathname, "/");
    const text = `${base}/${filled.replace(/^\/+/, "")}`;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWithin =
      url?.origin === this.base.origin && !/(^|\/)\.{1,2}(\/|$)/.test(decoded(filled.split("?")[0]!));
    if (!url || !isWithin)
      throw new ConnectorError("config", `The setting ${key} gives no path below its baseUrl.`);
    return addressOf(url.href, key, this.#allowPrivate);
  }

  /** The JSON that makes a folder; null without one. */
  folderBody(place: Place): string | null {
    if (!this.has("folderBody")) return null;
    const inText = (text: string) => JSON.stringify(text).slice(1, -1);
    return this.#filled("folderBody", this.needed("folderBody"), place, inText);
  }

  #filled(key: string, template: string, place: Place, encode: (text: string) => string): string {
    return template.replace(placeholder, (_, word: string) => {
      if (word === "path") return encode(place.folders.join("/"));
      if (word === "name") return encode(place.name);
      const value = this.#params[word];
      if (value === undefined || value.trim() === "")
        throw new ConnectorError("config", `The setting ${key} asks for {${word}}, which is not filled in.`);
      return encode(value.trim());
    });
  }
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
