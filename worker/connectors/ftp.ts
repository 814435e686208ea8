import { isRetryable } from "#domain/delivery/states.ts";
import { parseHostAndPort } from "./address.ts";
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
import { FtpControl, FtpError } from "./ftpControl.ts";
import { ftpError, mayRefuseName } from "./ftpErrors.ts";
import { hashCommandOf, isFolder, makeFolder, sha256Of, sizeOf } from "./ftpFiles.ts";
import { pathOf, rootOf, storedAs } from "./ftpPaths.ts";
import { type FtpSession, SessionPool } from "./ftpSessions.ts";
import { type UploadTarget, upload } from "./ftpUpload.ts";
import { LeaseLostWrapper, tagLeaseErrors } from "./leaseRenewal.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "./timeouts.ts";
import {
  createDirectToken,
  type DirectWrite,
  directWriteOf,
  FileWriter,
  isAbandonedPart,
  isPartialFile,
  RefusedStepError,
  toPartialFileError,
} from "./writeHabit.ts";

const implicitTlsPort = 990;

/** FTP, encrypted if the server offers it. Passive mode; connections are opened on demand. */
export class FtpConnector implements Connector {
  readonly #destination: Destination;
  readonly #timeouts: Timeouts;
  readonly #address: { scheme: string | null; host: string; port: number | null };
  readonly #createdFolders = new Set<string>();
  readonly #sessions = new SessionPool(() => this.#open());
  readonly #writer: FileWriter;
  #isEncrypted: boolean | null = null;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#destination = destination;
    this.#timeouts = timeouts;
    this.#writer = new FileWriter(destination.habits);
    this.#address = parseHostAndPort(
      destination.params.host ?? "",
      ["ftp", "ftps"],
      destination.allowPrivate,
    );
    for (const text of [...Object.values(destination.params), destination.secrets.password ?? ""])
      if (/[\r\n\0]/.test(text))
        throw new ConnectorError("config", "A setting of the destination contains a line break.");
  }

  ensureFolder(folders: readonly string[]): Promise<void> {
    return this.#run("the folder", (session) => this.#ensure(session, folders));
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    await this.ensureFolder(file.folders);
    const taggedProgress = tagLeaseErrors(progress);
    const operation = `the file ${file.name}`;
    try {
      return await this.#writer.write({
        writeAndRename: () =>
          this.#run(operation, (session) => this.#putRenamed(session, file, taggedProgress), true),
        writeDirectly: () =>
          this.#run(operation, (session) => this.#putDirectly(session, file, taggedProgress), true),
      });
    } catch (error) {
      // No later attempt resumes it, or nothing was stored.
      if (error instanceof ConnectorError && (!isRetryable(error.kind) || error.persistentKind !== null))
        await this.#removePart(file.folders, progress.key);
      throw error;
    }
  }

  find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    return this.#run(`the request for ${name}`, async (session) => {
      const path = pathOf(session, [...folders, name]);
      const bytes = await sizeOf(session, path, this.#host);
      if (bytes === null) return null;
      const sha256 = await sha256Of(session, path, this.#timeouts);
      return { bytes, remoteId: null, tag: null, sha256, ...storedAs(session, [...folders, name]) };
    });
  }

  remove(folders: readonly string[], name: string): Promise<void> {
    return this.#run(`removing ${name}`, async (session) => {
      const path = pathOf(session, [...folders, name]);
      const reply = await session.client.sendCommand(`DELE ${path}`);
      if (reply.code >= 400 && (await sizeOf(session, path, this.#host)) !== null) throw new FtpError(reply);
    });
  }

  async forget(folders: readonly string[], name: string, key: string, token?: string | null): Promise<void> {
    await this.#removePart(folders, key);
    const write = directWriteOf(token);
    if (!write) return;
    const remoteFile = await this.find(folders, name).catch(() => null);
    if (remoteFile && isAbandonedPart(remoteFile, write))
      await this.remove(folders, name).catch(() => undefined);
  }

  #removePart = (folders: readonly string[], key: string): Promise<void> =>
    this.remove(folders, partName(key)).catch(() => undefined);

  /** False as soon as one connection was unencrypted, because the password was sent over it. */
  isEncrypted(): boolean | null {
    return this.#isEncrypted;
  }

  async close(): Promise<void> {
    this.#sessions.close();
  }

  /**
   * Runs a step on a separate connection. After a failure other than a refusal the connection is closed.
   * @param isFileStep whether the step sends one file, so that refusals concern it alone
   */
  async #run<T>(
    operation: string,
    step: (session: FtpSession) => Promise<T>,
    isFileStep = false,
  ): Promise<T> {
    const session = await this.#sessions.acquire();
    try {
      return await step(session);
    } catch (error) {
      if (error instanceof RefusedStepError) throw error;
      // After a refusal the connection is usable; any other error may leave it mid-command.
      if (!(error instanceof FtpError)) session.client.close();
      if (error instanceof LeaseLostWrapper) throw error.reason;
      throw this.#error(error, operation, isFileStep);
    } finally {
      this.#sessions.release(session);
    }
  }

  async #open(): Promise<FtpSession> {
    const { scheme, host, port } = this.#address;
    const { username = "", directory = "" } = this.#destination.params;
    const isImplicitTls = scheme === "ftps" && port === implicitTlsPort;
    let operation = "the connection";
    let client: FtpControl | undefined;
    try {
      client = await FtpControl.open(
        host,
        port ?? 21,
        isImplicitTls,
        this.#timeouts,
        this.#destination.resolver,
      );
      if (!isImplicitTls) await this.#secure(client, scheme === "ftps");
      this.#isEncrypted = client.isEncrypted && this.#isEncrypted !== false;
      operation = "the login";
      await client.login(username, this.#destination.secrets.password ?? "");
      operation = "the first commands";
      const acceptsUtf8 = await client.prepare();
      const features = await client.fetchFeatures();
      const root = rootOf(await client.fetchLoginFolder(), directory);
      const hashCommand = await hashCommandOf(client, features);
      const takesUtf8 = acceptsUtf8 || features.has("UTF8");
      return { client, root, canResume: features.has("REST"), hashCommand, takesUtf8 };
    } catch (error) {
      client?.close();
      throw this.#error(error, operation);
    }
  }

  /** Switches to TLS if the server offers it. Once the server has agreed, a plain connection is no alternative. */
  async #secure(client: FtpControl, isRequired: boolean): Promise<void> {
    try {
      await client.encrypt();
    } catch (error) {
      if (!(error instanceof FtpError) || error.code < 500) throw error;
      if (isRequired)
        throw new ConnectorError(
          "config",
          `${this.#address.host} offers no encrypted connection, but ftps:// requires one.`,
          {
            status: error.code,
          },
        );
    }
  }

  async #ensure(session: FtpSession, folders: readonly string[]): Promise<void> {
    const fullPath = pathOf(session, folders);
    if (this.#createdFolders.has(fullPath)) return;
    if (!(await isFolder(session, fullPath))) {
      const names = fullPath.split("/").filter((name) => name !== "");
      for (let depth = 1; depth <= names.length; depth += 1) {
        const path = `/${names.slice(0, depth).join("/")}`;
        if (this.#createdFolders.has(path)) continue;
        await makeFolder(session, path, this.#host);
        this.#createdFolders.add(path);
      }
    }
    this.#createdFolders.add(fullPath);
  }

  /** An attempt that was interrupted is resumed where the server stopped. */
  async #putRenamed(session: FtpSession, file: OutgoingFile, progress: Progress): Promise<SentFile> {
    const part = pathOf(session, [...file.folders, partName(progress.key)]);
    const hasStarted = progress.resumePoint !== null && directWriteOf(progress.resumePoint.token) === null;
    const existingBytes = hasStarted ? ((await sizeOf(session, part, this.#host)) ?? 0) : 0;
    const from = existingBytes > 0 && existingBytes <= file.bytes ? existingBytes : 0;
    // Records that the destination may have leftovers from now on.
    await progress.save(from);
    if (from < file.bytes || from === 0) await this.#sendPart(session, file, { path: part, from, progress });
    await progress.save(file.bytes);
    try {
      const sha256 = await this.#verify(session, part, file);
      await this.#rename(session, part, file);
      return sentFile(session, file, sha256);
    } catch (error) {
      // A file that cannot be renamed is of no use to the next attempt.
      if (!session.client.isClosed) await session.client.sendCommand(`DELE ${part}`).catch(() => undefined);
      throw error;
    }
  }

  async #sendPart(session: FtpSession, file: OutgoingFile, target: UploadTarget): Promise<void> {
    try {
      await upload(session, file, target, { timeouts: this.#timeouts, host: this.#host });
    } catch (error) {
      if (!(error instanceof FtpError) || session.client.isClosed || !mayRefuseName(error)) throw error;
      await session.client.sendCommand(`DELE ${target.path}`).catch(() => undefined);
      throw new RefusedStepError(this.#error(error, "a temporary name", true));
    }
  }

  /**
   * Renames the file to its final name, replacing an existing file.
   * @throws RefusedStepError if the server does not rename, or the file is not under its new name afterwards
   */
  async #rename(session: FtpSession, part: string, file: OutgoingFile): Promise<void> {
    const { client } = session;
    const path = pathOf(session, [...file.folders, file.name]);
    let refusal = await client.rename(part, path);
    if (refusal) {
      if (await isFolder(session, path)) throw folderConflict(file, refusal.code);
      // Some servers do not overwrite when renaming.
      const exists = (await sizeOf(session, path, this.#host)) !== null;
      if (exists && (await client.sendCommand(`DELE ${path}`)).code < 400)
        refusal = await client.rename(part, path);
    }
    if (refusal) throw new RefusedStepError(this.#error(new FtpError(refusal), "renaming", true));
    const bytes = await sizeOf(session, path, this.#host);
    if (bytes === file.bytes) return;
    const outcome = `reports ${bytes ?? "no"} bytes under the new name`;
    throw new RefusedStepError(
      new ConnectorError("config", `${this.#host} accepted a renaming, but ${outcome}.`),
    );
  }

  async #putDirectly(session: FtpSession, file: OutgoingFile, progress: Progress): Promise<SentFile> {
    const path = pathOf(session, [...file.folders, file.name]);
    const bytes = await sizeOf(session, path, this.#host);
    if (bytes === null && (await isFolder(session, path))) throw folderConflict(file);
    const write = directWriteOf(progress.resumePoint?.token) ?? {
      ...{ bytes: file.bytes, before: bytes === null ? null : { bytes, tag: null } },
    };
    await progress.save(0, createDirectToken(write));
    try {
      const target = { path, from: 0, progress };
      await upload(session, file, target, { timeouts: this.#timeouts, host: this.#host });
      return sentFile(session, file, await this.#verify(session, path, file));
    } catch (error) {
      if (!(error instanceof LeaseLostWrapper)) {
        // The connection may be mid-command; the next step opens another one.
        if (!(error instanceof FtpError)) session.client.close();
        if (!(await this.#removePartialFile(file, write))) throw toPartialFileError(error, file.name);
      }
      throw error;
    }
  }

  /** Removes a partial file, which would be mistaken for the complete one. Returns false if it could not be removed. */
  async #removePartialFile({ folders, name }: OutgoingFile, write: DirectWrite): Promise<boolean> {
    const remoteFile = await this.find(folders, name).catch(() => null);
    if (!remoteFile || !isPartialFile(remoteFile, write)) return true;
    return this.remove(folders, name).then(
      () => true,
      () => false,
    );
  }

  /** Compares size and checksum; returns the latter, null if the server computes none. @throws ConnectorError transient */
  async #verify(session: FtpSession, path: string, file: OutgoingFile): Promise<string | null> {
    const createMismatchError = (message: string) =>
      new ConnectorError("transient", message, { isOfFile: true });
    const bytes = await sizeOf(session, path, this.#host);
    if (bytes !== file.bytes)
      throw createMismatchError(
        `${this.#host} reports ${bytes ?? "no"} bytes for ${file.name} instead of ${file.bytes}.`,
      );
    if (file.sha256 === null) return null;
    const sha256 = await sha256Of(session, path, this.#timeouts);
    if (sha256 === null || sha256 === file.sha256) return sha256;
    throw createMismatchError(
      `${this.#host} has stored different bytes than were sent for ${file.name}: its SHA-256 is ${sha256}.`,
    );
  }

  get #host(): string {
    return this.#address.host;
  }

  #error(error: unknown, operation: string, isFileStep = false): ConnectorError {
    return ftpError(error, this.#host, operation, {
      secrets: [this.#destination.secrets.password ?? ""],
      isFileStep,
    });
  }
}

const sentFile = (session: FtpSession, file: OutgoingFile, sha256: string | null): SentFile => ({
  ...{ bytes: file.bytes, remoteId: null, tag: null, sha256 },
  ...storedAs(session, [...file.folders, file.name]),
  evidence: sha256 === null ? "SIZE" : "SHA256",
});

const folderConflict = ({ name }: OutgoingFile, status: number | null = null): ConnectorError =>
  new ConnectorError("conflict", `A folder named ${name} is in the way of the file.`, { status });
