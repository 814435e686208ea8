import { ConnectorError, type Destination } from "./connector.ts";
import { RamsiteTable } from "./ramsiteTable.ts";

/** Where a call goes: the folders, and the name of a file or of the folder that is made. */
export interface UrlValues {
  folders: readonly string[];
  name: string;
}

/** The table of a destination. */
export class RamsiteSettings extends RamsiteTable {
  /** @throws ConnectorError config naming the setting that is missing */
  constructor(destination: Destination) {
    super(destination);
    this.needed("uploadPath");
    if (!this.has("findPath") && !this.has("listPath")) this.needed("findPath");
    // An unfit word shows when the connector is opened, not in the middle of a delivery.
    this.uploadMethod();
    this.isMultipart();
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

  /** The address that a path's setting gives for a place. @throws ConnectorError config */
  url(key: string, urlValues: UrlValues): URL {
    return this.address(key, ownOf(urlValues));
  }

  /** The JSON that makes a folder; null without one. */
  folderBody(urlValues: UrlValues): string | null {
    if (!this.has("folderBody")) return null;
    const inText = (text: string) => JSON.stringify(text).slice(1, -1);
    return this.filled("folderBody", this.needed("folderBody"), ownOf(urlValues), inText);
  }
}

const ownOf = ({ folders, name }: UrlValues) => ({ path: folders.join("/"), name });
