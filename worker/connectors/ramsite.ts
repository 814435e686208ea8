import { z } from "zod";
import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
} from "./connector.ts";
import { renewLeaseWhile, type Timeouts, timeoutsMs as usual } from "./deadline.ts";
import { HttpClient, jsonOf } from "./httpClient.ts";
import { RamsiteSettings, type UrlValues } from "./ramsiteSettings.ts";
import { isSuccess, listIn } from "./ramsiteTable.ts";

const object = z.record(z.string(), z.unknown());
const size = z.coerce.number().int().nonnegative();
const id = z.union([z.string(), z.number()]);

/** RAMSITE of 3GIS, or another system that takes files over HTTP: the calls are what the destination's table says. */
export class RamsiteConnector implements Connector {
  readonly #settings: RamsiteSettings;
  readonly #caller: HttpClient;
  readonly #patience: Timeouts;
  readonly #made = new Set<string>();

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = usual) {
    this.#patience = timeouts;
    this.#settings = new RamsiteSettings(destination);
    this.#caller = new HttpClient(timeouts, () => [destination.secrets.apiKey ?? ""]);
  }

  async ensureFolder(folders: readonly string[]): Promise<void> {
    if (!this.#settings.has("folderPath")) return;
    for (const [index, name] of folders.entries()) {
      const key = JSON.stringify(folders.slice(0, index + 1));
      if (this.#made.has(key)) continue;
      await this.#makeFolder({ folders: folders.slice(0, index), name });
      this.#made.add(key);
    }
  }

  async #makeFolder(urlValues: UrlValues): Promise<void> {
    const body = this.#settings.folderBody(urlValues);
    const answer = await this.#caller.call("POST", this.#settings.url("folderPath", urlValues), {
      headers: this.#headers(body === null ? {} : { "content-type": "application/json" }),
      ...(body !== null && { body }),
    });
    if (isSuccess(answer)) return;
    // One that is there already is told as a conflict, and so is a file of that name.
    if (answer.status !== 409 || (await this.find(urlValues.folders, urlValues.name)) !== null)
      throw this.#settings.errorOf(answer, `the folder ${urlValues.name}`);
  }

  async put(file: OutgoingFile, progress: Progress): Promise<RemoteFile> {
    await this.ensureFolder(file.folders);
    const place = { folders: file.folders, name: file.name };
    const { contentType, ...around } = this.#settings.isMultipart()
      ? multipart(file, this.#settings.or("uploadField", "file"))
      : { contentType: file.contentType, head: new Uint8Array(), tail: new Uint8Array() };
    const url = this.#settings.url("uploadPath", place);
    let sent = 0;
    const told = (bytes: number) => {
      sent = bytes;
      return progress.save(bytes);
    };
    const call = this.#caller.call(this.#settings.uploadMethod(), url, {
      headers: this.#headers({ "content-type": contentType || "application/octet-stream" }),
      body: await this.#caller.streamed(file, [0, file.bytes], url.host, told, around),
      patience: this.#patience.stored,
    });
    const answer = await renewLeaseWhile(progress, () => sent, call);
    if (!isSuccess(answer)) throw this.#settings.errorOf(answer, `the file ${file.name}`);
    const arrived = await this.find(file.folders, file.name);
    if (arrived?.bytes === file.bytes) return arrived;
    // What is not the file does not stay under its name.
    if (this.#settings.has("removePath")) await this.remove(file.folders, file.name).catch(() => undefined);
    throw new ConnectorError(
      "transient",
      `${this.#settings.base.host} says that ${file.name} has ${arrived?.bytes ?? "no"} bytes instead of ${file.bytes}.`,
    );
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const asked = this.#settings.has("findPath") ? "findPath" : "listPath";
    const answer = await this.#caller.call("GET", this.#settings.url(asked, { folders, name }), {
      headers: this.#headers({ accept: "application/json" }),
    });
    if (answer.status === 404) return null;
    if (!isSuccess(answer)) throw this.#settings.errorOf(answer, `the request for ${name}`);
    const told = jsonOf(answer);
    return asked === "findPath" ? this.#remote(told, asked) : this.#listed(told, name);
  }

  #listed(told: unknown, name: string): RemoteFile | null {
    const list = listIn(told);
    if (!list) throw new ConnectorError("config", "What listPath answers holds no list of files in JSON.");
    const nameKey = this.#settings.or("nameKey", "name");
    const found = list.find((one) => object.safeParse(one).data?.[nameKey] === name);
    return found === undefined ? null : this.#remote(found, "listPath");
  }

  /** @throws ConnectorError config where the answer tells no size */
  #remote(told: unknown, asked: string): RemoteFile {
    const fields = object.safeParse(told).data ?? {};
    const sizeKey = this.#settings.or("sizeKey", "size");
    const bytes = size.safeParse(fields[sizeKey] ?? undefined);
    if (!bytes.success)
      throw new ConnectorError(
        "config",
        `What ${asked} answers has no size under ${sizeKey}; the setting sizeKey says where it is.`,
      );
    const remoteId = id.safeParse(fields[this.#settings.or("idKey", "id")]);
    return { bytes: bytes.data, remoteId: remoteId.success ? String(remoteId.data) : null };
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const answer = await this.#caller.call("DELETE", this.#settings.url("removePath", { folders, name }), {
      headers: this.#headers(),
    });
    if (!isSuccess(answer) && answer.status !== 404 && answer.status !== 410)
      throw this.#settings.errorOf(answer, `removing ${name}`);
  }

  /** Nothing is under another name meanwhile. */
  async forget(): Promise<void> {}

  async close(): Promise<void> {}

  #headers(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { ...more, ...this.#settings.headers() };
  }
}

/** What stands around a file in a form of one field (RFC 7578). */
function multipart({ name, contentType }: OutgoingFile, field: string) {
  const boundary = `siteproof-${crypto.randomUUID()}`;
  const escaped = (text: string) => text.replace(/["\r\n]/g, (mark) => encodeURIComponent(mark));
  const encode = (text: string) => new TextEncoder().encode(text);
  return {
    head: encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(field)}"; filename="${escaped(name)}"\r\n` +
        `Content-Type: ${escaped(contentType) || "application/octet-stream"}\r\n\r\n`,
    ),
    tail: encode(`\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
