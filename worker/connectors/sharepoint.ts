import { truncate } from "#domain/core/text/trim.ts";
import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
  type SentFile,
} from "./connector.ts";
import { GraphClient } from "./graphClient.ts";
import { renewLeaseWhile } from "./leaseRenewal.ts";
import { type Column, SharepointLibrary } from "./sharepointLibrary.ts";
import { type DriveItem, driveItem, SharepointUpload } from "./sharepointUpload.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "./timeouts.ts";

/** Maximum bytes of a simple upload; larger files use an upload session. */
const simpleUploadMaxBytes = 4 * 1_048_576;
/**
 * Files that SharePoint rewrites on arrival to add the columns of the library: their size changes, so only the response to the
 * last byte confirms the upload.
 */
const rewrittenExtensions = /\.(docx|docm|dotx|pptx|pptm|potx|xlsx|xlsm|xltx|html?|aspx)$/i;

const fields = "$select=id,size,cTag,file,folder";

/** SharePoint Online over Microsoft Graph, authenticated as an app. */
export class SharepointConnector implements Connector {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;
  readonly #upload: SharepointUpload;
  readonly #timeouts: Timeouts;
  readonly #createdFolders = new Set<string>();

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#timeouts = timeouts;
    this.#client = new GraphClient(destination, timeouts);
    this.#library = new SharepointLibrary(this.#client, destination.params);
    this.#upload = new SharepointUpload(this.#client, timeouts, destination.allowPrivate);
  }

  async ensureFolder(folders: readonly string[]): Promise<void> {
    await this.#ensure([...this.#library.folders, ...folders]);
  }

  async #ensure(path: readonly string[]): Promise<void> {
    const key = JSON.stringify(path).toLowerCase();
    const name = path.at(-1);
    if (name === undefined || this.#createdFolders.has(key)) return;
    if (!(await this.#isFolder(path))) {
      await this.#ensure(path.slice(0, -1));
      await this.#makeFolder(path, name);
    }
    this.#createdFolders.add(key);
  }

  async #makeFolder(path: readonly string[], name: string): Promise<void> {
    const parent = path.slice(0, -1);
    const response = await this.#client.call("POST", await this.#library.childrenPathOf(parent), {
      contentType: "application/json",
      body: JSON.stringify({ name, folder: {}, "@microsoft.graph.conflictBehavior": "fail" }),
    });
    if (response.status === 200 || response.status === 201) return;
    // Another delivery has created it in the meantime.
    if (response.status === 409 && (await this.#isFolder(path))) return;
    throw this.#client.errorOf(response, `the folder ${name}`);
  }

  /** @throws ConnectorError conflict if it is a file */
  async #isFolder(path: readonly string[]): Promise<boolean> {
    const item = await this.#item(path);
    if (item && item.folder === undefined)
      throw new ConnectorError("conflict", `A file has the name of the folder ${path.at(-1)}.`);
    return item !== null;
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    // Report invalid columns before anything is sent.
    const columns = await this.#library.columns();
    await this.ensureFolder(file.folders);
    const path = [...this.#library.folders, ...file.folders, file.name];
    const itemPath = await this.#library.graphPathOf(path);
    const item =
      file.bytes <= simpleUploadMaxBytes
        ? await this.#putInOneRequest(file, progress, itemPath, () => this.#item(path))
        : await this.#upload.send(file, progress, itemPath, () => this.#item(path));
    const isRewritten = rewrittenExtensions.test(file.name) && item.size > 0;
    if (item.size !== file.bytes && !isRewritten) {
      // A wrong file must not stay under the final name.
      await this.#removeItem(item.id, file.name).catch(() => undefined);
      throw new ConnectorError(
        "transient",
        `SharePoint reports ${item.size} bytes for ${file.name} instead of ${file.bytes}.`,
        { isOfFile: true },
      );
    }
    await this.#setColumns(item.id, [
      [columns.user, file.creator],
      [columns.comment, file.comment],
    ]);
    return { ...remoteFileOf(item), bytes: file.bytes, evidence: item.size === file.bytes ? "SIZE" : null };
  }

  async #putInOneRequest(
    file: OutgoingFile,
    progress: Progress,
    itemPath: string,
    findItem: () => Promise<DriveItem | null>,
  ): Promise<DriveItem> {
    let sentBytes = 0;
    const onProgress = (bytes: number) => {
      sentBytes = bytes;
      return progress.save(bytes);
    };
    const call = this.#client.call("PUT", `${itemPath}:/content?@microsoft.graph.conflictBehavior=replace`, {
      contentType: file.contentType || "application/octet-stream",
      body: () => this.#client.http.streamFile(file, [0, file.bytes], "SharePoint", onProgress),
      timeoutMs: this.#timeouts.storageMs,
    });
    const response = await renewLeaseWhile(progress, () => sentBytes, call);
    if (response.status !== 200 && response.status !== 201)
      throw await this.#upload.errorOf(response, file.name, findItem);
    return this.#client.parse(response, driveItem, `the file ${file.name}`);
  }

  async #setColumns(id: string, values: readonly (readonly [Column | null, string])[]): Promise<void> {
    const fieldValues = values.flatMap(([column, value]) =>
      column ? [[column.name, truncate(value, column.maxLength)] as const] : [],
    );
    if (fieldValues.length === 0) return;
    const response = await this.#client.call(
      "PATCH",
      `${await this.#library.drivePath()}/items/${encodeURIComponent(id)}/listItem/fields`,
      { contentType: "application/json", body: JSON.stringify(Object.fromEntries(fieldValues)) },
    );
    if (response.status === 200) return;
    const names = values.flatMap(([column]) => (column ? [column.header] : [])).join(", ");
    throw this.#client.errorOf(response, `the columns ${names}`);
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const item = await this.#item([...this.#library.folders, ...folders, name]);
    return item && item.folder === undefined ? remoteFileOf(item) : null;
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const path = [...this.#library.folders, ...folders, name];
    const item = await this.#item(path);
    if (item === null) return;
    // DELETE would remove a folder with its contents.
    if (item.folder !== undefined) throw new ConnectorError("conflict", `${name} is a folder, not a file.`);
    await this.#removeItem(item.id, name);
  }

  async #removeItem(id: string, name: string): Promise<void> {
    const response = await this.#client.call(
      "DELETE",
      `${await this.#library.drivePath()}/items/${encodeURIComponent(id)}`,
    );
    if (![200, 204, 404].includes(response.status)) throw this.#client.errorOf(response, `removing ${name}`);
  }

  /** No temporary name is used, but an upload session may be open. */
  async forget(
    _folders: readonly string[],
    _name: string,
    _key: string,
    token: string | null = null,
  ): Promise<void> {
    await this.#upload.cancel(token).catch(() => undefined);
  }

  isEncrypted(): boolean {
    return this.#client.isEncrypted;
  }

  async close(): Promise<void> {}

  async #item(path: readonly string[]): Promise<DriveItem | null> {
    const response = await this.#client.call("GET", `${await this.#library.graphPathOf(path)}?${fields}`);
    if (response.status === 404) return null;
    const itemName = path.at(-1) ?? "the library";
    if (response.status !== 200) throw this.#client.errorOf(response, itemName);
    return this.#client.parse(response, driveItem, itemName);
  }
}

/** The cTag changes with the content, and not with the columns. */
const remoteFileOf = ({ id, size, cTag }: DriveItem): RemoteFile => ({
  ...{ bytes: size, remoteId: id, tag: cTag || null, sha256: null },
});
