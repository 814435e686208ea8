import { z } from "zod";
import { decodeChunk, encodingOf, type TextEncoding, textEncodings } from "#domain/core/text/decodeText.ts";
import {
  readTableRows,
  recognizeLayout,
  type TableFormat,
  tableSeparators,
} from "#domain/core/text/table.ts";
import { parseAddress } from "../address.ts";
import { ConnectorError, type Destination } from "../connector.ts";
import { GraphClient } from "../graphClient.ts";
import { SharepointLibrary } from "../sharepointLibrary.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "../timeouts.ts";
import { downloadRange } from "./download.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

const fileSchema = z.object({
  size: z.number(),
  cTag: z.string().optional(),
  folder: z.unknown().optional(),
  "@microsoft.graph.downloadUrl": z.string().optional(),
});

/** The position of the next page: its byte offset, the file version for which that is valid, and the encoding and layout detected on the first page. */
const cursorSchema = z.object({
  at: z.int().nonnegative(),
  tag: z.string(),
  encoding: z.enum(textEncodings),
  layout: z.object({
    separator: z.enum(tableSeparators).nullable(),
    declared: z.boolean(),
    header: z.array(z.string()).nullable(),
  }),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Bytes per page, and the maximum length of a row. */
const pageBytes = 262_144;

/** Reads the rows of a text file in SharePoint, page by page. */
export class SharepointTextFileReader implements SourceReader {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;
  readonly #timeouts: Timeouts;
  readonly #allowPrivate: boolean;
  readonly #resolver: string | undefined;
  readonly #name: string;
  readonly #format: TableFormat;

  /** @throws ConnectorError config */
  constructor(destination: Destination, format: TableFormat, timeouts: Timeouts = defaultTimeouts) {
    this.#format = format;
    this.#timeouts = timeouts;
    this.#allowPrivate = destination.allowPrivate;
    this.#resolver = destination.resolver;
    this.#client = new GraphClient(destination, timeouts);
    this.#library = new SharepointLibrary(this.#client, destination.params);
    this.#name = destination.params.fileName?.trim() ?? "";
    if (!this.#name) throw new ConnectorError("config", "The setting fileName is not filled in.");
    if (/[/\\]|^\.{1,2}$/.test(this.#name))
      throw new ConnectorError("config", "The setting fileName must be a file name, without a folder.");
  }

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const { url, size, tag } = await this.#findFile();
    const position = cursor === null ? null : cursorSchema.parse(JSON.parse(cursor));
    if (position !== null && position.tag !== tag)
      throw new ConnectorError("conflict", `${this.#name} was changed while it was being read.`);
    if (size === 0) return { rows: [], next: null };
    return this.#readLines(url, size, tag, position);
  }

  async #findFile(): Promise<{ url: URL; size: number; tag: string }> {
    const path = [...this.#library.folders, this.#name];
    const response = await this.#client.call("GET", await this.#library.graphPathOf(path));
    if (response.status !== 200) throw this.#client.errorOf(response, `the file ${this.#name}`);
    const file = this.#client.parse(response, fileSchema, `the file ${this.#name}`);
    const { size, cTag = "", "@microsoft.graph.downloadUrl": href } = file;
    if (file.folder !== undefined || href === undefined)
      throw new ConnectorError("config", `${this.#name} is not a file in SharePoint.`);
    // The URL is signed, so it is requested without the token.
    return {
      url: parseAddress(href, "address of the file", this.#allowPrivate),
      size,
      tag: `${size} ${cTag}`,
    };
  }

  async #readLines(url: URL, size: number, tag: string, from: Cursor | null) {
    const start = from?.at ?? 0;
    const end = Math.min(start + pageBytes, size);
    const bytes = await downloadRange(url, [start, end], {
      timeouts: this.#timeouts,
      allowPrivate: this.#allowPrivate,
      resolver: this.#resolver,
      subject: this.#name,
    });
    if (bytes.byteLength !== end - start)
      throw new ConnectorError("transient", `Reading ${this.#name} was interrupted.`);
    const encoding = from?.encoding ?? encodingOf(bytes);
    const completeRows = end === size ? bytes : bytes.subarray(0, findLastRowEnd(bytes, encoding));
    if (completeRows.byteLength === 0)
      throw new ConnectorError("config", `${this.#name} has a line of more than ${pageBytes} bytes.`);
    const text = decodeChunk(completeRows, encoding);
    if (text === null) throw new ConnectorError("config", `${this.#name} is not a text file.`);
    const layout = from?.layout ?? recognizeLayout(text, this.#format);
    const rows = Array.from(
      readTableRows(text, layout, this.#format, from === null),
      ({ cells, text: row }) => ({
        cells,
        text: row,
      }),
    );
    const nextPosition: Cursor = { at: start + completeRows.byteLength, tag, encoding, layout };
    return { rows, next: nextPosition.at < size ? JSON.stringify(nextPosition) : null };
  }
}

/**
 * Bytes up to and including the last line break outside quotes, or the last line break if a stray quote leaves none; 0 without line
 * breaks.
 */
function findLastRowEnd(bytes: Uint8Array, encoding: TextEncoding): number {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const lowByteIndex = encoding === "utf-16be" ? 1 : 0;
  let [lastBreak, lastUnquotedBreak, isQuoted] = [0, 0, false];
  // Pages begin at an even byte, as the file does.
  for (let index = 0; index + Number(isWide) < bytes.byteLength; index += isWide ? 2 : 1) {
    if (isWide && bytes[index + 1 - lowByteIndex] !== 0) continue;
    const byte = bytes[index + (isWide ? lowByteIndex : 0)];
    if (byte === 0x22) isQuoted = !isQuoted;
    if (byte !== 0x0a && byte !== 0x0d) continue;
    lastBreak = index + (isWide ? 2 : 1);
    if (!isQuoted) lastUnquotedBreak = lastBreak;
  }
  return lastUnquotedBreak || lastBreak;
}
