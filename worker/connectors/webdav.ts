import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  partName,
  type RemoteFile,
  type SentFile,
} from "./connector.ts";
import type { HttpResponse } from "./httpRequest.ts";
import { LeaseLostWrapper, renewLeaseWhile, tagLeaseErrors } from "./leaseRenewal.ts";
import { streamedBody } from "./requestBody.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "./timeouts.ts";
import { WebdavClient } from "./webdavClient.ts";

const properties =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/></prop></propfind>';

/** The resource at a path. `bytes` is null for a folder, and for a file of unreported size; `tag` without an entity tag. */
interface Entry {
  isFolder: boolean;
  bytes: number | null;
  tag: string | null;
}

/** WebDAV (RFC 4918) over fetch. */
export class WebdavConnector implements Connector {
  readonly #client: WebdavClient;
  readonly #timeouts: Timeouts;
  readonly #createdFolders = new Set<string>();
  #folderQueue: Promise<unknown> = Promise.resolve();
  /** Whether the server supports MOVE; null until it has been probed. */
  #supportsMove: Promise<boolean> | null = null;

  /** @throws ConnectorError config */
  constructor(url: string, destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
    this.#client = new WebdavClient(url, destination, timeouts);
  }

  /** One at a time: servers lock a folder while it is being made, and refuse concurrent requests to make it. */
  ensureFolder(folders: readonly string[]): Promise<void> {
    const ensured = this.#folderQueue.then(() => this.#ensure(folders));
    this.#folderQueue = ensured.catch(() => undefined);
    return ensured;
  }

