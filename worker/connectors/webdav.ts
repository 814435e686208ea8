import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
} from "./connector.ts";
import {
  LeaseLostWrapper,
  partName,
  renewLeaseWhile,
  type Timeouts,
  tagLeaseErrors,
  timeoutsMs as usual,
} from "./deadline.ts";
import type { Answer } from "./httpRequest.ts";
import { streamedBody, wholeBodyMaxBytes } from "./requestBody.ts";
import { WebdavClient } from "./webdavClient.ts";

const properties =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>';

/** What stands at a path. `bytes` is null for a folder, and for a file whose size is not told. */
interface Entry {
  isFolder: boolean;
  bytes: number | null;
}

/** WebDAV (RFC 4918) over fetch. */
export class WebdavConnector implements Connector {
  readonly #client: WebdavClient;
  readonly #patience: Timeouts;
  readonly #made = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  /** Whether the server renames; null until it has been asked. */
  #moves: Promise<boolean> | null = null;

  /** @throws ConnectorError config */
  constructor(url: string, destination: Destination, timeouts: Timeouts = usual) {
    this.#patience = timeouts;
    this.#client = new WebdavClient(url, destination, timeouts);
  }

  /** One at a time: servers lock a folder while it is made, and refuse the other who makes it. */
  ensureFolder(folders: readonly string[]): Promise<void> {
    const made = this.#turn.then(() => this.#ensure(folders));
    this.#turn = made.catch(() => undefined);
    return made;
  }

