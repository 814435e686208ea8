import { truncate } from "#domain/core/text/trim.ts";
import {
  type Connector,
  ConnectorError,
  type Destination,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
} from "./connector.ts";
import { renewLeaseWhile, type Timeouts, timeoutsMs as usual } from "./deadline.ts";
import { GraphClient } from "./graphClient.ts";
import { type Column, SharepointLibrary } from "./sharepointLibrary.ts";
import { type DriveItem, driveItem, SharepointUpload } from "./sharepointUpload.ts";

/** Bytes that are sent in one call; larger files go by a session. */
const simpleUploadMaxBytes = 4 * 1_048_576;
/**
 * Files that SharePoint rewrites when they arrive, with the columns of the library in them: their size is no longer what was sent, and
 * only the answer that took every byte says that they arrived.
 */
const rewrittenExtensions = /\.(docx|docm|dotx|pptx|pptm|potx|xlsx|xlsm|xltx|html?|aspx)$/i;

const fields = "$select=id,size,cTag,file,folder";

/** SharePoint Online over Microsoft Graph, with the login of an app. */
export class SharepointConnector implements Connector {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;
  readonly #upload: SharepointUpload;
  readonly #patience: Timeouts;
  readonly #made = new Set<string>();

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = usual) {
    this.#patience = timeouts;
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
    if (name === undefined || this.#made.has(key)) return;
    if (!(await this.#isFolder(path))) {
      await this.#ensure(path.slice(0, -1));
      await this.#makeFolder(path, name);
    }
    this.#made.add(key);
  }

  async #makeFolder(path: readonly string[], name: string): Promise<void> {
    const above = path.slice(0, -1);
    const answer = await this.#client.call("POST", await this.#library.childrenOf(above), {
      contentType: "application/json",
      body: JSON.stringify({ name, folder: {}, "@microsoft.graph.conflictBehavior": "fail" }),
    });
    if (answer.status === 200 || answer.status === 201) return;
    // Another delivery made it meanwhile.
    if (answer.status === 409 && (await this.#isFolder(path))) return;
    throw this.#client.errorOf(answer, `the folder ${name}`);
  }

  /** @throws ConnectorError conflict when it is a file */
  async #isFolder(path: readonly string[]): Promise<boolean> {
    const item = await this.#item(path);
    if (item && item.folder === undefined)
      throw new ConnectorError("conflict", `A file is in the way of the folder ${path.at(-1)}.`);
    return item !== null;
  }

  async put(file: OutgoingFile, progress: Progress): Promise<RemoteFile> {
    // What is wrong with the columns is said before anything is sent.
    const columns = await this.#library.columns();
    await this.ensureFolder(file.folders);
    const path = [...this.#library.folders, ...file.folders, file.name];
    const at = await this.#library.at(path);
    const item =
      file.bytes <= simpleUploadMaxBytes
        ? await this.#putWhole(file, progress, at)
        : await this.#upload.send(file, progress, at, () => this.#item(path));
    const isAltered = rewrittenExtensions.test(file.name) && item.size > 0;
    if (item.size !== file.bytes && !isAltered) {
      // What is not the file does not stay under its name.
      await this.#removeItem(item.id, file.name).catch(() => undefined);
      throw new ConnectorError(
        "transient",
        `SharePoint says that ${file.name} has ${item.size} bytes instead of ${file.bytes}.`,
      );
    }
    await this.#setColumns(item.id, [
      [columns.user, file.creator],
      [columns.comment, file.comment],
    ]);
    return { bytes: file.bytes, remoteId: item.id };
  }

  async #putWhole(file: OutgoingFile, progress: Progress, at: string): Promise<DriveItem> {
    let sent = 0;
    const told = (bytes: number) => {
      sent = bytes;
      return progress.save(bytes);
    };
    const call = this.#client.call("PUT", `${at}:/content?@microsoft.graph.conflictBehavior=replace`, {
      contentType: file.contentType || "application/octet-stream",
      body: () => this.#client.caller.streamed(file, [0, file.bytes], "SharePoint", told),
      patience: this.#patience.stored,
    });
    const answer = await renewLeaseWhile(progress, () => sent, call);
    if (answer.status !== 200 && answer.status !== 201)
      throw this.#client.errorOf(answer, `the file ${file.name}`);
    return this.#client.parsed(answer, driveItem, `the file ${file.name}`);
  }

  async #setColumns(id: string, values: readonly (readonly [Column | null, string])[]): Promise<void> {
    const set = values.flatMap(([column, value]) =>
      column ? [[column.name, truncate(value, column.most)] as const] : [],
    );
    if (set.length === 0) return;
    const answer = await this.#client.call(
      "PATCH",
      `${await this.#library.drive()}/items/${encodeURIComponent(id)}/listItem/fields`,
      { contentType: "application/json", body: JSON.stringify(Object.fromEntries(set)) },
    );
    if (answer.status === 200) return;
    const names = values.flatMap(([column]) => (column ? [column.written] : [])).join(", ");
    throw this.#client.errorOf(answer, `the columns ${names}`);
  }

  async find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    const item = await this.#item([...this.#library.folders, ...folders, name]);
    return item && item.folder === undefined ? { bytes: item.size, remoteId: item.id } : null;
  }

  async remove(folders: readonly string[], name: string): Promise<void> {
    const path = [...this.#library.folders, ...folders, name];
    const item = await this.#item(path);
    if (item === null) return;
    // DELETE takes a folder with all that it holds.
    if (item.folder !== undefined)
      throw new ConnectorError("conflict", `${name} is a folder and not a file.`);
    await this.#removeItem(item.id, name);
  }

  async #removeItem(id: string, name: string): Promise<void> {
    const answer = await this.#client.call(
      "DELETE",
      `${await this.#library.drive()}/items/${encodeURIComponent(id)}`,
    );
    if (![200, 204, 404].includes(answer.status)) throw this.#client.errorOf(answer, `removing ${name}`);
  }

  /** Nothing is under another name meanwhile. */
  async forget(): Promise<void> {}

  async close(): Promise<void> {}

  async #item(path: readonly string[]): Promise<DriveItem | null> {
    const answer = await this.#client.call("GET", `${await this.#library.at(path)}?${fields}`);
    if (answer.status === 404) return null;
    const doing = path.at(-1) ?? "the library";
    if (answer.status !== 200) throw this.#client.errorOf(answer, doing);
    return this.#client.parsed(answer, driveItem, doing);
  }
}
