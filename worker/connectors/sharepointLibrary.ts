import { z } from "zod";
import { trimEndChars } from "#domain/core/text/trim.ts";
import { ConnectorError, type Destination } from "./connector.ts";
import type { GraphClient } from "./graphClient.ts";

const site = z.object({ id: z.string() });
const drive = z.object({ id: z.string(), name: z.string().default(""), webUrl: z.string().default("") });
const column = z.object({
  name: z.string(),
  displayName: z.string().default(""),
  readOnly: z.boolean().default(false),
  text: z.object({ allowMultipleLines: z.boolean().nullish(), maxLength: z.number().nullish() }).nullish(),
});

/** Characters that a column of one line takes. */
const defaultColumnLength = 255;

/** A column that is set, by its inner name. */
export interface Column {
  name: string;
  /** As the destination's setting has it. */
  written: string;
  most: number;
}

/** A path of the destination as segments. @throws ConnectorError config for one that leads elsewhere */
export function pathOf(text: string): string[] {
  const segments = text.split(/[/\\]/).map((segment) => segment.trim());
  if (segments.some((segment) => segment === "." || segment === ".."))
    throw new ConnectorError("config", "The path must not contain . or .. as a folder.");
  return segments.filter(Boolean);
}

/** The site and library of a destination, found once. */
export class SharepointLibrary {
  /** Folders of the destination's path, below the library. */
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
    const [library, ...folders] = pathOf(params.path ?? "");
    if (!library) throw new ConnectorError("config", "The path does not begin with a library.");
    this.#library = library;
    this.folders = folders;
  }

  /** Path of the library in Graph. */
  async drive(): Promise<string> {
    this.#drive ??= this.#find();
    try {
      return `/drives/${encodeURIComponent(await this.#drive)}`;
    } catch (error) {
      this.#drive = null;
      throw error;
    }
  }

  /** A path of the library in Graph; of its root for none. */
  async at(path: readonly string[]): Promise<string> {
    const root = `${await this.drive()}/root`;
    return path.length > 0
      ? `${root}:${path.map((segment) => `/${encodeURIComponent(segment)}`).join("")}`
      : root;
  }

  /** What lies in a folder of the library, in Graph. */
  async childrenOf(path: readonly string[]): Promise<string> {
    return `${await this.at(path)}${path.length > 0 ? ":" : ""}/children`;
  }

  async #find(): Promise<string> {
    const { siteUrl = "" } = this.#params;
    const url = URL.canParse(siteUrl.trim()) ? new URL(siteUrl.trim()) : null;
    if (url?.protocol !== "https:")
      throw new ConnectorError("config", "The siteUrl does not begin with https://.");
    const below = trimEndChars(url.pathname, "/");
    const answer = await this.#client.call(
      "GET",
      `/sites/${url.hostname}${below ? `:${below}` : ""}?$select=id`,
    );
    if (answer.status === 404 || answer.status === 400)
      throw new ConnectorError("notFound", `There is no site ${url.origin}${below} in SharePoint.`, answer);
    if (answer.status !== 200) throw this.#client.errorOf(answer, "the site");
    const { id } = this.#client.parsed(answer, site, "the site");
    const drives = await this.#client.all(
      `/sites/${encodeURIComponent(id)}/drives?$select=id,name,webUrl`,
      drive,
      "the libraries of the site",
    );
    // The last part of the address is the same in every language; the name is what the site's language calls it.
    const same = (text: string) => text.toLowerCase() === this.#library.toLowerCase();
    const found =
      drives.find(({ webUrl }) => same(lastSegment(webUrl))) ?? drives.find(({ name }) => same(name));
    if (found) return found.id;
    const there = drives.map(({ webUrl, name }) => lastSegment(webUrl) || name).join(", ");
    throw new ConnectorError(
      "notFound",
      `The site has no library ${this.#library}. It has: ${this.#client.caller.quoted(there) || "none"}.`,
    );
  }

  /**
   * The columns that are set on a file.
   * @throws ConnectorError config naming the one that the library does not have
   */
  async columns(): Promise<{ user: Column | null; comment: Column | null }> {
    const [user, comment] = [this.#params.userColumn?.trim(), this.#params.commentColumn?.trim()];
    if (!user && !comment) return { user: null, comment: null };
    this.#columns ??= this.#readColumns([user, comment].filter((name) => name !== undefined && name !== ""));
    try {
      const columns = await this.#columns;
      const named = (name: string | undefined) => columns.find(({ written }) => written === name) ?? null;
      return { user: named(user), comment: named(comment) };
    } catch (error) {
      this.#columns = null;
      throw error;
    }
  }

  async #readColumns(wanted: (string | undefined)[]): Promise<Column[]> {
    const columns = await this.#client.all(
      `${await this.drive()}/list/columns?$select=name,displayName,readOnly,text`,
      column,
      "the columns of the library",
    );
    return wanted.flatMap((written = "") => {
      const same = (text: string) => text.toLowerCase() === written.toLowerCase();
      const found =
        columns.find(({ name }) => same(name)) ?? columns.find(({ displayName }) => same(displayName));
      if (!found || found.readOnly || !found.text)
        throw new ConnectorError(
          "config",
          `The library ${this.#library} has no column ${written} for text that can be written.`,
        );
      const { allowMultipleLines, maxLength } = found.text;
      return [
        { name: found.name, written, most: maxLength ?? (allowMultipleLines ? 10_000 : defaultColumnLength) },
      ];
    });
  }
}

function lastSegment(webUrl: string): string {
  if (!URL.canParse(webUrl)) return "";
  const last = new URL(webUrl).pathname.split("/").findLast(Boolean) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