  async #ensure(folders: readonly string[]): Promise<void> {
    const key = (depth: number) => JSON.stringify(folders.slice(0, depth));
    if (this.#made.has(key(folders.length))) return;
    if (!(await this.#isFolder(folders))) {
      if (folders.length === 0) throw this.#noBase();
      for (let depth = 1; depth <= folders.length; depth += 1) {
        if (!this.#made.has(key(depth))) await this.#makeFolder(folders.slice(0, depth));
        this.#made.add(key(depth));
      }
    }
    this.#made.add(key(folders.length));
  }

  async #makeFolder(path: readonly string[]): Promise<void> {
    const answer = await this.#client.call("MKCOL", this.#client.url(path, true));
    if (answer.status === 201) return;
    // 405 says that something is there, and some say 409, 403 or 400 of it.
    if (![405, 409, 403, 404, 400, 301].includes(answer.status))
      throw this.#error(answer, `the folder ${path.at(-1)}`);
    if (await this.#isFolder(path)) return;
    if (answer.status === 409) throw this.#noBase();
    throw this.#error(answer, `the folder ${path.at(-1)}`);
  }

  #noBase(): ConnectorError {
    const { base, host } = this.#client;
    return new ConnectorError("notFound", `The folder ${base.pathname} does not exist at ${host}.`, {
      status: 404,
    });
  }

  /** @throws ConnectorError conflict when it is a file */
  async #isFolder(path: readonly string[]): Promise<boolean> {
    const entry = await this.#entry(path).catch((error: unknown) => {
      // Below a file, servers answer this and that; making the folders one by one shows which it is.
      if (path.length > 0 && error instanceof ConnectorError && ["config", "conflict"].includes(error.kind))
        return null;
      throw error;
    });
    if (entry && !entry.isFolder)
      throw new ConnectorError("conflict", `A file is in the way of the folder ${path.at(-1) ?? ""}.`);
    return entry !== null;
  }

  async put(file: OutgoingFile, progress: Progress): Promise<RemoteFile> {
    try {
      return await this.#put(file, tagLeaseErrors(progress));
    } catch (error) {
      throw error instanceof LeaseLostWrapper ? error.reason : error;
    }
  }

  async #put(file: OutgoingFile, progress: Progress): Promise<RemoteFile> {
    await this.ensureFolder(file.folders);
    if (await this.#renames(file, progress)) {
      // A body cannot be continued over WebDAV: each try begins anew, under the name of the one before.
      const part = partName(file.name, progress.key);
      try {
        await this.#send(file, part, progress);
        if (await this.#rename(file, part)) return { bytes: file.bytes, remoteId: null };
      } catch (error) {
        await this.forget(file.folders, file.name, progress.key);
        throw error;
      }
      await this.forget(file.folders, file.name, progress.key);
      this.#moves = Promise.resolve(false);
    }
    const before = await this.#entry([...file.folders, file.name]);
    if (before?.isFolder) throw this.#folderInTheWay(file);
    await this.#send(file, file.name, progress);
    return { bytes: file.bytes, remoteId: null };
  }

  /** Whether the server renames, asked with a file that is not there: otherwise the first one would be sent for nothing. */
  #renames(file: OutgoingFile, progress: Progress): Promise<boolean> {
    this.#moves ??= this.#askRename(file, progress).catch((error: unknown) => {
      this.#moves = null;
      throw error;
    });
    return this.#moves;
  }

  async #askRename({ folders, name }: OutgoingFile, { key }: Progress): Promise<boolean> {
    const [from, to] = [partName(name, `${key}.from`), partName(name, `${key}.to`)];
    const answer = await this.#move([...folders, from], [...folders, to], "F");
    if ([401, 429, 503].includes(answer.status)) throw this.#error(answer, `the name ${name}`);
    return !isWithoutMove(answer);
  }

  /** Sends the bytes and compares the size. */
  async #send(file: OutgoingFile, name: string, progress: Progress): Promise<void> {
    const path = [...file.folders, name];
    const [timeouts, { host }] = [this.#patience, this.#client];
    let sent = 0;
    const told = (bytes: number) => {
      sent = bytes;
      return progress.save(bytes);
    };
    const call = this.#client.call("PUT", this.#client.url(path), {
      headers: { "content-type": file.contentType },
      body: async () =>
        streamedBody(await file.open(), file.bytes, {
          ...{ host, patience: timeouts },
          // Under its own name it must not become whole once another has taken over.
          ...((file.bytes > wholeBodyMaxBytes || name === file.name) && { told }),
        }),
      patience: timeouts.stored,
    });
    const answer = await renewLeaseWhile(progress, () => sent, call);
    if (![200, 201, 204].includes(answer.status)) throw this.#error(answer, `the file ${name}`);
    await progress.save(file.bytes);
    const arrived = await this.#entry(path);
    if (arrived?.bytes === file.bytes) return;
    throw new ConnectorError(
      "transient",
      `${host} says that ${file.name} has ${arrived?.bytes ?? "no"} bytes instead of ${file.bytes}.`,
    );
  }

  /** Gives a sent file its name; false where the server does not rename. */
  async #rename(file: OutgoingFile, part: string): Promise<boolean> {
    const move = (overwrite: "T" | "F") =>
      this.#move([...file.folders, part], [...file.folders, file.name], overwrite);
    // Moving over a folder would remove it with all that it holds, so what is there is looked at first.
    let answer = await move("F");
    if (answer.status === 412) {
      if ((await this.#entry([...file.folders, file.name]))?.isFolder) throw this.#folderInTheWay(file);
      answer = await move("T");
    }
    if ([200, 201, 204].includes(answer.status)) return true;
    if (isWithoutMove(answer)) return false;
    throw this.#error(answer, `the name ${file.name}`);
  }

  #move(from: readonly string[], to: readonly string[], overwrite: "T" | "F"): Promise<Answer> {
    return this.#client.call("MOVE", this.#client.url(from), {
      headers: { destination: this.#client.url(to).href, overwrite },
    });
  }

  #folderInTheWay(file: OutgoingFile): ConnectorError {
    return new ConnectorError("conflict", `A folder named ${file.name} is in the way of the file.`);
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const entry = await this.#entry([...folders, name]);
    return entry?.isFolder === false && entry.bytes !== null ? { bytes: entry.bytes, remoteId: null } : null;
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const path = [...folders, name];
    const entry = await this.#entry(path);
    if (entry === null) return;
    // DELETE takes a folder with all that it holds.
    if (entry.isFolder) throw new ConnectorError("conflict", `${name} is a folder and not a file.`);
    const answer = await this.#client.call("DELETE", this.#client.url(path));
    if (![200, 202, 204, 404, 410].includes(answer.status)) throw this.#error(answer, `removing ${name}`);
  }

  async forget(folders: readonly string[], name: string, key: string): Promise<void> {
    const part = this.#client.url([...folders, partName(name, key)]);
    await this.#client.call("DELETE", part).catch(() => undefined);
  }

  async close(): Promise<void> {}

  async #entry(path: readonly string[]): Promise<Entry | null> {
    const url = this.#client.url(path, path.length === 0);
    const answer = await this.#client.call("PROPFIND", url, {
      headers: { depth: "0", "content-type": "application/xml" },
      body: properties,
    });
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.status !== 207) throw this.#error(answer, `the request for ${path.at(-1) ?? "the folder"}`);
    const size = /<(?:[\w-]{1,30}:)?getcontentlength[^<>]{0,200}>\s{0,20}(\d{1,15})/i.exec(answer.text)?.[1];
    const isFolder = /<(?:[\w-]{1,30}:)?collection[\s/>]/i.test(answer.text);
    return { isFolder, bytes: isFolder || size === undefined ? null : Number(size) };
  }

  #error(answer: Answer, doing: string): ConnectorError {
    return this.#client.errorOf(answer, doing);
  }
}

/** Not allowed, not known, or not where a proxy has put the server. */
const isWithoutMove = ({ status }: Answer): boolean => [405, 501, 502].includes(status);

/** Storegate is WebDAV at an address of its own, where the destination names no other. */
export const storegateUrl = ({ url = "", username = "" }: Readonly<Record<string, string>>): string =>
  url.trim() || `https://webdav1.storegate.com/${encodeURIComponent(username)}`;
