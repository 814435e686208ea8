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
import { LeaseLostWrapper, renewLeaseWhile, tagLeaseErrors } from "./leaseRenewal.ts";
import { createStreamedBody } from "./requestBody.ts";
import { isWebPage } from "./serverMessage.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "./timeouts.ts";
import { WebdavClient, type WebdavResponse } from "./webdavClient.ts";
import { type Entry, WebdavResources } from "./webdavResources.ts";
import {
  createDirectToken,
  directWriteOf,
  FileWriter,
  isAbandonedPart,
  isPartialFile,
  RefusedStepError,
  toFileError,
  toPartialFileError,
} from "./writeHabit.ts";

/** WebDAV (RFC 4918) over fetch. */
export class WebdavConnector implements Connector {
  readonly #client: WebdavClient;
  readonly #resources: WebdavResources;
  readonly #writer: FileWriter;
  readonly #timeouts: Timeouts;
  /** Whether the server takes the destination of a MOVE only as a path. */
  #movesByPath = false;

  /** @throws ConnectorError config */
  constructor(url: string, destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
    this.#client = new WebdavClient(url, destination, timeouts);
    this.#resources = new WebdavResources(this.#client);
    this.#writer = new FileWriter(destination.habits);
  }

  ensureFolder(folders: readonly string[]): Promise<void> {
    return this.#resources.ensureFolder(folders);
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    const taggedProgress = tagLeaseErrors(progress);
    try {
      await this.ensureFolder(file.folders);
      return await this.#writer.write({
        writeAndRename: () => this.#putRenamed(file, taggedProgress),
        writeDirectly: () => this.#putDirectly(file, taggedProgress),
      });
    } catch (error) {
      throw error instanceof LeaseLostWrapper ? error.reason : error;
    }
  }

  /** WebDAV cannot resume an upload: each attempt starts from the beginning, under the same temporary name. */
  async #putRenamed(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    const partPath = [...file.folders, partName(progress.key)];
    try {
      if (await this.#lacksMove(file, progress)) throw new RefusedStepError(this.#withoutMove());
      const response = await this.#send(file, partPath, progress);
      if (isStepRefused(response)) throw new RefusedStepError(this.#fileError(response, "a temporary name"));
      this.#assertStored(response, file);
      const storedEntry = await this.#resources.find(partPath);
      // A server may hide a temporary file. Only the file under the final name counts.
      if (storedEntry && storedEntry.bytes !== file.bytes) throw this.#sizeError(storedEntry, file);
      return await this.#rename(file, partPath, storedEntry !== null);
    } catch (error) {
      // Another consumer may be sending the same temporary file by now.
      if (!(error instanceof LeaseLostWrapper)) await this.#removePart(partPath);
      throw error;
    }
  }

  /**
   * Tries to move a file that does not exist, so that the first file need not be sent twice. A proxy that answers in
   * another way is found when the file is renamed.
   */
  async #lacksMove({ folders }: OutgoingFile, { key }: Progress): Promise<boolean> {
    if (this.#writer.habit.method !== null) return false;
    const [from, to] = [partName(`${key}-from`), partName(`${key}-to`)];
    const { status } = await this.#move([...folders, from], [...folders, to], "F");
    return status === 405 || status === 501 || status === 502;
  }

  #withoutMove(): ConnectorError {
    return new ConnectorError(
      "config",
      `${this.#client.addressOf(this.#client.base)} does not rename (MOVE).`,
    );
  }

  async #removePart(partPath: readonly string[]): Promise<void> {
    await this.#client.call("DELETE", this.#client.url(partPath)).catch(() => undefined);
  }

  /** @throws RefusedStepError unless the file is under its final name afterwards, whatever the server answered */
  async #rename(file: OutgoingFile, partPath: readonly string[], wasVisible: boolean): Promise<SentFile> {
    const target = [...file.folders, file.name];
    // Moving onto a folder would remove it with its contents, so the target is checked first.
    let response = await this.#move(partPath, target, "F");
    // Some servers do not respond with 412 if the target exists.
    if (isStepRefused(response)) {
      const existingEntry = await this.#resources.find(target);
      if (existingEntry?.isFolder) throw folderConflict(file);
      if (existingEntry && (await this.#findWritten(partPath)))
        response = await this.#move(partPath, target, "T");
    }
    const { status } = response;
    if (status === 429 || status === 503 || status === 507)
      throw this.#fileError(response, `the name ${file.name}`);
    const remainingPart = status < 300 ? null : await this.#resources.find(partPath);
    // A proxy may answer with an error although the server has renamed.
    const movedEntry =
      status < 300
        ? await this.#findWritten(target)
        : wasVisible && remainingPart === null
          ? await this.#resources.find(target)
          : null;
    if (movedEntry?.bytes === file.bytes) return sentFileOf(movedEntry, file);
    if (wasVisible && status >= 300 && remainingPart === null)
      throw new ConnectorError("transient", `The temporary file of ${file.name} is gone.`, { status });
    throw new RefusedStepError(
      status < 300
        ? new ConnectorError(
            "config",
            `${this.#client.addressOf(response.url)} answered ${status} to MOVE, but the file was not under its new name afterwards.${this.#client.quoteResponse(response)}`,
          )
        : this.#fileError(response, "MOVE"),
    );
  }

  /**
   * A proxy that ends TLS or changes the host makes servers refuse a destination with another address than their own, so a refused destination is
   * tried as a path (RFC 4918, 10.3), which Apache refuses.
   */
  async #move(from: readonly string[], to: readonly string[], overwrite: "T" | "F"): Promise<WebdavResponse> {
    const { href, pathname } = this.#client.url(to);
    const call = (destination: string) =>
      this.#client.call("MOVE", this.#client.url(from), { headers: { destination, overwrite } });
    if (this.#movesByPath) return call(pathname);
    const response = await call(href);
    if (!foreignDestinationStatuses.includes(response.status)) return response;
    const retriedResponse = await call(pathname);
    // 404: the probe's file does not exist.
    this.#movesByPath =
      retriedResponse.status < 300 || retriedResponse.status === 404 || retriedResponse.status === 412;
    return this.#movesByPath ? retriedResponse : response;
  }

  async #putDirectly(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    const path = [...file.folders, file.name];
    const existingEntry = await this.#resources.find(path);
    if (existingEntry?.isFolder) throw folderConflict(file);
    // After an interruption, the existing file may be left over from an earlier attempt.
    const write = directWriteOf(progress.resumePoint?.token) ?? { bytes: file.bytes, before: existingEntry };
    await progress.save(0, createDirectToken(write));
    try {
      const response = await this.#send(file, path, progress);
      this.#assertStored(response, file);
      const storedEntry = await this.#findWritten(path);
      if (storedEntry?.bytes === file.bytes) return sentFileOf(storedEntry, file);
      if (isWebPage(response)) throw this.#client.pageError(response, "PUT");
      throw this.#sizeError(storedEntry, file);
    } catch (error) {
      if (error instanceof LeaseLostWrapper) throw error;
      const isPartLeft = await this.#removeIf(path, (currentEntry) =>
        isPartialFile(currentEntry, write),
      ).catch(() => false);
      throw isPartLeft ? toPartialFileError(error, file.name) : error;
    }
  }

  /** The file that a server says it has stored. Those that store elsewhere list it only after a moment. */
  async #findWritten(path: readonly string[]): Promise<Entry | null> {
    for (const pauseMs of listingPausesMs) {
      const entry = await this.#resources.find(path);
      if (entry) return entry;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return this.#resources.find(path);
  }

  /** Removes a partial file, which would be mistaken for the complete one. Returns whether it could not be removed. */
  async #removeIf(path: readonly string[], isPart: (currentEntry: Entry) => boolean): Promise<boolean> {
    const currentEntry = await this.#resources.find(path);
    if (!currentEntry || currentEntry.isFolder || !isPart(currentEntry)) return false;
    const { status } = await this.#client.call("DELETE", this.#client.url(path));
    return status >= 300 && status !== 404;
  }

  /** Sends the bytes. */
  async #send(file: OutgoingFile, path: readonly string[], progress: Progress): Promise<WebdavResponse> {
    const [timeouts, { host }] = [this.#timeouts, this.#client];
    let sentBytes = 0;
    const onProgress = (bytes: number) => {
      sentBytes = bytes;
      return progress.save(bytes);
    };
    const call = this.#client.call("PUT", this.#client.url(path), {
      headers: { "content-type": file.contentType },
      body: async () => createStreamedBody(await file.open(), file.bytes, { host, timeouts, onProgress }),
      timeoutMs: timeouts.storageMs,
    });
    const response = await renewLeaseWhile(progress, () => sentBytes, call);
    if (response.status < 300) await progress.save(file.bytes);
    return response;
  }

  #assertStored(response: WebdavResponse, file: OutgoingFile): void {
    if (response.status < 200 || response.status >= 300)
      throw this.#fileError(response, `the file ${file.name}`);
  }

  #fileError(response: WebdavResponse, operation: string): ConnectorError {
    return toFileError(this.#client.errorOf(response, operation));
  }

  #sizeError(storedEntry: Entry | null, file: OutgoingFile): ConnectorError {
    return new ConnectorError(
      "transient",
      `${this.#client.host} reports ${storedEntry?.bytes ?? "no"} bytes for ${file.name} instead of ${file.bytes}.`,
      { isOfFile: true },
    );
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const entry = await this.#resources.find([...folders, name]);
    if (entry === null || entry.isFolder || entry.bytes === null) return null;
    return { bytes: entry.bytes, remoteId: null, tag: entry.tag, sha256: null };
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const path = [...folders, name];
    const entry = await this.#resources.find(path);
    if (entry === null) return;
    // DELETE would remove a folder with its contents.
    if (entry.isFolder) throw new ConnectorError("conflict", `${name} is a folder, not a file.`);
    const response = await this.#client.call("DELETE", this.#client.url(path));
    if (![200, 202, 204, 404, 410].includes(response.status))
      throw this.#client.errorOf(response, `removing ${name}`);
  }

  async forget(folders: readonly string[], name: string, key: string, token?: string | null): Promise<void> {
    await this.#removePart([...folders, partName(key)]);
    const write = directWriteOf(token);
    if (write)
      await this.#removeIf([...folders, name], (currentEntry) => isAbandonedPart(currentEntry, write)).catch(
        () => undefined,
      );
  }

  isEncrypted(): boolean {
    return this.#client.base.protocol === "https:";
  }

  async close(): Promise<void> {}
}

/** Milliseconds between the requests for a file that has just been written. */
const listingPausesMs = [100, 400, 1500] as const;
/** Statuses of servers for a MOVE to an address that they do not recognise as their own. */
const foreignDestinationStatuses = [400, 403, 409, 500, 502];

const folderConflict = ({ name }: OutgoingFile): ConnectorError =>
  new ConnectorError("conflict", `A folder has the name of the file ${name}.`);

const sentFileOf = ({ tag }: Entry, { bytes }: OutgoingFile): SentFile => ({
  ...{ bytes, remoteId: null, tag, sha256: null, evidence: "SIZE" },
});

/** Whether the temporary name may be the reason: the login, the size, a lock or a full or busy server refuse any name. */
const isStepRefused = ({ status }: WebdavResponse): boolean =>
  status >= 400 && ![401, 407, 408, 413, 423, 429, 503, 507].includes(status);

/** Storegate is WebDAV at a fixed address, unless the destination sets another. */
export const storegateUrl = ({ url = "", username = "" }: Readonly<Record<string, string>>): string =>
  url.trim() || `https://webdav1.storegate.com/${encodeURIComponent(username)}`;
