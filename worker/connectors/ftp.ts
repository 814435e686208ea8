import { hostAndPort } from "./address.ts";
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
import { ftpError } from "./ftpErrors.ts";
import { type HashCommand, type Session, Sessions } from "./ftpSessions.ts";
import { LeaseLostWrapper, renewLeaseWhile, tagLeaseErrors } from "./leaseRenewal.ts";
import { waitForSettled, writeChunks } from "./requestBody.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts, withTimeout } from "./timeouts.ts";

const implicitTlsPort = 990;
/** Milliseconds to wait for the reply that explains why a server ended a transfer. */
const replyTimeoutMs = 500;

/** FTP, encrypted if the server offers it. Passive mode; connections are opened on demand. */
export class FtpConnector implements Connector {
  readonly #destination: Destination;
  readonly #timeouts: Timeouts;
  readonly #address: { scheme: string | null; host: string; port: number | null };
  readonly #createdFolders = new Set<string>();
  readonly #sessions = new Sessions(() => this.#open());
  #isEncrypted: boolean | null = null;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#destination = destination;
    this.#timeouts = timeouts;
    this.#address = hostAndPort(destination.params.host ?? "", ["ftp", "ftps"], destination.allowPrivate);
    for (const text of [...Object.values(destination.params), destination.secrets.password ?? ""])
      if (/[\r\n\0]/.test(text))
        throw new ConnectorError("config", "A setting of the destination contains a line break.");
  }

  ensureFolder(folders: readonly string[]): Promise<void> {
    return this.#run("the folder", (session) => this.#ensure(session, folders));
  }

  async put(file: OutgoingFile, progress: Progress): Promise<SentFile> {
    try {
      return await this.#run(`the file ${file.name}`, (session) =>
        this.#put(session, file, tagLeaseErrors(progress)),
      );
    } catch (error) {
      // No later attempt resumes it.
      if (isSourceError(error)) await this.forget(file.folders, file.name, progress.key);
      throw error;
    }
  }

  find(folders: readonly string[], name: string): Promise<RemoteFile | null> {
    return this.#run(`the request for ${name}`, async (session) => {
      const path = pathOf(session, [...folders, name]);
      const bytes = await this.#size(session, path);
      if (bytes === null) return null;
      return { bytes, remoteId: null, tag: null, sha256: await this.#sha256(session, path) };
    });
  }

  remove(folders: readonly string[], name: string): Promise<void> {
    return this.#run(`removing ${name}`, async (session) => {
      const path = pathOf(session, [...folders, name]);
      const reply = await session.client.ask(`DELE ${path}`);
      if (reply.code >= 400 && (await this.#size(session, path)) !== null) throw new FtpError(reply);
    });
  }

  async forget(folders: readonly string[], name: string, key: string): Promise<void> {
    await this.remove(folders, partName(name, key)).catch(() => undefined);
  }

  /** One unencrypted connection is enough: the password was sent over it. */
  isEncrypted(): boolean | null {
    return this.#isEncrypted;
  }

  async close(): Promise<void> {
    this.#sessions.close();
  }

  /** Runs a step on a connection of its own. After a failure other than a refusal the connection is closed. */
  async #run<T>(operation: string, step: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#sessions.acquire();
    try {
      return await step(session);
    } catch (error) {
      // After a refusal the connection is usable; any other error may leave it mid-command.
      if (!(error instanceof FtpError)) session.client.close();
      throw error instanceof LeaseLostWrapper ? error.reason : this.#error(error, operation);
    } finally {
      this.#sessions.release(session);
    }
  }

  async #open(): Promise<Session> {
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
      this.#isEncrypted = client.encrypted && this.#isEncrypted !== false;
      operation = "the login";
      await client.login(username, this.#destination.secrets.password ?? "");
      operation = "the first commands";
      await client.prepare();
      const features = await client.features();
      const root = rootOf(await client.folder(), directory);
      const hashCommand = await hashCommandOf(client, features);
      return { client, root, restarts: features.has("REST"), hashCommand };
    } catch (error) {
      client?.close();
      throw this.#error(error, operation);
    }
  }

  /** Switches to TLS if the server offers it. Once the server has accepted, there is no falling back to a plain connection. */
  async #secure(client: FtpControl, required: boolean): Promise<void> {
    try {
      await client.encrypt();
    } catch (error) {
      if (!(error instanceof FtpError) || error.code < 500) throw error;
      if (required)
        throw new ConnectorError(
          "config",
          `${this.#address.host} offers no encrypted connection, but ftps:// requires one.`,
          {
            status: error.code,
          },
        );
    }
  }

  async #ensure(session: Session, folders: readonly string[]): Promise<void> {
    const fullPath = pathOf(session, folders);
    if (this.#createdFolders.has(fullPath)) return;
    if (!(await isFolder(session, fullPath))) {
      const names = fullPath.split("/").filter((name) => name !== "");
      for (let depth = 1; depth <= names.length; depth += 1) {
        const path = `/${names.slice(0, depth).join("/")}`;
        if (!this.#createdFolders.has(path)) await this.#make(session, path);
      }
    }
    this.#createdFolders.add(fullPath);
  }

  async #make(session: Session, path: string): Promise<void> {
    const reply = await session.client.ask(`MKD ${path}`);
    if (reply.code >= 400 && !(await isFolder(session, path))) {
      if ((await this.#size(session, path)) !== null)
        throw new ConnectorError("conflict", `A file is in the way of the folder ${path}.`, {
          status: reply.code,
        });
      throw new FtpError(reply);
    }
    this.#createdFolders.add(path);
  }

  async #put(session: Session, file: OutgoingFile, progress: Progress): Promise<SentFile> {
    await this.#ensure(session, file.folders);
    const part = pathOf(session, [...file.folders, partName(file.name, progress.key)]);
    const existingBytes = progress.at ? ((await this.#size(session, part)) ?? 0) : 0;
    const from = existingBytes > 0 && existingBytes <= file.bytes ? existingBytes : 0;
    // Records that the destination may have leftovers from now on.
    await progress.save(from);
    if (from < file.bytes || from === 0) await this.#send(session, file, part, from, progress);
    await progress.save(file.bytes);
    let sha256: string | null = null;
    try {
      const storedBytes = await this.#size(session, part);
      if (storedBytes !== file.bytes)
        throw new ConnectorError(
          "transient",
          `${this.#address.host} reports ${storedBytes ?? "no"} bytes for ${file.name} instead of ${file.bytes}.`,
        );
      if (file.sha256 !== null) sha256 = await this.#sha256(session, part);
      if (sha256 !== null && sha256 !== file.sha256)
        throw new ConnectorError(
          "transient",
          `${this.#address.host} has stored other bytes of ${file.name} than were sent: its SHA-256 is ${sha256}.`,
        );
      await this.#rename(session, part, pathOf(session, [...file.folders, file.name]), file.name);
    } catch (error) {
      // A file that cannot be renamed is of no use to the next attempt.
      if (!session.client.closed) await session.client.ask(`DELE ${part}`).catch(() => undefined);
      throw error;
    }
    return {
      ...{ bytes: file.bytes, remoteId: null, tag: null, sha256 },
      evidence: sha256 === null ? "SIZE" : "SHA256",
    };
  }

  async #send(
    session: Session,
    file: OutgoingFile,
    part: string,
    from: number,
    progress: Progress,
  ): Promise<void> {
    const { client } = session;
    const [command, offset] = from > 0 && !session.restarts ? ["APPE", 0] : ["STOR", from];
    const body = await file.open(from);
    const wait = <T>(promise: Promise<T>) => withTimeout(this.#timeouts.piece, this.#address.host, promise);
    const upload = await wait(client.begin(`${command} ${part}`, offset)).catch(async (error: unknown) => {
      await body.cancel().catch(() => undefined);
      throw error;
    });
    let sent = from;
    let refusalReason: unknown;
    try {
      const refused = upload.stored.then(() => new Promise<never>(() => undefined));
      refused.catch((reason: unknown) => {
        refusalReason = reason;
      });
      // A server that runs out of space reports it on the control connection, and may leave the data connection open.
      const unlessRefused = <T>(promise: Promise<T>) => Promise.race([promise, refused]);
      const { writable } = upload;
      const onProgress = (bytes: number) => {
        sent = from + bytes;
        return progress.save(sent);
      };
      await writeChunks(body, writable, onProgress, (promise) => wait(unlessRefused(promise)));
      await renewLeaseWhile(
        progress,
        () => sent,
        withTimeout(this.#timeouts.stored, this.#address.host, upload.stored),
      );
    } catch (error) {
      upload.abort();
      await waitForSettled(upload.stored, replyTimeoutMs);
      if (error instanceof LeaseLostWrapper || isSourceError(error)) throw error;
      // The reason for ending the transfer is more useful than the fact.
      throw refusalReason ?? error;
    }
  }

  /** Renames the file to its final name, replacing an existing file. */
  async #rename(session: Session, part: string, path: string, name: string): Promise<void> {
    const { client } = session;
    const reply = await client.rename(part, path);
    if (reply === null) return;
    if (await isFolder(session, path))
      throw new ConnectorError("conflict", `A folder named ${name} is in the way of the file.`, {
        status: reply.code,
      });
    // Some servers do not overwrite when renaming.
    if ((await this.#size(session, path)) === null) throw new FtpError(reply);
    await client.send(`DELE ${path}`);
    const secondReply = await client.rename(part, path);
    if (secondReply) throw new FtpError(secondReply);
  }

  /** Size of a file in bytes; null if it does not exist. */
  async #size({ client }: Session, path: string): Promise<number | null> {
    const reply = await client.ask(`SIZE ${path}`);
    const size = /^\d{1,15}/.exec(reply.text)?.[0];
    if (reply.code === 213 && size !== undefined) return Number(size);
    if (reply.code === 550) return null;
    if (reply.code === 500 || reply.code === 502)
      throw new ConnectorError(
        "config",
        `${this.#address.host} does not report file sizes (SIZE), so uploads cannot be verified.`,
        { status: reply.code },
      );
    throw new FtpError(reply);
  }

  /** The SHA-256 of a stored file; null if the server does not compute it. A large file takes it minutes. */
  async #sha256({ client, hashCommand }: Session, path: string): Promise<string | null> {
    if (hashCommand === null) return null;
    const reply = await client.ask(`${hashCommand} ${path}`, this.#timeouts.stored);
    return reply.code < 300 ? (/\b[0-9a-f]{64}\b/i.exec(reply.text)?.[0].toLowerCase() ?? null) : null;
  }

  #error(error: unknown, operation: string): Error {
    return ftpError(error, this.#address.host, operation, [this.#destination.secrets.password ?? ""]);
  }
}

async function hashCommandOf(
  client: FtpControl,
  features: ReadonlyMap<string, string>,
): Promise<HashCommand | null> {
  if (features.get("HASH")?.includes("SHA-256") && (await client.ask("OPTS HASH SHA-256")).code < 300)
    return "HASH";
  return features.has("XSHA256") ? "XSHA256" : null;
}

const isFolder = async ({ client }: Session, path: string): Promise<boolean> =>
  (await client.ask(`CWD ${path === "" ? "/" : path}`)).code < 400;

const isSourceError = (error: unknown): boolean => error instanceof ConnectorError && error.kind === "source";

const pathOf = ({ root }: Session, names: readonly string[]): string => [root, ...names].join("/");

/** The root folder of the destination; without a leading slash it is relative to the login folder. */
function rootOf(home: string, directory: string): string {
  const names = directory
    .trim()
    .split(/[\\/]/)
    .filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw new ConnectorError("config", "The directory must not contain '..'.");
  const parents = /^\s*[\\/]/.test(directory) ? [] : home.split("/").filter((name) => name !== "");
  return [...parents, ...names].map((name) => `/${name}`).join("");
}
