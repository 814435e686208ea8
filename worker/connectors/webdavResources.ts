import { ConnectorError } from "./connector.ts";
import { isWebPage } from "./serverMessage.ts";
import type { WebdavClient, WebdavResponse } from "./webdavClient.ts";

const propfindBody =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/></prop></propfind>';

/** The resource at a path. `bytes` is null for a folder, and for a file of unreported size; `tag` without an entity tag. */
export interface Entry {
  isFolder: boolean;
  bytes: number | null;
  tag: string | null;
}

/** The resource at a WebDAV address, found by PROPFIND, or by HEAD where a server or proxy does not allow PROPFIND. */
export class WebdavResources {
  readonly #client: WebdavClient;
  readonly #createdFolders = new Set<string>();
  #folderQueue: Promise<unknown> = Promise.resolve();
  /** Null until PROPFIND has been answered. */
  #supportsPropfind: boolean | null = null;

  constructor(client: WebdavClient) {
    this.#client = client;
  }

  /** One at a time: servers lock a folder while it is being made, and refuse concurrent requests to make it. */
  ensureFolder(folders: readonly string[]): Promise<void> {
    const folderCreation = this.#folderQueue.then(() => this.#ensure(folders));
    this.#folderQueue = folderCreation.catch(() => undefined);
    return folderCreation;
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
    // 405 means that something exists; some servers use 200, 409, 403 or 400.
    if (![200, 204, 405, 409, 403, 404, 400, 301].includes(response.status))
      throw this.#client.errorOf(response, `the folder ${path.at(-1)}`);
    if (await this.#isFolder(path)) return;
    if (this.#supportsPropfind === false)
      throw new ConnectorError(
        "config",
        `${this.#client.addressOf(response.url)} allows neither PROPFIND nor MKCOL (${response.status}): there is no WebDAV at this address, or a proxy blocks it.${this.#client.quoteResponse(response)}`,
        { status: response.status, isOfFile: false },
      );
    if (response.status === 409) throw this.#noBase();
    throw this.#client.errorOf(response, `the folder ${path.at(-1)}`);
  }

  #noBase(): ConnectorError {
    const { base, host } = this.#client;
    return new ConnectorError("notFound", `The folder ${base.pathname} does not exist at ${host}.`, {
      status: 404,
    });
  }

  /** @throws ConnectorError conflict if it is a file */
  async #isFolder(path: readonly string[]): Promise<boolean> {
    const entry = await this.find(path, true).catch((error: unknown) => {
      // Below a file, servers respond inconsistently; making the folders one by one shows the reason.
      if (path.length > 0 && error instanceof ConnectorError && ["config", "conflict"].includes(error.kind))
        return null;
      throw error;
    });
    if (entry && !entry.isFolder)
      throw new ConnectorError("conflict", `A file has the name of the folder ${path.at(-1) ?? ""}.`);
    return entry !== null;
  }

  /** The resource at a path; null if there is none. @param isFolderExpected whether a folder is expected there */
  async find(path: readonly string[], isFolderExpected = false): Promise<Entry | null> {
    const name = path.at(-1) ?? "the folder";
    if (this.#supportsPropfind !== false) {
      const response = await this.#propfind(path);
      if (response.status === 404 || response.status === 410) return null;
      if (response.status === 207) {
        this.#supportsPropfind = true;
        return entryOf(response);
      }
      if (isWebPage(response) && response.status < 300) throw this.#client.pageError(response, "PROPFIND");
      if (!(await this.#isPropfindBlocked(path, response)))
        throw this.#client.errorOf(response, `the request for ${name}`);
    }
    const entry = await this.#head(path, isFolderExpected);
    if (entry !== undefined) return entry;
    throw new ConnectorError(
      "config",
      `${this.#client.addressOf(this.#client.base)} answers neither PROPFIND nor HEAD for ${name}, so uploads cannot be verified.`,
    );
  }

  #propfind(path: readonly string[]): Promise<WebdavResponse> {
    return this.#client.call("PROPFIND", this.#client.url(path, path.length === 0), {
      headers: { depth: "0", "content-type": "application/xml" },
      body: propfindBody,
    });
  }

  /** Whether the server or a proxy blocks PROPFIND for the base too, and lets HEAD through. */
  async #isPropfindBlocked(path: readonly string[], { status }: WebdavResponse): Promise<boolean> {
    if (this.#supportsPropfind !== null || !blockedStatuses.includes(status)) return false;
    const base = path.length === 0 ? status : (await this.#propfind([])).status;
    this.#supportsPropfind = !blockedStatuses.includes(base);
    if (this.#supportsPropfind) return false;
    const { status: headStatus } = await this.#client.call("HEAD", this.#client.url([], true));
    // Without an index page, a folder answers 403 to HEAD; if PROPFIND does too, the user may not read it.
    const isReadable = headStatus < 300 || headStatus === 404 || (headStatus === 403 && base !== 403);
    if (!isReadable) this.#supportsPropfind = null;
    return isReadable;
  }

  /** Reads a resource by HEAD, which does not report folders; undefined if the response is inconclusive. */
  async #head(path: readonly string[], isFolderExpected: boolean): Promise<Entry | null | undefined> {
    const response = await this.#client.call("HEAD", this.#client.url(path, isFolderExpected), {
      headers: { "accept-encoding": "identity" },
    });
    if (response.status === 404 || response.status === 410) return null;
    if (isFolderExpected) return response.status < 300 || response.status === 403 ? folder : undefined;
    if (response.status !== 200) return undefined;
    if (response.url.pathname.endsWith("/")) return folder;
    const length = response.headers.get("content-length");
    if (length === null || !/^\d{1,15}$/.test(length)) return undefined;
    return { isFolder: false, bytes: Number(length), tag: tagOf(response.headers.get("etag")) };
  }
}

const folder: Entry = { isFolder: true, bytes: null, tag: null };

/** Statuses of servers and proxies for methods that they block. */
const blockedStatuses: readonly number[] = [400, 403, 405, 415, 501, 502];

/** Apache calls a tag weak for a second after the file has changed. */
const tagOf = (tag: string | null | undefined): string | null => tag?.replace(/^W\//, "") || null;

/** Null if there is no such resource: some servers answer 207 with a status of 404 for the resource, or for each of its properties. */
function entryOf({ text }: WebdavResponse): Entry | null {
  const statuses = [...text.matchAll(/<(?:[\w-]{1,30}:)?status>\s{0,20}HTTP\/[\d.]{1,5} (\d{3})/gi)].map(
    ([, status]) => status,
  );
  if (statuses.length > 0 && statuses.every((status) => status === "404" || status === "410")) return null;
  const size = /<(?:[\w-]{1,30}:)?getcontentlength[^<>]{0,200}>\s{0,20}(\d{1,15})/i.exec(text)?.[1];
  const isFolder = /<(?:[\w-]{1,30}:)?collection[\s/>]/i.test(text);
  const tag = /<(?:[\w-]{1,30}:)?getetag[^<>]{0,200}>\s{0,20}([^<\s]{1,300})/i.exec(text)?.[1];
  return { isFolder, bytes: isFolder || size === undefined ? null : Number(size), tag: tagOf(tag) };
}
