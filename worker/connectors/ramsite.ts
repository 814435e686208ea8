import { z } from "zod";
import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
  type SentFile,
} from "./connector.ts";
import { HttpClient, jsonOf } from "./httpClient.ts";
import { renewLeaseWhile } from "./leaseRenewal.ts";
import { RamsiteSettings, type UrlValues } from "./ramsiteSettings.ts";
import { findList, isSuccess } from "./ramsiteTable.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "./timeouts.ts";
import { toFileError } from "./writeHabit.ts";

const objectSchema = z.record(z.string(), z.unknown());
const sizeSchema = z.coerce.number().int().nonnegative();
const idSchema = z.union([z.string(), z.number()]);

/** RAMSITE of 3GIS, or another system that accepts files over HTTP; the settings of the destination describe the requests. */
export class RamsiteConnector implements Connector {
  readonly #settings: RamsiteSettings;
  readonly #caller: HttpClient;
  readonly #timeouts: Timeouts;
  readonly #createdFolders = new Set<string>();

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
    this.#settings = new RamsiteSettings(destination);
    this.#caller = new HttpClient(timeouts, () => [destination.secrets.apiKey ?? ""], destination.resolver);
  }

  async ensureFolder(folders: readonly string[]): Promise<void> {
    if (!this.#settings.hasParam("folderPath")) return;
    for (const [index, name] of folders.entries()) {
      const key = JSON.stringify(folders.slice(0, index + 1));
      if (this.#createdFolders.has(key)) continue;
      await this.#makeFolder({ folders: folders.slice(0, index), name });
      this.#createdFolders.add(key);
    }
  }

  async #makeFolder(urlValues: UrlValues): Promise<void> {
    const body = this.#settings.folderBody(urlValues);
    const response = await this.#caller.call("POST", this.#settings.url("folderPath", urlValues), {
      headers: this.#headers(body === null ? {} : { "content-type": "application/json" }),
      ...(body !== null && { body }),
    });
    if (isSuccess(response)) return;
    // An existing folder is reported as a conflict, and so is a file of that name.
    if (response.status !== 409 || (await this.find(urlValues.folders, urlValues.name)) !== null)
      throw this.#settings.errorOf(response, `the folder ${urlValues.name}`);
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    await this.ensureFolder(file.folders);
    const target = { folders: file.folders, name: file.name };
    const { contentType, ...envelope } = this.#settings.isMultipart()
      ? multipart(file, this.#settings.getParam("uploadField", "file"))
      : { contentType: file.contentType, head: new Uint8Array(), tail: new Uint8Array() };
    const url = this.#settings.url("uploadPath", target);
    let sentBytes = 0;
    const onProgress = (bytes: number) => {
      sentBytes = bytes;
      return progress.save(bytes);
    };
    const call = this.#caller.call(this.#settings.uploadMethod(), url, {
      headers: this.#headers({ "content-type": contentType || "application/octet-stream" }),
      body: await this.#caller.streamFile(file, [0, file.bytes], url.host, onProgress, envelope),
      timeoutMs: this.#timeouts.storageMs,
    });
    const response = await renewLeaseWhile(progress, () => sentBytes, call);
    if (!isSuccess(response)) throw toFileError(this.#settings.errorOf(response, `the file ${file.name}`));
    const storedFile = await this.find(file.folders, file.name);
    if (storedFile?.bytes === file.bytes) return { ...storedFile, evidence: "SIZE" };
    // A wrong file must not stay under the final name.
    if (this.#settings.hasParam("removePath"))
      await this.remove(file.folders, file.name).catch(() => undefined);
    throw new ConnectorError(
      "transient",
      `${this.#settings.base.host} reports ${storedFile?.bytes ?? "no"} bytes for ${file.name} instead of ${file.bytes}.`,
      { isOfFile: true },
    );
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const pathSetting = this.#settings.hasParam("findPath") ? "findPath" : "listPath";
    const response = await this.#caller.call("GET", this.#settings.url(pathSetting, { folders, name }), {
      headers: this.#headers({ accept: "application/json" }),
    });
    if (response.status === 404) return null;
    if (!isSuccess(response)) throw this.#settings.errorOf(response, `the request for ${name}`);
    const json = jsonOf(response);
    return pathSetting === "findPath" ? this.#toRemoteFile(json, pathSetting) : this.#findInList(json, name);
  }

  #findInList(json: unknown, name: string): RemoteFile | null {
    const list = findList(json);
    if (!list)
      throw new ConnectorError("config", "The response of listPath contains no list of files in JSON.");
    const nameKey = this.#settings.getParam("nameKey", "name");
    const matchingEntry = list.find((entry) => objectSchema.safeParse(entry).data?.[nameKey] === name);
    return matchingEntry === undefined ? null : this.#toRemoteFile(matchingEntry, "listPath");
  }

  /** @throws ConnectorError config if the response has no size */
  #toRemoteFile(json: unknown, pathSetting: string): RemoteFile {
    const fields = objectSchema.safeParse(json).data ?? {};
    const sizeKey = this.#settings.getParam("sizeKey", "size");
    const bytes = sizeSchema.safeParse(fields[sizeKey] ?? undefined);
    if (!bytes.success)
      throw new ConnectorError(
        "config",
        `The response of ${pathSetting} has no size under ${sizeKey}; set sizeKey to the name that it uses.`,
      );
    const remoteId = idSchema.safeParse(fields[this.#settings.getParam("idKey", "id")]);
    return {
      ...{ bytes: bytes.data, tag: null, sha256: null },
      remoteId: remoteId.success ? String(remoteId.data) : null,
    };
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const response = await this.#caller.call("DELETE", this.#settings.url("removePath", { folders, name }), {
      headers: this.#headers(),
    });
    if (!isSuccess(response) && response.status !== 404 && response.status !== 410)
      throw this.#settings.errorOf(response, `removing ${name}`);
  }

  /** Nothing to remove: no temporary name is used. */
  async forget(): Promise<void> {}

  isEncrypted(): boolean {
    return this.#settings.base.protocol === "https:";
  }

  async close(): Promise<void> {}

  #headers(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { ...headers, ...this.#settings.headers() };
  }
}

/** The parts before and after the file in a multipart form of one field (RFC 7578). */
function multipart({ name, contentType }: OutgoingFile, field: string) {
  const boundary = `siteproof-${crypto.randomUUID()}`;
  const escapeQuotes = (text: string) =>
    text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const encode = (text: string) => new TextEncoder().encode(text);
  return {
    head: encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuotes(field)}"; filename="${escapeQuotes(name)}"\r\n` +
        `Content-Type: ${escapeQuotes(contentType) || "application/octet-stream"}\r\n\r\n`,
    ),
    tail: encode(`\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