  async #ensure(folders: readonly string[]): Promise<void> {
    const key = (depth: number) => JSON.stringify(folders.slice(0, depth));
    if (this.#createdFolders.has(key(folders.length))) return;
    if (!(await this.#isFolder(folders))) {
      if (folders.length === 0) throw this.#noBase();
      for (let depth = 1; depth <= folders.length; depth += 1) {
        if (!this.#createdFolders.has(key(depth))) await this.#makeFolder(folders.slice(0, depth));
        this.#createdFolders.add(key(depth));
      }
    }
    this.#createdFolders.add(key(folders.length));
  }

  async #makeFolder(path: readonly string[]): Promise<void> {
    const response = await this.#client.call("MKCOL", this.#client.url(path, true));
    if (response.status === 201) return;
    // 405 means that something exists; some servers use 409, 403 or 400.
    if (![405, 409, 403, 404, 400, 301].includes(response.status))
      throw this.#error(response, `the folder ${path.at(-1)}`);
    if (await this.#isFolder(path)) return;
    if (response.status === 409) throw this.#noBase();
    throw this.#error(response, `the folder ${path.at(-1)}`);
  }

  #noBase(): ConnectorError {
    const { base, host } = this.#client;
    return new ConnectorError("notFound", `The folder ${base.pathname} does not exist at ${host}.`, {
      status: 404,
    });
  }

  /** @throws ConnectorError conflict if it is a file */
  async #isFolder(path: readonly string[]): Promise<boolean> {
    const entry = await this.#entry(path).catch((error: unknown) => {
      // Below a file, servers respond inconsistently; making the folders one by one shows the reason.
      if (path.length > 0 && error instanceof ConnectorError && ["config", "conflict"].includes(error.kind))
        return null;
      throw error;
    });
    if (entry && !entry.isFolder)
      throw new ConnectorError("conflict", `A file has the name of the folder ${path.at(-1) ?? ""}.`);
    return entry !== null;
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    try {
      return await this.#put(file, tagLeaseErrors(progress));
    } catch (error) {
      throw error instanceof LeaseLostWrapper ? error.reason : error;
    }
  }

  async #put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    await this.ensureFolder(file.folders);
    if (await this.#canRename(file, progress)) {
      // WebDAV cannot resume an upload: each attempt starts from the beginning, under the same temporary name.
      const part = partName(file.name, progress.key);
      try {
        // A server whose tags change with the name makes the next delivery send the file again.
        const sent = await this.#send(file, part, progress);
        if (await this.#rename(file, part)) return sent;
      } catch (error) {
        await this.forget(file.folders, file.name, progress.key);
        throw error;
      }
      await this.forget(file.folders, file.name, progress.key);
      this.#supportsMove = Promise.resolve(false);
    }
    const before = await this.#entry([...file.folders, file.name]);
    if (before?.isFolder) throw this.#folderConflict(file);
    return this.#send(file, file.name, progress);
  }

  /** Whether the server supports MOVE, probed with a file that does not exist: otherwise the first file would be sent twice. */
  #canRename(file: OutgoingFile, progress: Progress): Promise<boolean> {
    this.#supportsMove ??= this.#probeRename(file, progress).catch((error: unknown) => {
      this.#supportsMove = null;
      throw error;
    });
    return this.#supportsMove;
  }

  async #probeRename({ folders, name }: OutgoingFile, { key }: Progress): Promise<boolean> {
    const [from, to] = [partName(name, `${key}.from`), partName(name, `${key}.to`)];
    const response = await this.#move([...folders, from], [...folders, to], "F");
    if ([401, 429, 503].includes(response.status)) throw this.#error(response, `the name ${name}`);
    return !isMoveUnsupported(response);
  }

  /** Sends the bytes and verifies the size. */
  async #send(file: OutgoingFile, name: string, progress: Progress): Promise<SentFile> {
    const path = [...file.folders, name];
    const [timeouts, { host }] = [this.#timeouts, this.#client];
    let sent = 0;
    const onProgress = (bytes: number) => {
      sent = bytes;
      return progress.save(bytes);
    };
    const call = this.#client.call("PUT", this.#client.url(path), {
      headers: { "content-type": file.contentType },
      body: async () => streamedBody(await file.open(), file.bytes, { host, timeouts, onProgress }),
      timeoutMs: timeouts.stored,
    });
    const response = await renewLeaseWhile(progress, () => sent, call);
    if (![200, 201, 204].includes(response.status)) throw this.#error(response, `the file ${name}`);
    await progress.save(file.bytes);
    const stored = await this.#entry(path);
    if (stored?.bytes === file.bytes)
      return { bytes: file.bytes, remoteId: null, tag: stored.tag, sha256: null, evidence: "SIZE" };
    throw new ConnectorError(
      "transient",
      `${host} reports ${stored?.bytes ?? "no"} bytes for ${file.name} instead of ${file.bytes}.`,
    );
  }

  /** Renames a sent file to its final name; returns false if the server does not support that. */
  async #rename(file: OutgoingFile, part: string): Promise<boolean> {
    const move = (overwrite: "T" | "F") =>
      this.#move([...file.folders, part], [...file.folders, file.name], overwrite);
    // Moving onto a folder would remove it with its contents, so the target is checked first.
    let response = await move("F");
    if (response.status === 412) {
      if ((await this.#entry([...file.folders, file.name]))?.isFolder) throw this.#folderConflict(file);
      response = await move("T");
    }
    if ([200, 201, 204].includes(response.status)) return true;
    if (isMoveUnsupported(response)) return false;
    throw this.#error(response, `the name ${file.name}`);
  }

  #move(from: readonly string[], to: readonly string[], overwrite: "T" | "F"): Promise<HttpResponse> {
    return this.#client.call("MOVE", this.#client.url(from), {
      headers: { destination: this.#client.url(to).href, overwrite },
    });
  }

  #folderConflict(file: OutgoingFile): ConnectorError {
    return new ConnectorError("conflict", `A folder has the name of the file ${file.name}.`);
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const entry = await this.#entry([...folders, name]);
    if (entry === null || entry.isFolder || entry.bytes === null) return null;
    return { bytes: entry.bytes, remoteId: null, tag: entry.tag, sha256: null };
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const path = [...folders, name];
    const entry = await this.#entry(path);
    if (entry === null) return;
    // DELETE would remove a folder with its contents.
    if (entry.isFolder) throw new ConnectorError("conflict", `${name} is a folder, not a file.`);
    const response = await this.#client.call("DELETE", this.#client.url(path));
    if (![200, 202, 204, 404, 410].includes(response.status)) throw this.#error(response, `removing ${name}`);
  }

  async forget(folders: readonly string[], name: string, key: string): Promise<void> {
    const part = this.#client.url([...folders, partName(name, key)]);
    await this.#client.call("DELETE", part).catch(() => undefined);
  }

  isEncrypted(): boolean {
    return this.#client.base.protocol === "https:";
  }

  async close(): Promise<void> {}

  async #entry(path: readonly string[]): Promise<Entry | null> {
    const url = this.#client.url(path, path.length === 0);
    const response = await this.#client.call("PROPFIND", url, {
      headers: { depth: "0", "content-type": "application/xml" },
      body: properties,
    });
    if (response.status === 404 || response.status === 410) return null;
    if (response.status !== 207)
      throw this.#error(response, `the request for ${path.at(-1) ?? "the folder"}`);
    const size = /<(?:[\w-]{1,30}:)?getcontentlength[^<>]{0,200}>\s{0,20}(\d{1,15})/i.exec(
      response.text,
    )?.[1];
    const isFolder = /<(?:[\w-]{1,30}:)?collection[\s/>]/i.test(response.text);
    // Apache calls a tag weak for a second after the file has changed.
    const tag = /<(?:[\w-]{1,30}:)?getetag[^<>]{0,200}>\s{0,20}(?:W\/)?([^<\s]{1,300})/i.exec(
      response.text,
    )?.[1];
    return { isFolder, bytes: isFolder || size === undefined ? null : Number(size), tag: tag ?? null };
  }

  #error(response: HttpResponse, operation: string): ConnectorError {
    return this.#client.errorOf(response, operation);
  }
}

/** Not allowed, not implemented, or blocked by a proxy. */
const isMoveUnsupported = ({ status }: HttpResponse): boolean => [405, 501, 502].includes(status);

/** Storegate is WebDAV at a fixed address, unless the destination sets another. */
export const storegateUrl = ({ url = "", username = "" }: Readonly<Record<string, string>>): string =>
  url.trim() || `https://webdav1.storegate.com/${encodeURIComponent(username)}`;
