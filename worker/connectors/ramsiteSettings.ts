import { ConnectorError, type Destination } from "./connector.ts";
import { RamsiteTable } from "./ramsiteTable.ts";

/** Values for the placeholders of a URL: the folders, and the name of a file or of the folder to make. */
export interface UrlValues {
  folders: readonly string[];
  name: string;
}

/** The settings of a RAMSITE destination. */
export class RamsiteSettings extends RamsiteTable {
  /** @throws ConnectorError config that names the missing setting */
  constructor(destination: Destination) {
    super(destination);
    this.requireParam("uploadPath");
    if (!this.hasParam("findPath") && !this.hasParam("listPath")) this.requireParam("findPath");
    // Fail for an invalid option when the connector is opened, not in the middle of a delivery.
    this.uploadMethod();
    this.isMultipart();
  }

  uploadMethod(): string {
    return this.#option("uploadMethod", ["POST", "PUT", "PATCH"]);
  }

  isMultipart(): boolean {
    return this.#option("uploadBody", ["MULTIPART", "RAW"]) === "MULTIPART";
  }

  #option(key: string, options: readonly [string, ...string[]]): string {
    const option = this.getParam(key, options[0]).toUpperCase();
    if (options.includes(option)) return option;
    throw new ConnectorError("config", `The setting ${key} must be ${options.join(" or ")}.`);
  }

  /** The URL that a path setting gives. @throws ConnectorError config */
  url(key: string, urlValues: UrlValues): URL {
    return this.address(key, placeholderValues(urlValues));
  }

  /** The JSON body that makes a folder; null if the setting is empty. */
  folderBody(urlValues: UrlValues): string | null {
    if (!this.hasParam("folderBody")) return null;
    const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);
    return this.fillPlaceholders(
      "folderBody",
      this.requireParam("folderBody"),
      placeholderValues(urlValues),
      escapeJson,
    );
  }
}

const placeholderValues = ({ folders, name }: UrlValues) => ({ path: folders.join("/"), name });
