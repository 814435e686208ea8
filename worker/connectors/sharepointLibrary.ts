import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import type { GraphClient } from "./graphClient.ts";

const siteSchema = z.object({ id: z.string() });
const driveSchema = z.object({
  id: z.string(),
  name: z.string().default(""),
  webUrl: z.string().default(""),
});
const columnSchema = z.object({
  name: z.string(),
  displayName: z.string().default(""),
  readOnly: z.boolean().default(false),
  text: z.object({ allowMultipleLines: z.boolean().nullish(), maxLength: z.number().nullish() }).nullish(),
});

/** Maximum characters of a single-line column. */
const defaultColumnLength = 255;

/** A column to set, by its internal name. */
export interface Column {
  name: string;
  /** The name as written in the destination's setting. */
  header: string;
  maxLength: number;
}

/** Splits a path of the destination into segments. @throws ConnectorError config for one that contains . or .. */
export function parsePath(text: string): string[] {
  const segments = text.split(/[/\\]/).map((segment) => segment.trim());
  if (segments.some((segment) => segment === "." || segment === ".."))
    throw new ConnectorError("config", "The path must not contain . or .. as a folder.");
  return segments.filter(Boolean);
}

/** The site and library of a destination, looked up once. */
export class SharepointLibrary {
  /** The folders of the destination's path, below the library. */
  readonly folders: readonly string[];
  readonly #client: GraphClient;
  readonly #params: Destination["params"];
  readonly #library: string;
  #drive: Promise<string> | null = null;
  #columns: Promise<Column[]> | null = null;

  /** @throws ConnectorError config */
  constructor(client: GraphClient, params: Destination["params"]) {
    this.#client = client;
    this.#params = params;
    const [library, ...folders] = parsePath(params.path ?? "");
    if (!library) throw new ConnectorError("config", "The path does not begin with a library.");
    this.#library = library;
    this.folders = folders;
  }

  /** The path of the library in Graph. */
  async drivePath(): Promise<string> {
    this.#drive ??= this.#findDrive();
    try {
      return `/drives/${encodeURIComponent(await this.#drive)}`;
    } catch (error) {
      this.#drive = null;
      throw error;
    }
  }

  /** The Graph path of an item in the library, by its path segments; of the root for none. */
  async graphPathOf(path: readonly string[]): Promise<string> {
    const root = `${await this.drivePath()}/root`;
    return path.length > 0
      ? `${root}:${path.map((segment) => `/${encodeURIComponent(segment)}`).join("")}`
      : root;
  }

  /** The Graph path of a folder's children. */
  async childrenPathOf(path: readonly string[]): Promise<string> {
    return `${await this.graphPathOf(path)}${path.length > 0 ? ":" : ""}/children`;
  }

  async #findDrive(): Promise<string> {
    const { siteUrl = "" } = this.#params;
    const url = URL.canParse(siteUrl.trim()) ? new URL(siteUrl.trim()) : null;
    if (url?.protocol !== "https:")
      throw new ConnectorError("config", "The siteUrl does not begin with https://.");
    const sitePath = trimEndChars(url.pathname, "/");
    const response = await this.#client.call(
      "GET",
      `/sites/${url.hostname}${sitePath ? `:${sitePath}` : ""}?$select=id`,
    );
    if (response.status === 404 || response.status === 400)
      throw new ConnectorError(
        "notFound",
        `There is no site ${url.origin}${sitePath} in SharePoint.`,
        response,
      );
    if (response.status !== 200) throw this.#client.errorOf(response, "the site");
    const { id } = this.#client.parse(response, siteSchema, "the site");
    const drives = await this.#client.listAll(
      `/sites/${encodeURIComponent(id)}/drives?$select=id,name,webUrl`,
      driveSchema,
      "the libraries of the site",
    );
    // The last segment of the URL is the same in every language; the name depends on the language of the site.
    const isLibrary = (text: string) => text.toLowerCase() === this.#library.toLowerCase();
    const drive =
      drives.find(({ webUrl }) => isLibrary(lastSegment(webUrl))) ??
      drives.find(({ name }) => isLibrary(name));
    if (drive) return drive.id;
    const available = drives.map(({ webUrl, name }) => lastSegment(webUrl) || name).join(", ");
    throw new ConnectorError(
      "notFound",
      `The site has no library ${this.#library}. It has: ${this.#client.http.redact(available) || "none"}.`,
    );
  }

  /**
   * The columns to set on a file.
   * @throws ConnectorError config naming a column that the library does not have
   */
  async columns(): Promise<{ user: Column | null; comment: Column | null }> {
    const [user, comment] = [this.#params.userColumn?.trim(), this.#params.commentColumn?.trim()];
    if (!user && !comment) return { user: null, comment: null };
    this.#columns ??= this.#readColumns([user, comment].filter((name) => name !== undefined && name !== ""));
    try {
      const columns = await this.#columns;
      const find = (name: string | undefined) => columns.find(({ header }) => header === name) ?? null;
      return { user: find(user), comment: find(comment) };
    } catch (error) {
      this.#columns = null;
      throw error;
    }
  }

  async #readColumns(names: (string | undefined)[]): Promise<Column[]> {
    const libraryColumns = await this.#client.listAll(
      `${await this.drivePath()}/list/columns?$select=name,displayName,readOnly,text`,
      columnSchema,
      "the columns of the library",
    );
    return names.flatMap((columnName = "") => {
      const isColumn = (text: string) => text.toLowerCase() === columnName.toLowerCase();
      const column =
        libraryColumns.find(({ name }) => isColumn(name)) ??
        libraryColumns.find(({ displayName }) => isColumn(displayName));
      if (!column || column.readOnly || !column.text)
        throw new ConnectorError(
          "config",
          `The library ${this.#library} has no column ${columnName} that accepts text.`,
        );
      const { allowMultipleLines, maxLength } = column.text;
      return [
        {
          name: column.name,
          header: columnName,
          maxLength: maxLength ?? (allowMultipleLines ? 10_000 : defaultColumnLength),
        },
      ];
    });
  }
}

function lastSegment(webUrl: string): string {
  if (!URL.canParse(webUrl)) return "";
  const segment = new URL(webUrl).pathname.split("/").findLast(Boolean) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
