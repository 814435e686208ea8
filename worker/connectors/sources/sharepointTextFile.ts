import { z } from "zod";
import { decodeChunk, encodingFromBom, numberedLines } from "#domain/core/text/decodeText.ts";
import { parseAddress } from "../address.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { GraphClient } from "../graphClient.ts";
import { SharepointLibrary } from "../sharepointLibrary.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "../timeouts.ts";
import { downloadedRange } from "./download.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

const file = z.object({
  size: z.number(),
  cTag: z.string().optional(),
  folder: z.unknown().optional(),
  "@microsoft.graph.downloadUrl": z.string().optional(),
});

/** The position of the next page: a byte offset, valid for this version of the file. */
const cursorSchema = z.object({
  at: z.int().nonnegative(),
  tag: z.string(),
  marked: z.enum(["utf-16le", "utf-16be"]).nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Bytes per page, and the maximum length of a line. */
const pageBytes = 262_144;

/** Reads the lines of a text file in SharePoint, page by page. */
export class SharepointTextFileReader implements SourceReader {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;
  readonly #timeouts: Timeouts;
  readonly #allowPrivate: boolean;
  readonly #resolver: string | undefined;
  readonly #name: string;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
    this.#allowPrivate = destination.allowPrivate;
    this.#resolver = destination.resolver;
    this.#client = new GraphClient(destination, timeouts);
    this.#library = new SharepointLibrary(this.#client, destination.params);
    this.#name = destination.params.fileName?.trim() ?? "";
    if (!this.#name) throw new ConnectorError("config", "The setting fileName is not filled in.");
    if (/[/\\]|^\.{1,2}$/.test(this.#name))
      throw new ConnectorError("config", "The setting fileName is not the name of a file in the path.");
  }

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const { url, size, tag } = await this.#file();
    const from = cursor === null ? null : cursorSchema.parse(JSON.parse(cursor));
    if (from !== null && from.tag !== tag)
      throw new ConnectorError("conflict", `${this.#name} was changed while it was being read.`);
    if (size === 0) return { rows: [], next: null };
    return this.#read(url, size, from ?? { at: 0, tag, marked: null });
  }

  async #file(): Promise<{ url: URL; size: number; tag: string }> {
    const path = [...this.#library.folders, this.#name];
    const response = await this.#client.call("GET", await this.#library.findFolder(path));
    if (response.status !== 200) throw this.#client.errorOf(response, `the file ${this.#name}`);
    const found = this.#client.parsed(response, file, `the file ${this.#name}`);
    const { size, cTag = "", "@microsoft.graph.downloadUrl": href } = found;
    if (found.folder !== undefined || href === undefined)
      throw new ConnectorError("config", `${this.#name} is no file in SharePoint.`);
    // The URL is signed, so it is requested without the token.
    return {
      url: parseAddress(href, "address of the file", this.#allowPrivate),
      size,
      tag: `${size} ${cTag}`,
    };
  }

  async #read(url: URL, size: number, { at, tag, marked }: Cursor) {
    const end = Math.min(at + pageBytes, size);
    const bytes = await downloadedRange(url, [at, end], {
      timeouts: this.#timeouts,
      allowPrivate: this.#allowPrivate,
      resolver: this.#resolver,
      doing: this.#name,
    });
    if (bytes.byteLength !== end - at)
      throw new ConnectorError("transient", `Reading ${this.#name} was interrupted.`);
    const encoding = at === 0 ? encodingFromBom(bytes) : marked;
    const completeLines = end === size ? bytes : bytes.subarray(0, lastLineEnd(bytes, encoding));
    if (completeLines.byteLength === 0)
      throw new ConnectorError("config", `${this.#name} has a line of more than ${pageBytes} bytes.`);
    const text = decodeChunk(completeLines, encoding);
    if (text === null) throw new ConnectorError("config", `${this.#name} is no text file.`);
    const rows = [...numberedLines(text)].map(([, line]) => ({ line }));
    const next: Cursor = { at: at + completeLines.byteLength, tag, marked: encoding };
    return { rows, next: next.at < size ? JSON.stringify(next) : null };
  }
}

/** Bytes up to and including the last line break; 0 without one. */
function lastLineEnd(bytes: Uint8Array, marked: Cursor["marked"]): number {
  const isBreak = (byte: number | undefined) => byte === 0x0a || byte === 0x0d;
  if (marked === null) return bytes.findLastIndex(isBreak) + 1;
  const low = marked === "utf-16le" ? 0 : 1;
  // Pages begin at an even byte, as the file does.
  for (let index = bytes.byteLength - (bytes.byteLength % 2) - 2; index >= 0; index -= 2)
    if (isBreak(bytes[index + low]) && bytes[index + 1 - low] === 0) return index + 2;
  return 0;
}
